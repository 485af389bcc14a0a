/** What others do: the buyer, the back office, the bank, and someone who forges events. */
import type { WebhookEventName } from 'payment-gateway-contract/webhooks';
import { isObject, type JsonObject } from 'payment-gateway-core/util';
import { testValues } from 'payment-gateway-core/values';
import { ACTS, type ActName, isAct, rowOf } from '../acts/index.js';
import { actOn, nextActs } from '../rules/index.js';
import type { SandboxControls } from '../sandbox/index.js';
import type { Stored, Unit } from '../state/index.js';
import { DAYS_PASS, type Disruption } from './disruptions.js';

type Step = readonly [act: ActName, options?: JsonObject];

/** The steps of what others do, by its name in the table of acts. Each begins with a payment that is paid. */
const STEPS: ReadonlyMap<string, readonly Step[]> = new Map(
  ACTS.flatMap((act) =>
    Object.entries(rowOf(act).later ?? {}).map(([name, { amount, followedBy = [] }]): [string, Step[]] => [
      name,
      // A test compares the names with the table.
      [[act, amount === undefined ? {} : { amount }], ...followedBy.map((next): Step => [next as ActName])],
    ]),
  ),
);

export function possibleActs(unit: Unit): string[] {
  const isOpenFor = (first: ActName | undefined) =>
    payable(unit).some((one) => (one.value.status === 'paid') !== (first === 'pay') && allows(one, first));
  const acts = [...STEPS].flatMap(([name, [first]]) => (isOpenFor(first?.[0]) ? [name] : []));
  return unit.all('transactions').length > 0 ? [...acts, DAYS_PASS] : [];
}

/** Returns what others act on. The buyer pays what is open. */
const payable = (unit: Unit): Stored[] =>
  (['transactions', 'links', 'subscriptions'] as const).flatMap((kind) => [...unit.all(kind)]);

const allows = (one: Stored, act: ActName | undefined): boolean => nextActs(one).some((next) => next.act === act);

export const stepsOf = (later: string): readonly Step[] => STEPS.get(later) ?? [];

/** Acts on each payment that allows it, and has the status if one is given. Returns their ids with the new status. */
export function playStep(unit: Unit, [act, options]: Step, status?: string): { id: number; status: string }[] {
  return payable(unit)
    .filter((one) => (status === undefined || one.value.status === status) && allows(one, act))
    .map(({ id, value: { card } }) => {
      // The issuer accepts the card of a subscription again.
      if (act === 'pay' && isObject(card) && unit.seek('cards', Number(card.card_id)))
        actOn(unit, 'accept', Number(card.card_id), {});
      return { id, status: String(actOn(unit, act, id, { ...options }).value.status) };
    });
}

export interface ForgedEvent {
  readonly id: number;
  readonly says: string;
  readonly body: string;
}

/** Returns a false event for each transaction and link: paid if it is not, and refunded if it is paid. */
export function oppositeEvents(unit: Unit): ForgedEvent[] {
  const links = unit
    .all('links')
    .map(({ id, value }) => forged(id, value, 'paid', { event: 'link.paid', model: 'links' }));
  const transactions = unit.all('transactions').map(({ id, value }) => {
    const isPaid = value.status === 'paid';
    const status = isPaid ? 'refunded' : 'paid';
    return forged(id, { ...value, status, paid_amount: isPaid ? 0 : (value.amount ?? 0) }, status);
  });
  return [...links, ...transactions];
}

/** The issuer refuses the card of a payment: one with another number, or a saved card from now on. */
export function refuseCard(unit: Unit, payment: JsonObject): void {
  const refused = testValues.cards.find(({ outcome }) => outcome === 'refused');
  if (isObject(payment.card)) Object.assign(payment.card, { card_number: refused?.card_number });
  else if (unit.seek('cards', Number(payment.card_id))) actOn(unit, 'fail', Number(payment.card_id), {});
}

export function refuseCards(unit: Unit): void {
  for (const { id } of unit.all('subscriptions')) actOn(unit, 'fail', id, {});
}

/** Returns events about a payment of somebody else that claim to be about each order. */
export function eventsOfAnother(unit: Unit, another: string): ForgedEvent[] {
  const { id, value: own } = unit.seek('transactions', Number(another)) ?? { id: 0, value: {} };
  return unit.all('transactions').flatMap((one) => {
    if (one.id === id) return [];
    const { metadata, reference_key, amount } = one.value;
    return [forged(id, { ...own, metadata, reference_key, amount, paid_amount: amount ?? 0 }, 'paid')];
  });
}

const ABOUT: { readonly event: WebhookEventName; readonly model: string } = {
  event: 'transaction.status_changed',
  model: 'transactions',
};

const forged = (id: number, payload: JsonObject, says: string, about = ABOUT): ForgedEvent => {
  return { id, says, body: JSON.stringify({ ...about, model_id: id, payload }) };
};

/** What a buyer adds who pays another amount. Centavos. */
const ADDED: Readonly<Record<string, number>> = { less: -100, more: 100 };

/** Returns the controls of the account for a buyer who follows the plan. It calls `onOther` before another amount is paid. */
export function controlsOfBuyer(
  account: SandboxControls,
  planned: Disruption['buyer'],
  onAct: (act: string) => Promise<void>,
  onMove: () => Promise<unknown>,
  onOther: () => void,
): SandboxControls {
  const moved =
    <Time>(move: (time: Time) => Promise<Date>) =>
    async (time: Time) => {
      const now = await move(time);
      await onMove();
      return now;
    };
  return new Proxy(account, {
    get(target, name) {
      const act: unknown = Reflect.get(target, name);
      if (name === 'clock')
        return { ...target.clock, advance: moved(target.clock.advance), advanceTo: moved(target.clock.advanceTo) };
      if (!isAct(name) || typeof act !== 'function') return act;
      return async (id: number, options?: JsonObject) => {
        await onAct(name);
        // Capture and refund are acts of the shop.
        if (!rowOf(name).isOfBuyer) return act.call(target, id, options);
        if (planned === 'never') return target.retrieve(id);
        const extra = ADDED[planned ?? ''];
        if (extra === undefined || name !== 'pay') return act.call(target, id, options);
        const { amount, payment_method } = (await target.retrieve(id)) as JsonObject;
        if (payment_method !== 'pix' && payment_method !== 'boleto') return act.call(target, id, options);
        onOther();
        return act.call(target, id, { ...options, amount: Math.max(1, Number(amount) + extra) });
      };
    },
  });
}
