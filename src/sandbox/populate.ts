import type { JsonObject } from '../contract/json.js';
import { actOn } from './objects.js';
import { type OperationId, rules } from './rules/index.js';
import { cardOf } from './scenario/index.js';
import type { Run, Work } from './state/index.js';

/** How many objects of each kind are made. */
export interface Population {
  readonly customers?: number;
  readonly transactions?: number;
  readonly links?: number;
  readonly subscriptions?: number;
}

const KINDS = ['customers', 'transactions', 'links', 'subscriptions'] as const;
const MOST = 100_000;

/** So many objects are made by one unit of work: others get their turn in between. */
const BATCH = 25;

/** Throws one line that names what makes no sense. */
export function checkPopulation(given: unknown): Required<Population> {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    throw new TypeError(`populate takes an object with ${KINDS.join(', ')}`);
  }
  const unknown = Object.keys(given).find((name) => !KINDS.some((kind) => kind === name));
  if (unknown !== undefined)
    throw new TypeError(`populate has no ${unknown.slice(0, 40)}; it takes ${KINDS.join(', ')}`);
  const counts: Population = given;
  const count = (kind: (typeof KINDS)[number]): number => {
    const value = counts[kind] ?? 0;
    if (Number.isSafeInteger(value) && value >= 0 && value <= MOST) return value;
    throw new RangeError(`${kind} must be a whole number from 0 to ${MOST}`);
  };
  return {
    customers: count('customers'),
    transactions: count('transactions'),
    links: count('links'),
    subscriptions: count('subscriptions'),
  };
}

/** Makes objects by the rules of the operations that create them, the same ones each time; their events are sent like all others. */
export async function populate(run: Run, account: string, given: Population): Promise<Required<Population>> {
  const population = checkPopulation(given);
  const { customers, transactions, links, subscriptions } = population;
  await batches(customers, (work, index) => call(work, 'createCustomer', customerOf(index)));
  await batches(transactions, transaction);
  await batches(links, (work, index) =>
    call(work, 'createPaymentLink', { name: `Pedido ${index + 1}`, amount: amountOf(index) }),
  );
  if (subscriptions > 0) {
    const price = await run(account, (work) => {
      const plan = call(work, 'createPlan', { name: 'Clube do Livro' });
      return call(work, 'createPrice', { amount: 4990, interval: 'month', plan_id: plan.id });
    });
    await batches(subscriptions, (work, index) =>
      call(work, 'createSubscription', {
        price_id: price.id,
        payment_method: 'credit_card',
        customer: customerOf(index),
        card: cardOf('approved'),
      }),
    );
  }
  return population;

  async function batches(count: number, make: (work: Work, index: number) => unknown): Promise<void> {
    for (let from = 0; from < count; from += BATCH) {
      await run(account, (work) => {
        for (let index = from; index < Math.min(from + BATCH, count); index++) make(work, index);
      });
    }
  }
}

/** Every payment method, and every state that a shop sees often. */
function transaction(work: Work, index: number): void {
  const request = {
    amount: amountOf(index),
    customer: customerOf(index),
    metadata: JSON.stringify({ order: index + 1 }),
  };
  const card = { ...request, payment_method: 'credit_card', installments: 1 + (index % 3) };
  const waiting = { ...request, async: true };
  switch (index % 8) {
    case 0:
    case 4:
      act(work, 'pay', call(work, 'createTransaction', { ...waiting, payment_method: 'pix' }));
      break;
    case 1:
    case 5:
      call(work, 'createTransaction', { ...card, card: cardOf('approved') });
      break;
    case 2:
      call(work, 'createTransaction', { ...waiting, payment_method: 'pix' });
      break;
    case 3:
      call(work, 'createTransaction', { ...waiting, payment_method: 'boleto' });
      break;
    case 6:
      call(work, 'createTransaction', { ...card, card: cardOf('refused') });
      break;
    default:
      act(work, 'refund', call(work, 'createTransaction', { ...card, card: cardOf('approved') }));
  }
}

function call(work: Work, operationId: OperationId, body: JsonObject): JsonObject {
  const { body: created } = rules[operationId](work, { operationId, params: {}, query: {}, body });
  return created as JsonObject; // what these operations return
}

function act(work: Work, name: 'pay' | 'refund', { id }: JsonObject): void {
  actOn(work, name, Number(id));
}

/** From R$ 15.00 to R$ 314.70, in no visible order. */
const amountOf = (index: number): number => 1500 + ((index * 7) % 1000) * 30;

const NAMES = ['Ana Souza', 'Bruno Lima', 'Carla Dias', 'Davi Rocha', 'Elisa Melo', 'Fábio Nunes', 'Gabriela Reis'];

/** A few buyers that come again. */
function customerOf(index: number): JsonObject {
  const number = index % 50;
  return {
    external_id: `buyer-${number + 1}`,
    name: NAMES[number % NAMES.length],
    email: `buyer-${number + 1}@example.com`,
  };
}
