import type { JsonObject } from '../../../contract/json.js';
import { cardOfPayment, outcomeOf } from '../cards.js';
import { customerOfPayment } from '../customers.js';
import { objectOf } from '../input.js';
import { ok } from '../resource.js';
import { type OperationHandler, rule, valueAs, type Work } from '../work.js';
import { startBoleto } from './boleto.js';
import { refusedByCode, startCard } from './card.js';
import { isByCard, readDraft } from './draft.js';
import { type Opened, open, requireFreeKey } from './open.js';
import { startPix } from './pix.js';
import { splitOf } from './split.js';

export const createTransaction = rule<OperationHandler>('card-outcomes', (work, { body = {} }) =>
  ok(create(work, body).created.value),
);

/** Creates a transaction from a request. */
export function create(work: Work, body: JsonObject, owner: { link?: number; key?: string } = {}): Opened {
  const draft = readDraft(body);
  requireFreeKey(work, draft.referenceKey);
  const split = splitOf(work, draft.amount, body);
  const id = work.id();
  const customer = customerOfPayment(work, body);
  const opening = { id, draft: { ...draft, split }, customer: customer && valueAs('Customer', customer), ...owner };
  if (!isByCard(draft.method)) {
    const start =
      draft.method === 'pix'
        ? startPix(work, draft, body.expiration_date)
        : startBoleto(work, draft.amount, objectOf(body.boleto));
    return open(work, { ...opening, start });
  }
  const card = cardOfPayment(work, body, customer?.id);
  const start = startCard(work, draft, outcomeOf(card), refusedByCode(body));
  return open(work, { ...opening, start, card: valueAs('Card', card) });
}
