import type { components } from '../../generated/sandbox-types.js';
import type { JsonObject } from '../contract/json.js';
import { actOn } from './objects.js';
import { type OperationId, rules } from './rules/index.js';
import { cardOf } from './scenario/index.js';
import type { Run, Work } from './state/index.js';

/** How many objects of each kind to create. */
export type Population = Readonly<components['schemas']['Population']>;

/** The number of objects per unit of work. Other work can run between units. */
const BATCH = 25;

/** Creates the same objects each time with the rules of the create operations. Their events are sent as usual. */
export async function populate(run: Run, account: string, given: Population): Promise<Required<Population>> {
  const { customers = 0, transactions = 0, links = 0, subscriptions = 0 } = given;
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
  return { customers, transactions, links, subscriptions };

  async function batches(count: number, make: (work: Work, index: number) => unknown): Promise<void> {
    for (let from = 0; from < count; from += BATCH) {
      await run(account, (work) => {
        for (let index = from; index < Math.min(from + BATCH, count); index++) make(work, index);
      });
    }
  }
}

/** All common payment methods and states, in turn. */
const PAYMENTS: readonly { readonly request: JsonObject; readonly act?: 'pay' | 'refund' }[] = [
  { request: { payment_method: 'pix', async: true }, act: 'pay' },
  { request: { payment_method: 'credit_card', card: cardOf('approved') } },
  { request: { payment_method: 'pix', async: true } },
  { request: { payment_method: 'boleto', async: true } },
  { request: { payment_method: 'pix', async: true }, act: 'pay' },
  { request: { payment_method: 'credit_card', card: cardOf('approved') } },
  { request: { payment_method: 'credit_card', card: cardOf('refused') } },
  { request: { payment_method: 'credit_card', card: cardOf('approved') }, act: 'refund' },
];

function transaction(work: Work, index: number): void {
  const { request = {}, act } = PAYMENTS[index % PAYMENTS.length] ?? {};
  const { id } = call(work, 'createTransaction', {
    amount: amountOf(index),
    customer: customerOf(index),
    metadata: JSON.stringify({ order: index + 1 }),
    ...(request.card !== undefined && { installments: 1 + (index % 3) }),
    ...request,
  });
  if (act !== undefined) actOn(work, act, Number(id));
}

function call(work: Work, operationId: OperationId, body: JsonObject): JsonObject {
  const { body: created } = rules[operationId](work, { operationId, params: {}, query: {}, body });
  return created as JsonObject; // these operations return an object
}

/** Returns an amount from R$ 15.00 to R$ 314.70, in no visible order. */
const amountOf = (index: number): number => 1500 + ((index * 7) % 1000) * 30;

const NAMES = ['Ana Souza', 'Bruno Lima', 'Carla Dias', 'Davi Rocha', 'Elisa Melo', 'Fábio Nunes', 'Gabriela Reis'];

/** Returns one of a few returning buyers. */
function customerOf(index: number): JsonObject {
  const number = index % 50;
  return {
    external_id: `buyer-${number + 1}`,
    name: NAMES[number % NAMES.length],
    email: `buyer-${number + 1}@example.com`,
  };
}
