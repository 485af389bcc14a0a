import { rule, type Work } from '../work.js';
import { decide, refuse } from './settle.js';
import { requireStatus } from './status.js';
import { statusOf, type Transaction } from './transaction.js';

/** The results of 3DS on the page of the issuer. */
export const AUTHENTICATION_OUTCOMES = ['approved', 'declined', 'timed_out'] as const;
export type AuthenticationOutcome = (typeof AUTHENTICATION_OUTCOMES)[number];

const REASONS = { declined: 'Autenticação recusada', timed_out: 'Tempo de autenticação esgotado' };

/**
 * Ends the 3DS of a transaction. Refuses a transaction whose 3DS failed, or charges it without 3DS if the request has `onFailure: continue`.
 * Fails with 422 unless the transaction waits for authentication.
 */
export const authenticate = rule(
  'three-d-secure-flow',
  (work: Work, transaction: Transaction, outcome: AuthenticationOutcome): Transaction => {
    requireStatus(transaction, 'authenticate it', ['request_authentication']);
    const continues = transaction.hidden.authentication?.onFailure === 'continue';
    if (outcome === 'approved' || continues) return decide(work, transaction);
    return refuse(work, transaction, REASONS[outcome]);
  },
);

/** Returns the address for the browser after 3DS. Undefined before the end of 3DS, or without an address in the request. */
export function redirectAfter(transaction: Transaction): string | undefined {
  const status = statusOf(transaction);
  if (status === 'request_authentication') return undefined;
  const { urlSuccess, urlFail } = transaction.hidden.authentication ?? {};
  return status === 'refused' ? urlFail : urlSuccess;
}
