/** The acts that an object allows next, for the buttons of the console. */
import type { JsonObject } from 'payment-gateway-contract/internal/util';
import type { acts } from './acts.js';
import { isFailed } from './cards.js';
import { AUTHENTICATION_OUTCOMES } from './transactions/authenticate.js';
import type { Stored } from './work.js';

export interface NextAct {
  readonly act: keyof typeof acts;
  /** The states that may follow. Empty if the act keeps the state. */
  readonly into: readonly string[];
  readonly options?: JsonObject;
  /** The largest accepted `amount`, in centavos. */
  readonly most?: number;
}

const offer = (act: NextAct['act'], ...into: string[]): NextAct => ({ act, into });

/** The acts that the console offers in each state: capture instead of pay for an authorized payment, and the 3DS acts instead of pay and settle. */
const OFFERS: Readonly<Record<string, readonly NextAct[]>> = {
  'transactions processing': [
    offer('pay', 'paid'),
    offer('decline', 'refused'),
    offer('challenge', 'request_authentication'),
    offer('analyze', 'analyzing'),
    offer('review', 'pending_review'),
  ],
  'transactions request_authentication': AUTHENTICATION_OUTCOMES.map((outcome) => ({
    ...offer('authenticate', 'paid', 'authorized', 'refused'),
    options: { outcome },
  })),
  'transactions waiting_payment': [offer('pay', 'paid'), offer('expire', 'canceled')],
  'transactions authorized': [offer('capture', 'paid'), offer('cancel', 'canceled'), offer('review', 'pending_review')],
  'transactions paid': [
    offer('refund', 'pending_refund', 'refunded'),
    offer('review', 'pending_review'),
    offer('chargeback', 'chargedback'),
  ],
  'transactions pending_refund': [offer('settle', 'refunded'), offer('decline', 'paid')],
  'transactions chargedback': [offer('winChargeback', 'paid')],
  'transactions analyzing': [
    offer('decline', 'refused'),
    offer('approve', 'paid', 'authorized', 'refused'),
    offer('review', 'pending_review'),
  ],
  'transactions pending_review': [offer('decline', 'refused'), offer('approve', 'paid', 'authorized', 'refused')],
  'links active': [
    { ...offer('pay'), options: { payment_method: 'pix' } },
    offer('expire', 'expired'),
    offer('cancel', 'canceled'),
  ],
  'subscriptions trialing': [offer('fail'), offer('cancel', 'canceled')],
  'subscriptions paid': [offer('fail'), offer('cancel', 'canceled'), offer('expire', 'ended')],
  'subscriptions pending_payment': [offer('pay', 'paid'), offer('fail'), offer('cancel', 'canceled')],
  'subscriptions unpaid': [offer('pay', 'paid'), offer('fail'), offer('cancel', 'canceled')],
};

/** Returns the acts that the object allows now. */
export function nextActs(object: Stored): NextAct[] {
  const { kind, value } = object;
  if (kind === 'cards') return isFailed(object) ? [] : [offer('fail')];
  const offers = OFFERS[`${kind} ${value.status}`] ?? [];
  return offers
    .filter(({ act }) => act !== 'fail' || value.card !== undefined)
    .map((next) => {
      const most =
        next.act === 'refund'
          ? (object.hidden.held ?? value.paid_amount)
          : next.act === 'capture'
            ? value.amount
            : undefined;
      return { ...next, ...(typeof most === 'number' && most > 0 && { most }) };
    });
}
