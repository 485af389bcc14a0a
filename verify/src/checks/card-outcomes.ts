import { createHash } from 'node:crypto';
import { booleanOf, isObject, type JsonObject, jsonOf, objectAt, textOf } from 'payment-gateway-core/util';
import { MASK } from '../exchange.js';
import type { CreateCheck, Seen } from './check.js';
import { addTo, isId, isSameId, Memory } from './memory.js';

/** Checks the outcome of card payments and the cards that they store. */
export const cardCheck: CreateCheck = (ledger) => {
  const cards = new Memory<JsonObject>();
  /** Maps an e-mail address to the cards that this customer paid with. */
  const ofCustomer = new Memory<Set<string>>();
  /** Maps a digest of a card and its customer to the card id. The check does not keep the card number. */
  const stored = new Memory<number | string>();

  return {
    judge(seen) {
      const { operationId, ok, before, body, status } = seen;
      if (operationId === 'createTransaction' && ok) judgePayment(seen);
      if (operationId === 'listCustomerCards' && ok) judgeList(seen);
      if (operationId === 'retrieveTransaction' && before?.status === 'refused') {
        const holds = status === 404 ? false : body.status === 'refused' ? true : undefined;
        ledger.check('card-outcomes', 'refused', holds, 'A refused payment is stored as a transaction.');
      }
    },
  };

  function judgePayment({ sent, body }: Seen): void {
    const { status } = body;
    const isCaptured = sent.capture === undefined || booleanOf(sent.capture) === true;
    if (sent.payment_method === 'credit_card' && (isCaptured || sent.capture === false)) {
      const holds = status === 'paid' ? isCaptured : status === 'authorized' ? !isCaptured : undefined;
      const expected = 'An approved card payment is paid, or authorized without a capture.';
      ledger.check('card-outcomes', textOf(status), holds, expected);
    }
    const card = objectAt(body, 'card');
    if (!isId(card.card_id)) return;
    const known = cards.get(sent.card_id);
    if (known) {
      const isSame = ['brand', 'card_first_digits', 'card_last_digits'].every(
        (field) => known[field] === card[field] || known[field] === MASK || card[field] === MASK,
      );
      const expected = 'A payment by the card_id of an earlier one has its brand and digits.';
      ledger.check('card-kept', 'pays again', isSame && isSameId(sent.card_id, card.card_id), expected);
    }
    judgeStored(objectAt(sent, 'card'), objectAt(body, 'customer').id, card.card_id);
    cards.set(card.card_id, card);
    addTo(ofCustomer, objectAt(sent, 'customer').email, String(card.card_id));
  }

  function judgeStored(sent: JsonObject, customer: unknown, id: number | string): void {
    if (!isId(sent.card_number) || !isId(customer)) return;
    const parts = [sent.card_number, sent.card_holder_name, sent.card_expiration_date, customer];
    const digest = createHash('sha256').update(jsonOf(parts)).digest('hex');
    const before = stored.get(digest);
    const holds = before === undefined ? undefined : isSameId(before, id);
    ledger.check('card-kept', 'one card', holds, 'The same card of the same customer has the same card_id.');
    if (before === undefined) stored.set(digest, id);
  }

  function judgeList({ sent, returned }: Seen): void {
    const paidWith = ofCustomer.get(sent.email);
    if (!paidWith || !Array.isArray(returned)) return;
    const listed = new Set(returned.map((card) => textOf(isObject(card) ? card.card_id : '')));
    const holds = [...paidWith].every((id) => listed.has(id));
    ledger.check('card-kept', 'listed', holds, "A customer's cards include the card of a transaction.");
  }
};
