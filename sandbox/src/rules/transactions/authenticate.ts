import { MINUTE } from 'payment-gateway-core/codes';
import type { JsonObject } from 'payment-gateway-core/util';
import { parameters } from 'payment-gateway-core/values';
import type { AuthenticationOutcome } from '../../acts/index.js';
import { stringFields } from '../input.js';
import { unprocessable } from '../refusals.js';
import { pageKey, pageUrl } from '../resource.js';
import type { Work } from '../work.js';
import { isByCard } from './draft.js';
import { decide, refuseTransaction } from './settle.js';
import { move } from './status.js';
import { asTransaction, type Hidden, type Start, statusOf, type Transaction } from './transaction.js';

/** Minutes until an authentication that the buyer abandons fails. */
const ABANDONED_MINUTES = parameters['three-d-secure-flow'].minutes;

const REASONS = { declined: 'Autenticação recusada', timed_out: 'Tempo de autenticação esgotado' };

/**
 * Ends the 3DS of a transaction. Refuses a transaction whose 3DS failed, or charges it without 3DS if the request has `onFailure: continue`.
 */
export function authenticate(work: Work, transaction: Transaction, outcome: AuthenticationOutcome): Transaction {
  const continues = transaction.hidden.authentication?.onFailure === 'continue';
  if (outcome === 'approved' || continues) return decide(work, transaction);
  return refuseTransaction(work, transaction, REASONS[outcome]);
}

/** Returns the fields of a transaction that waits for 3DS on a page of the issuer until a time limit. */
export function authentication(work: Work, threeDSecure: JsonObject) {
  const key = work.settings.randomKey();
  const isEndless = work.use('three-d-secure-flow') === 'stays-open';
  const hidden: Pick<Hidden, 'authentication' | 'next'> = {
    authentication: { ...stringFields(threeDSecure, ['urlSuccess', 'urlFail', 'onFailure']), key },
    next: 'expire',
  };
  return {
    status: 'request_authentication',
    value: { threeDSecure: { url: pageUrl(work, '3ds', key) } },
    hidden,
    ...(!isEndless && { due: work.now + ABANDONED_MINUTES * MINUTE }),
  } as const satisfies Omit<Start, 'hidden'> & { hidden: object };
}

/** The issuer asks for the authentication of a payment that it has not decided yet. */
export function challenge(work: Work, transaction: Transaction): Transaction {
  const { payment_method: method } = transaction.value;
  if (!isByCard(method)) throw unprocessable(`payment_method: is ${method}; only a payment by card is authenticated`);
  const { status, ...fields } = authentication(work, transaction.hidden.authentication ?? {});
  const keys = [...transaction.keys, pageKey(fields.hidden.authentication?.key ?? '')];
  return move(work, asTransaction(work.change(transaction, { keys })), status, fields);
}

/** Returns the address for the browser after 3DS. Undefined before the end of 3DS, or without an address in the request. */
export function redirectAfter(transaction: Transaction): string | undefined {
  const status = statusOf(transaction);
  if (status === 'request_authentication') return undefined;
  const { urlSuccess, urlFail } = transaction.hidden.authentication ?? {};
  return status === 'refused' ? urlFail : urlSuccess;
}
