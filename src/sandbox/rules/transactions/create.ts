import type { JsonObject } from '../../json.js';
import { planCard } from '../cards.js';
import { planCustomer } from '../customers.js';
import { amountOf, countOf, string } from '../input.js';
import { unprocessable } from '../refusals.js';
import { ok } from '../resource.js';
import { MOST_INSTALLMENTS } from '../simulate-tax.js';
import type { Rule, Stored, Work } from '../work.js';
import { startBoleto } from './boleto.js';
import { startCard } from './card.js';
import { type Opened, open, referenceKey } from './open.js';
import { startPix } from './pix.js';
import { splitOf } from './split.js';
import type { Start } from './start.js';
import { KIND } from './transaction.js';
import { idsOf } from './wire.js';

export const createTransaction: Rule = (work, { body = {} }) => ok(create(work, body).created.value);

/** A transaction as a request describes it. Everything that may refuse it comes before the first id is taken. */
export function create(work: Work, body: JsonObject, belongsTo: { link?: number; key?: string } = {}): Opened {
  const amount = amountOf(body.amount, 'amount');
  refuseTakenKey(work, body);
  const split = splitOf(work, amount, body);
  const customer = planCustomer(work, body);
  const card = isCard(body) ? planCard(work, body, customer?.known) : undefined;
  const installments = isCard(body)
    ? countOf(body.installments, 'installments', { min: 1, max: MOST_INSTALLMENTS }, 1)
    : 1;
  const start = startOf(work, amount, body, card);
  const [id = 0, ...ids] = work.ids(1 + (customer?.ids ?? 0) + (card?.ids ?? 0) + idsOf(body));
  const nextId = () => ids.shift() ?? noId();
  const payer: Stored | undefined = customer?.keep(nextId);
  const paidWith = card?.keep(nextId, payer?.id);
  const draft = {
    id,
    amount,
    method: String(body.payment_method),
    installments,
    body,
    customer: payer?.value,
    card: paidWith?.value,
    split,
  };
  return open(work, { draft, start, ...belongsTo }, nextId);
}

const isCard = ({ payment_method }: JsonObject): boolean =>
  payment_method === 'credit_card' || payment_method === 'debit_card';

function startOf(
  work: Work,
  amount: number,
  body: JsonObject,
  card: { outcome: Parameters<typeof startCard>[3] } | undefined,
): Start {
  if (card !== undefined) return startCard(work, amount, body, card.outcome);
  if (body.payment_method === 'pix') return startPix(work, amount, body);
  if (body.payment_method === 'boleto') return startBoleto(work, amount, body);
  throw unprocessable('payment_method: must be credit_card, debit_card, pix or boleto');
}

/** The merchant's own key names one transaction for ever. */
function refuseTakenKey(work: Work, { reference_key }: JsonObject): void {
  const key = string(reference_key);
  if (key === undefined) return;
  const taken = work.find(KIND, referenceKey(key));
  if (taken !== undefined) throw unprocessable(`reference_key: transaction ${taken.id} has it already`);
}

function noId(): never {
  throw new Error('Fewer ids were reserved than are needed.');
}
