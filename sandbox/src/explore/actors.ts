/** What others do: the buyer, the back office, the bank, and someone who forges events. */
import type { JsonObject } from 'payment-gateway-contract/internal/util';
import type { SandboxControls } from '../code-controls.js';
import { ACTS, type ActName, actOn } from '../objects.js';
import { nextActs } from '../rules/index.js';
import type { Stored, Unit } from '../state/index.js';
import { objectsOf } from './books.js';
import { type Disruption, LATER_ACTS, type LaterAct } from './disruptions.js';

type Step = readonly [act: ActName, options?: JsonObject];

const A_PART = 100;

/** The acts after the repair job. Each begins with a payment that is paid. */
const STEPS: Readonly<Record<LaterAct, readonly Step[]>> = {
  refund: [['refund'], ['settle']],
  'partial refund': [['refund', { amount: A_PART }], ['settle']],
  chargeback: [['chargeback']],
  'chargeback and won': [['chargeback'], ['winChargeback']],
  'review approved': [['review'], ['approve']],
  'review declined': [['review'], ['decline']],
  '40 days pass': [],
};

const isOpenFor = ({ value, ...object }: Stored, later: LaterAct): boolean => {
  const [[first] = []] = STEPS[later];
  return value.status === 'paid' && nextActs({ ...object, value }).some(({ act }) => act === first);
};

/** Returns what others can do now. */
export function possibleActs(unit: Unit): LaterAct[] {
  const transactions = objectsOf(unit, 'transactions');
  return LATER_ACTS.filter((later) =>
    STEPS[later].length === 0 ? transactions.length > 0 : transactions.some((one) => isOpenFor(one, later)),
  );
}

/** Returns the acts, one after the other, each with its options. */
export const stepsOf = (later: LaterAct): readonly Step[] => STEPS[later];

/** Acts on each payment that allows it. Returns their ids with the new status. */
export function playStep(unit: Unit, [act, options]: Step): { id: number; status: string }[] {
  const isOpen = (one: Stored) => nextActs(one).some((next) => next.act === act);
  return objectsOf(unit, 'transactions')
    .filter(isOpen)
    .map(({ id }) => ({ id, status: String(actOn(unit, act, id, { ...options }).value.status) }));
}

/** An event that the gateway did not send. */
export interface ForgedEvent {
  readonly id: number;
  readonly says: string;
  readonly body: string;
}

/** Returns events that say the opposite of the truth. */
export function oppositeEvents(unit: Unit): ForgedEvent[] {
  return objectsOf(unit, 'transactions').map(({ id, value }) => {
    const isPaid = value.status === 'paid';
    const status = isPaid ? 'refunded' : 'paid';
    return forged(id, { ...value, status, paid_amount: isPaid ? 0 : (value.amount ?? 0) });
  });
}

/** Returns events about a payment of somebody else that claim to be about each order. */
export function eventsOfAnother(unit: Unit, another: JsonObject): ForgedEvent[] {
  return objectsOf(unit, 'transactions').flatMap(({ id, value }) => {
    if (id === another.id) return [];
    const { metadata, reference_key, amount } = value;
    return [forged(Number(another.id), { ...another, metadata, reference_key, amount, paid_amount: amount ?? 0 })];
  });
}

const forged = (id: number, payload: JsonObject): ForgedEvent => {
  const event = { event: 'transaction.status_changed', model: 'transactions', model_id: id, payload };
  return { id, says: String(payload.status), body: JSON.stringify(event) };
};

/** What a buyer does. Capture and refund are acts of the shop. */
const ACTS_OF_BUYERS: readonly string[] = ['pay', 'authenticate', 'settle', 'checkout'] satisfies ActName[];

/** How much less a buyer pays who pays another amount. Centavos. */
const LESS = 100;

export interface BuyerOptions {
  readonly buyer: Disruption | undefined;
  readonly onAct: (act: string) => void;
  readonly onFired: (one: Disruption) => void;
}

/** Returns the controls of the account for a buyer who follows the plan. */
export function controlsOfBuyer(account: SandboxControls, { buyer, onAct, onFired }: BuyerOptions): SandboxControls {
  const controls = new Proxy(account, {
    get(target, name) {
      const act: unknown = Reflect.get(target, name);
      if (typeof name !== 'string' || !ACTS.some((one) => one === name) || typeof act !== 'function') return act;
      return async (id: number, options?: JsonObject) => {
        onAct(name);
        if (!ACTS_OF_BUYERS.includes(name)) return act.call(target, id, options);
        if (buyer?.buyer === 'never') return target.retrieve(id);
        if (buyer?.buyer !== 'less' || name !== 'pay') return act.call(target, id, options);
        const { amount, payment_method } = (await target.retrieve(id)) as JsonObject;
        if (payment_method !== 'pix' && payment_method !== 'boleto') return act.call(target, id, options);
        onFired(buyer);
        return act.call(target, id, { ...options, amount: Math.max(1, Number(amount) - LESS) });
      };
    },
  });
  return controls;
}
