/** Invariants of the sandbox's state that must hold after any sequence of requests. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parameters } from '../../../core/generated/parameters.js';
import type { resources } from '../../../core/generated/resources.js';
import type { JsonObject } from '../../../core/src/util/json.js';
import { transitions } from '../../../generated/transitions.js';
import { runs } from '../../../test/property-runs.ts';
import { ACTS, kindsOf, rowOf } from '../../src/acts/index.js';
import { asTransaction, nextActs, type Transaction } from '../../src/rules/index.js';
import { statusesAfter } from '../../src/rules/kinds.js';
import type { OperationId } from '../../src/rules/work.js';
import { type Kind, Refusal, type Stored, type Work } from '../../src/state/index.js';
import { createGateway, DAY, type Gateway, type Json } from './gateway.ts';
import {
  APPROVED,
  ASKS_3DS,
  by3ds,
  byBoleto,
  byCard,
  byDebit,
  byPix,
  card,
  REFUSED,
  STAYS_PROCESSING,
} from './requests.ts';

/** Security codes that do not occur by chance. The second one is refused. */
const CODES = ['code-of-a-card', '6code-of-a-card'];

/** The ids of the receivers that `furnish` creates. */
const RECEIVERS = [1004, 1005, 1006];

type Act = Parameters<Gateway['act']>[0];

/** Picks an existing object by a number that wraps around, in most cases one that offers the act. */
type IdOf = (kind: Kind, pick: number, act?: Act) => number;

interface Step {
  readonly name: string;
  readonly run: (gateway: Gateway, idOf: IdOf) => Promise<unknown>;
}

const amount = fc.oneof(
  { weight: 1, arbitrary: fc.constantFrom(-1, 0, 1) },
  { weight: 9, arbitrary: fc.integer({ min: 5000, max: 20_000 }) },
);
const part = fc.oneof(fc.integer({ min: 1, max: 5000 }), amount);
const pick = fc.nat({ max: 9 });
const optional = <Value>(values: fc.Arbitrary<Value>) => fc.option(values, { nil: undefined, freq: 2 });
const customers = fc.constantFrom<JsonObject>(
  { external_id: 'a', email: 'a@example.com', name: 'A', documents: [{ type: 'cpf', number: '52998224725' }] },
  { external_id: 'b', email: 'a@example.com' },
  { external_id: '0', email: 'b@example.com', phone_numbers: ['+5511912345678'] },
  { email: 'c@example.com' },
  {},
);
const cards = fc
  .tuple(fc.constantFrom(APPROVED, ASKS_3DS, STAYS_PROCESSING, REFUSED, '5555555555554444'), fc.constantFrom(...CODES))
  .map(([number, code]) => card(number, code));

const splits = fc.tuple(fc.integer({ min: 1, max: 98 }), fc.constantFrom(0, 1, 2)).map(([percentage, first]) =>
  [percentage, 1, 99 - percentage].map((percentage, index) => ({
    receiver_id: RECEIVERS[(index + first) % 3],
    percentage,
    liable: index === first,
    charge_processing_fee: index === 0,
  })),
);

const paid = fc
  .record({
    make: fc.constantFrom(byCard, by3ds, byDebit, byPix, byBoleto),
    amount,
    customer: customers,
    async: optional(fc.boolean()),
    capture: optional(fc.boolean()),
    card: cards,
    installments: fc.constantFrom(1, 1, 1, 3, 12),
    reference_key: optional(fc.constantFrom('key-1', 'key-2')),
    split: optional(splits),
  })
  .map(({ make, ...changes }) => JSON.parse(JSON.stringify(make(changes))) as JsonObject);

const call =
  (operation: OperationId, kind?: Kind, act?: Act) =>
  (pick: number, body?: JsonObject): Step => ({
    name: operation,
    run: (gateway, idOf) =>
      gateway.call(operation, {
        ...(kind && { params: { id: idOf(kind, pick, act) } }),
        ...(body && { body }),
        invalid: true,
      }),
  });

/** Each act with a kind, without an option that it requires. A canceled subscription or link would leave little to do. */
const plainActs = ACTS.filter(
  (act) => act !== 'cancel' && !Object.values(rowOf(act).options ?? {}).includes('required'),
)
  .flatMap((act) => kindsOf(act).map((kind): [Act, Kind] => [act, kind]))
  .filter(([act, kind]) => !(act === 'expire' && kind === 'subscriptions'));

const acting = fc.constantFrom<[Act, Kind, JsonObject?]>(
  ...plainActs,
  ['authenticate', 'transactions', { outcome: 'approved' }],
  ['authenticate', 'transactions', { outcome: 'timed_out' }],
  ['checkout', 'links', { payment_method: 'boleto', customer: {}, billing: {} }],
);

const often = <Value>(weight: number, values: fc.Arbitrary<Value>, stepOf: (value: Value) => Step) => ({
  weight,
  arbitrary: values.map(stepOf),
});

/** The operations that change something. */
type Writing = {
  [Id in OperationId]: (typeof resources)[Id] extends { readonly reach: 'read' } ? never : Id;
}[OperationId];

/** The operations that no sequence calls, with the reason. */
const NOT_CALLED = {
  createPlan: 'furnish calls it',
  createPrice: 'furnish calls it',
  createReceiver: 'furnish calls it',
  createCard: 'payments store cards',
  updatePlan: 'no payment depends on it',
  updatePrice: 'subscriptions keep the former price',
  updateReceiver: 'no payment depends on it',
  deleteReceiver: 'later splits need the receivers',
  createReceiverBankAccount: 'no payment depends on it',
  updateReceiverBankAccountStatus: 'no payment depends on it',
  deleteReceiverBankAccount: 'no payment depends on it',
  createWebhook: 'no payment depends on it',
  updateWebhook: 'no payment depends on it',
  deleteWebhook: 'no payment depends on it',
  addAcquirers: 'no payment depends on it',
  setMainAcquirer: 'no payment depends on it',
  configureAntiFraud: 'no payment depends on it',
} as const satisfies { readonly [Id in Writing]?: string };

const refunds = fc.record({ amount: optional(part), async: optional(fc.boolean()) });
const statuses = fc.constantFrom(...Object.keys(transitions.PaymentLinkStatus), 'x');
const times = fc.constantFrom(1, 1000, DAY, (parameters['authorization-expiry'].days + 1) * DAY, 40 * DAY);
const subscriptions = fc.record({
  customer: customers,
  card: cards,
  payment_method: fc.constantFrom('credit_card', 'pix', 'boleto'),
  async: fc.boolean(),
});

const ending = (operation: OperationId, kind: Kind) => often(1, pick, (n) => call(operation, kind)(n));

/** The compiler names an operation that is neither here nor in `NOT_CALLED`. */
const CALLS: Readonly<Record<Exclude<Writing, keyof typeof NOT_CALLED>, ReturnType<typeof often>>> = {
  createTransaction: often(30, paid, (body) => call('createTransaction')(0, body)),
  refundTransaction: often(15, fc.tuple(pick, refunds), ([n, body]) =>
    call('refundTransaction', 'transactions', 'refund')(n, body),
  ),
  captureTransaction: often(15, fc.tuple(pick, optional(part)), ([n, amount]) =>
    call('captureTransaction', 'transactions', 'capture')(n, amount === undefined ? {} : { amount }),
  ),
  createPaymentLink: often(10, amount, (amount) => call('createPaymentLink')(0, { amount })),
  updatePaymentLink: often(5, fc.tuple(pick, statuses), ([n, status]) =>
    call('updatePaymentLink', 'links')(n, { status }),
  ),
  updateCustomer: often(10, fc.tuple(pick, customers), ([n, body]) => call('updateCustomer', 'customers')(n, body)),
  createCustomer: often(5, customers, (body) => call('createCustomer')(0, body)),
  createSubscription: often(15, fc.tuple(pick, subscriptions), ([n, body]) => ({
    name: 'createSubscription',
    run: (gateway, idOf) => gateway.call('createSubscription', { body: { ...body, price_id: idOf('prices', n) } }),
  })),
  updateSubscription: often(5, fc.tuple(pick, cards), ([n, card]) =>
    call('updateSubscription', 'subscriptions')(n, { card }),
  ),
  deletePlan: ending('deletePlan', 'plans'),
  deletePrice: ending('deletePrice', 'prices'),
  deleteCustomer: ending('deleteCustomer', 'customers'),
  deleteSubscription: ending('deleteSubscription', 'subscriptions'),
  cancelSubscription: ending('cancelSubscription', 'subscriptions'),
};

const step = fc.oneof(
  ...Object.values(CALLS),
  often(30, fc.tuple(acting, pick), ([[name, kind, options], n]) => ({
    name: `${name} ${kind}`,
    run: (gateway, idOf) => gateway.act(name, kind, idOf(kind, n, name), options),
  })),
  often(15, times, (time) => ({ name: 'advance', run: (gateway) => gateway.advance(time) })),
);

/** Creates what customers subscribe to, receivers of splits, and payments in states that few sequences reach. */
async function furnish(gateway: Gateway): Promise<void> {
  const { id: plan_id } = await gateway.call('createPlan', { body: { name: 'plan' } });
  await gateway.call('createPrice', { body: { plan_id, amount: 4990 } });
  await gateway.call('createPrice', { body: { plan_id, amount: 990, interval: 'week', trial_days: 3 } });
  for (const id of RECEIVERS) {
    expect(await gateway.call('createReceiver', { body: { document: '52998224725' } })).toMatchObject({ id });
  }
  for (const capture of [true, false, false]) await gateway.create(byCard({ capture, card: card(APPROVED, CODES[0]) }));
  const { id } = await gateway.create(byPix());
  await gateway.act('pay', 'transactions', id);
}

/** What a step may be refused for: its amount, the state of its object, a used key, a removed or needed object. */
const REASONS =
  /^(?:amount|status|reference_key|installments|card|customer_id|price_id|id|expiration_date|boleto\.\w+): /;

/** Without successes of these, a run would show nothing. */
const MAIN: readonly string[] = [
  'createTransaction',
  'captureTransaction',
  'refundTransaction',
  'createSubscription',
  'createPaymentLink',
  'updateCustomer',
  'advance',
];

test('any sequence of operations, acts and times keeps the invariants', { timeout: 300_000 }, async () => {
  const outcomes = new Map<string, { tried: number; succeeded: number }>();
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 15, maxLength: 30, size: 'max' }), async (steps) => {
      const { watch, wrong } = followSubscriptions();
      const gateway = createGateway({ watch });
      await furnish(gateway);
      for (const { name, run } of steps) {
        const objects = await gateway.objects();
        let isMissing = false;
        const idOf: IdOf = (kind, n, act) => {
          const known = objects.filter((object) => object.kind === kind);
          const open = known.filter((object) => nextActs(object).some((next) => next.act === act));
          const from = open.length > 0 && n % 4 > 0 ? open : known;
          isMissing ||= known.length === 0;
          return from[n % from.length]?.id ?? 4711;
        };
        const outcome = outcomes.get(name) ?? { tried: 0, succeeded: 0 };
        outcomes.set(name, outcome);
        const error: unknown = await run(gateway, idOf).then(
          () => undefined,
          (error: unknown) => error,
        );
        if (!isMissing) outcome.tried++;
        if (error === undefined) outcome.succeeded++;
        else if (!(error instanceof Refusal)) throw error;
        else if (!isMissing) {
          expect([name, error.status]).toEqual([name, 422]);
          for (const sentence of error.errors) expect(sentence, name).toMatch(REASONS);
        }
      }
      expect(wrong).toEqual([]);
      await check(gateway);
    }),
    { numRuns: runs(60) },
  );
  expect(MAIN.filter((name) => !outcomes.get(name)?.succeeded)).toEqual([]);
  const all = [...outcomes.values()];
  const sum = (count: 'tried' | 'succeeded') => all.reduce((total, outcome) => total + outcome[count], 0);
  expect(sum('succeeded')).toBeGreaterThan(sum('tried') / 2);
});

async function check(gateway: Gateway): Promise<void> {
  const objects = await gateway.objects();
  const events = await gateway.events();
  for (const object of objects.filter(({ kind }) => kind === 'transactions')) {
    const transaction = asTransaction(object);
    checkHistory(transaction);
    expect(object.due === undefined).toBe(transaction.hidden.next === undefined);
    checkAmounts(transaction);
    await checkInstallments(gateway, transaction);
    const { split, paid_amount, amount } = transaction.value;
    if (split !== undefined) expect(sumOf(split)).toBe(paid_amount ?? amount);
    const told = events.filter(({ kind, object: id }) => kind === 'transactions' && id === object.id);
    const moves = transaction.hidden.history.filter(
      ([status], index, all) => index > 0 && status !== all[index - 1]?.[0],
    );
    expect(told.map(({ payload }) => payload.status)).toEqual([
      transaction.hidden.history[0]?.[0],
      ...moves.map(([status]) => status),
    ]);
  }
  checkIds(objects);
  checkNeeds(objects);
  await checkLists(gateway, objects);
  const dump = await gateway.dump();
  for (const secret of [...CODES, APPROVED, ASKS_3DS, STAYS_PROCESSING, REFUSED, '5555555555554444'])
    expect(dump).not.toContain(secret);
}

/**
 * Checks that the contract allows each status change, that times ascend, and that the last status is the current one.
 */
function checkHistory({ value, hidden: { history } }: Transaction): void {
  for (const [index, [status, amount, time]] of history.entries()) {
    const [before, , earlier] = history[index - 1] ?? [undefined, 0, 0];
    if (before !== undefined && before !== status) expect(statusesAfter('transactions', before)).toContain(status);
    if (before === status) expect(status).toBe('paid');
    expect(time).toBeGreaterThanOrEqual(earlier);
    expect(amount).toBeGreaterThan(0);
  }
  expect(history.at(-1)?.[0]).toBe(value.status);
  expect(Date.parse(value.updated_at)).toBe(history.at(-1)?.[2]);
  expect(Date.parse(value.created_at)).toBe(history[0]?.[2]);
}

/** Checks that the captured amount is the remaining amount plus the refunds. */
function checkAmounts({ value, hidden: { history } }: Transaction): void {
  const { amount, capture_amount = 0, paid_amount } = value;
  expect(capture_amount).toBeLessThanOrEqual(amount);
  const captured = history.find(([status]) => status === 'paid')?.[1];
  if (value.status === 'refused' || captured === undefined) {
    // A review of a paid payment that ends badly gives back what was captured.
    const given = captured === undefined ? { paid_amount: null } : { paid_amount: 0 };
    expect({ capture_amount, paid_amount }).toEqual({ capture_amount: captured ?? 0, ...given });
    return;
  }
  const parts = history.filter(([status], index, all) => status === 'paid' && all[index - 1]?.[0] === 'paid');
  const whole = history.filter(([status]) => status === 'refunded');
  const back = [...parts, ...whole].reduce((sum, [, part]) => sum + part, 0);
  expect(captured).toBe(capture_amount);
  expect((paid_amount ?? Number.NaN) + back).toBe(capture_amount);
  if (value.status === 'refunded') expect(paid_amount).toBe(0);
  else expect(paid_amount).toBeGreaterThan(0);
}

async function checkInstallments(gateway: Gateway, { id, value }: Transaction): Promise<void> {
  const { data, total } = await gateway.call('listTransactionInstallments', { params: { id } });
  const isOver = value.status === 'refused' || value.status === 'canceled';
  expect(total).toBe(isOver ? 0 : value.installments);
  const expected = value.status === 'refunded' ? value.capture_amount : (value.paid_amount ?? value.amount);
  if (!isOver) expect(sumOf(data)).toBe(expected);
}

const sumOf = (parts: readonly Json[]): number => parts.reduce((sum: number, { amount }) => sum + amount, 0);

/** Checks that ids are unique over all objects and their parts. */
function checkIds(objects: readonly Stored[]): void {
  // A reference key has the id of its transaction.
  const own = objects.filter(({ kind }) => kind !== 'reference_keys').map(({ id }) => id);
  const inner = objects.flatMap(({ kind, value }: Json) => {
    if (kind === 'transactions')
      return [value.billing, ...value.items].flatMap((part) => (part === null ? [] : [part.id]));
    return kind === 'customers' ? value.documents.map(({ id }: Json) => id) : [];
  });
  expect(new Set([...own, ...inner]).size).toBe(own.length + inner.length);
}

/** Checks that every removable object that an active subscription needs exists. A removal searches the groups of the subscriptions. */
function checkNeeds(objects: readonly Stored[]): void {
  const known = new Set(objects.map(({ kind, id }) => `${kind}:${id}`));
  for (const { value, groups } of objects.filter(({ kind }) => kind === 'subscriptions')) {
    if (['canceled', 'ended'].includes(String(value.status))) {
      expect(groups).toEqual([]);
      continue;
    }
    const { price, customer } = value as Json;
    const needs = [`plans:${price.plan_id}`, `prices:${price.id}`];
    if (customer) needs.push(`customers:${customer.id}`);
    expect([...groups].sort()).toEqual(needs.sort());
    expect(needs.filter((need) => !known.has(need))).toEqual([]);
  }
}

const LISTS: readonly [OperationId, Kind][] = [
  ['listTransactions', 'transactions'],
  ['listCustomers', 'customers'],
  ['listCards', 'cards'],
  ['listPaymentLinks', 'links'],
  ['listPlans', 'plans'],
  ['listSubscriptions', 'subscriptions'],
];

/** Checks that each list has all stored objects, newest first, over all its pages. */
async function checkLists(gateway: Gateway, objects: readonly Stored[]): Promise<void> {
  for (const [operation, kind] of LISTS) {
    const stored = objects.filter((object) => object.kind === kind).sort((a, b) => b.id - a.id);
    const listed: Json[] = [];
    for (let page = 1, last = 1; page <= last; page++) {
      const { data, last_page, total } = await gateway.call(operation, {
        query: { page: String(page), per_page: '7' },
      });
      expect(total).toBe(stored.length);
      listed.push(...data);
      last = last_page;
    }
    expect(listed).toEqual(stored.map(({ value }) => value));
  }
  for (const { id } of objects.filter(({ kind }) => kind === 'links')) {
    const mine = objects.filter(({ kind, hidden }) => kind === 'transactions' && hidden.link === id);
    expect(await gateway.call('listPaymentLinkTransactions', { params: { id } })).toMatchObject({ total: mine.length });
  }
}

/** Records every status change of a subscription that the contract does not allow. */
function followSubscriptions() {
  type Status = keyof typeof transitions.SubscriptionStatus;
  const before = new Map<number, Status>();
  const wrong: string[] = [];
  const watch = (work: Work) => {
    const { items } = work.page('subscriptions', { page: 1, perPage: 100 });
    for (const { id, value } of items) {
      const [from, to] = [before.get(id), value.status as Status];
      const legal: readonly Status[] = from === undefined ? [to] : [from, ...transitions.SubscriptionStatus[from]];
      if (!legal.includes(to)) wrong.push(`${from} -> ${to}`);
      before.set(id, to);
    }
  };
  return { watch, wrong };
}
