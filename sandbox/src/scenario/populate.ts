import { DAY } from 'payment-gateway-core/codes';
import type { JsonObject } from 'payment-gateway-core/util';
import type { components } from '../../generated/sandbox-types.js';
import { SCHEMA_KINDS } from '../rules/index.js';
import { createRandom } from '../server/index.js';
import type { Run } from '../state/index.js';
import { loadScenario } from './load.js';

/** How many objects of each kind to create, and the seed of their names, amounts and times. */
export type Population = Readonly<components['schemas']['Population']>;
/** How many objects of each kind were created. */
export type Populated = Readonly<components['schemas']['Populated']>;

/** The number of objects per unit of work. Other work can run between units. */
const BATCH = 25;
/** Customers of the account that can be buyers if the population has none. */
const MOST_BUYERS = 100;

/** Creates exactly the given number of objects, as scenarios. Their events are sent as usual. */
export async function populate(run: Run, account: string, given: Population): Promise<Populated> {
  const { transactions = 0, links = 0, subscriptions = 0, seed = 'populate' } = given;
  const { customers = Math.ceil((transactions + subscriptions) / 3) } = given;
  const { now, known, last } = await run(account, (work) => ({
    now: work.now,
    known: work.page(SCHEMA_KINDS.Customer, { page: 1, perPage: MOST_BUYERS }),
    last: work.state.events({ offset: 0, limit: 1 }).items[0]?.time ?? 0,
  }));
  const { total } = known;
  // Lists are sorted by id, so no object is older than one with a smaller id.
  const begin = Math.min(now, Math.max(last, now - DAY));
  const step = (now - begin) / (customers + transactions + links + subscriptions + 1);
  let steps = 0;
  // A second population of the account creates other people.
  const random = createRandom(total === 0 ? seed : `${seed} ${total}`);
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item; // no list is empty
  const amount = () => pick(PRICES) * pick([1, 1, 1, 2, 3]) + pick(SHIPPING);

  const created = await create('customers', customers, (index) => customerOf(pick, total + index + 1));
  const buyers = created.length > 0 ? created : known.items.map(({ id }) => id);
  const buyer = () => buyers.length > 0 && { customer_id: pick(buyers) };
  await create('transactions', transactions, (index) => {
    const payment = PAYMENTS[index % PAYMENTS.length] ?? {};
    const installments = payment.card !== undefined && { installments: pick([1, 1, 1, 2, 3, 6]) };
    return {
      amount: amount(),
      ...buyer(),
      metadata: JSON.stringify({ order: index + 1 }),
      ...installments,
      ...payment,
    };
  });
  await create('links', links, (index) => ({ name: `Pedido ${index + 1}`, amount: amount() }));
  if (subscriptions > 0) {
    const plans = { club: { name: 'Clube do Livro' } };
    const prices = { monthly: { amount: 4990, interval: 'month', plan_id: 'club' } };
    const loaded = await loadScenario(run, account, { plans, prices }, () => Math.floor(begin + step * steps));
    const fields = { price_id: loaded.prices?.monthly?.id, payment_method: 'credit_card', card: 'approved' };
    await create('subscriptions', subscriptions, () => ({ ...fields, ...buyer() }));
  }
  return { customers, transactions, links, subscriptions };

  /** Creates objects at ascending times. Returns their ids. */
  async function create(section: string, count: number, entryOf: (index: number) => JsonObject): Promise<number[]> {
    const ids: number[] = [];
    const times = Array.from({ length: count }, () => Math.floor(begin + step * (steps++ + random())));
    for (let from = 0; from < count; from += BATCH) {
      const length = Math.min(BATCH, count - from);
      const entries = Array.from({ length }, (_, index) => [`n${from + index}`, entryOf(from + index)]);
      const scenario = { [section]: Object.fromEntries(entries) };
      const loaded = await loadScenario(run, account, scenario, (name) => times[Number(name.slice(1))] ?? now);
      ids.push(...Object.values(loaded[section] ?? {}).map(({ id }) => id));
    }
    return ids;
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

/** Centavos. */
const PRICES = [1990, 2990, 3990, 4990, 5990, 7990, 8990, 9990, 11_990, 14_990, 18_990, 24_990, 34_900];
const SHIPPING = [0, 0, 990, 1290, 1490, 1875, 2340];

const FIRST_NAMES =
  'Ana Bruno Camila Carlos Daniela Davi Elisa Fábio Gabriela Heitor Isabela João Juliana Larissa Lucas Luiza Marcos Mariana Otávio Patrícia Paulo Rafael Renata Sofia Thiago Vitória'.split(
    ' ',
  );
const LAST_NAMES =
  'Almeida Alves Araújo Barbosa Cardoso Carvalho Costa Dias Ferreira Gomes Lima Lopes Martins Melo Moreira Nunes Oliveira Pereira Ribeiro Rocha Santos Silva Souza Teixeira'.split(
    ' ',
  );

/** Returns a customer whose number makes the e-mail address and the identifier unique. */
function customerOf(pick: (items: readonly string[]) => string, number: number): JsonObject {
  const name = `${pick(FIRST_NAMES)} ${pick(LAST_NAMES)}`;
  const plain = name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replace(' ', '.');
  return { external_id: `buyer-${number}`, name, email: `${plain}.${number}@example.com` };
}
