import type { components } from '../../generated/sandbox-types.js';
import type { JsonObject } from '../contract/json.js';
import { loadScenario } from './scenario/index.js';
import type { Run } from './state/index.js';

/** How many objects of each kind to create. */
export type Population = Readonly<components['schemas']['Population']>;

/** The number of objects per unit of work. Other work can run between units. */
const BATCH = 25;

/** Creates the same objects each time, as scenarios. Their events are sent as usual. */
export async function populate(run: Run, account: string, given: Population): Promise<Required<Population>> {
  const { customers = 0, transactions = 0, links = 0, subscriptions = 0 } = given;
  await create('customers', customers, customerOf);
  await create('transactions', transactions, transactionOf);
  await create('links', links, (index) => ({ name: `Pedido ${index + 1}`, amount: amountOf(index) }));
  if (subscriptions > 0) {
    const plans = { club: { name: 'Clube do Livro' } };
    const prices = { monthly: { amount: 4990, interval: 'month', plan_id: 'club' } };
    const loaded = await loadScenario(run, account, { plans, prices });
    await create('subscriptions', subscriptions, (index) => ({
      price_id: loaded.prices?.monthly?.id,
      payment_method: 'credit_card',
      customer: customerOf(index),
      card: 'approved',
    }));
  }
  return { customers, transactions, links, subscriptions };

  async function create(section: string, count: number, entryOf: (index: number) => JsonObject): Promise<void> {
    for (let from = 0; from < count; from += BATCH) {
      const length = Math.min(BATCH, count - from);
      const entries = Array.from({ length }, (_, index) => [`n${from + index}`, entryOf(from + index)]);
      await loadScenario(run, account, { [section]: Object.fromEntries(entries) });
    }
  }
}

const PAID_PIX = { payment_method: 'pix', status: 'paid' };
const PAID_BY_CARD = { payment_method: 'credit_card', card: 'approved' };

/** All common payment methods and states, in turn. */
const PAYMENTS: readonly JsonObject[] = [
  PAID_PIX,
  PAID_BY_CARD,
  { payment_method: 'pix' },
  { payment_method: 'boleto', async: true },
  PAID_PIX,
  PAID_BY_CARD,
  { payment_method: 'credit_card', card: 'refused' },
  { ...PAID_BY_CARD, status: 'refunded' },
];

function transactionOf(index: number): JsonObject {
  const payment = PAYMENTS[index % PAYMENTS.length] ?? {};
  return {
    amount: amountOf(index),
    customer: customerOf(index),
    metadata: JSON.stringify({ order: index + 1 }),
    ...(payment.card !== undefined && { installments: 1 + (index % 3) }),
    ...payment,
  };
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
