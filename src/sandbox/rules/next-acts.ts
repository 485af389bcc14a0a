/** The acts that an object allows next, for the buttons of the console. */
import { resources } from '../../../generated/resources.js';
import type { JsonObject } from '../../contract/json.js';
import { type acts, LEGAL, LEGAL_SUBSCRIPTION } from './acts.js';
import { outcomeOf } from './cards.js';
import { statusesAfter } from './kinds.js';
import { AUTHENTICATION_OUTCOMES } from './transactions/authenticate.js';
import type { Kind, Stored } from './work.js';

export interface NextAct {
  readonly act: keyof typeof acts;
  /** The states that may follow. Empty if the act keeps the state. */
  readonly into: readonly string[];
  readonly options?: JsonObject;
  /** The largest accepted `amount`, in centavos. */
  readonly most?: number;
}

/** The statuses that allow an act, and the statuses after it if `x-transitions` allows them. */
interface Offer {
  readonly act: NextAct['act'];
  readonly from: readonly string[];
  readonly to: readonly string[];
  readonly options?: JsonObject;
}

const AUTHENTICATED = ['paid', 'authorized', 'refused'];

/** The acts that the console offers: capture instead of pay for an authorized payment, and the 3DS acts instead of pay and settle. */
const OFFERS: Readonly<Record<Kind, readonly Offer[]>> = {
  transactions: [
    ...AUTHENTICATION_OUTCOMES.map(
      (outcome): Offer => ({ act: 'authenticate', from: LEGAL.authenticate, to: AUTHENTICATED, options: { outcome } }),
    ),
    { act: 'pay', from: without(LEGAL.pay, 'authorized', 'request_authentication'), to: ['paid'] },
    { act: 'capture', from: resources.captureTransaction.states, to: resources.captureTransaction.into },
    { act: 'settle', from: without(LEGAL.settle, 'request_authentication', 'processing'), to: ['refunded'] },
    { act: 'decline', from: without(LEGAL.decline, 'request_authentication', 'pending_refund'), to: ['refused'] },
    { act: 'decline', from: ['pending_refund'], to: ['paid'] },
    { act: 'expire', from: without(LEGAL.expire, 'request_authentication'), to: ['canceled'] },
    {
      act: 'refund',
      from: without(resources.refundTransaction.states, 'authorized'),
      to: ['pending_refund', 'refunded'],
    },
    { act: 'cancel', from: LEGAL.cancel, to: ['canceled'] },
    { act: 'approve', from: LEGAL.approve, to: AUTHENTICATED },
    { act: 'review', from: LEGAL.review, to: ['pending_review'] },
    { act: 'chargeback', from: LEGAL.chargeback, to: ['chargedback'] },
  ],
  links: [
    { act: 'pay', from: ['active'], to: [], options: { payment_method: 'pix' } },
    { act: 'expire', from: ['active'], to: ['expired'] },
    { act: 'cancel', from: ['active'], to: ['canceled'] },
  ],
  subscriptions: [
    { act: 'pay', from: LEGAL_SUBSCRIPTION.pay, to: ['paid'] },
    { act: 'fail', from: resources.cancelSubscription.states, to: [] },
    { act: 'cancel', from: resources.cancelSubscription.states, to: resources.cancelSubscription.into },
  ],
};

/** Returns the statuses that can follow the object's status. */
export function nextStates({ kind, value: { status } }: Stored): readonly string[] {
  return statusesAfter(kind, status);
}

/** Returns the acts that the object allows now. */
export function nextActs(object: Stored): NextAct[] {
  const { kind, value } = object;
  if (kind === 'cards') return outcomeOf(object) === 'refused' ? [] : [{ act: 'fail', into: [] }];
  const following = nextStates(object);
  return (OFFERS[kind] ?? []).flatMap(({ act, from, to, options }) => {
    const into = to.filter((state) => following.includes(state));
    const isOffered =
      from.includes(String(value.status)) && (to.length === 0 || into.length > 0) && !(act === 'fail' && !value.card);
    if (!isOffered) return [];
    const most = act === 'refund' ? value.paid_amount : act === 'capture' ? value.amount : undefined;
    return [
      { act, into, ...(options !== undefined && { options }), ...(typeof most === 'number' && most > 0 && { most }) },
    ];
  });
}

function without(states: readonly string[], ...left: readonly string[]): string[] {
  return states.filter((state) => !left.includes(state));
}
