import { createHash } from 'node:crypto';
import { isObject, type JsonObject, objectAt } from '../../contract/json.js';
import { MASK } from '../exchange.js';
import type { Ledger } from '../judge/ledger.js';
import { addTo, isId, isSameId, Memory } from './memory.js';
import { isSuccess, type Rule, type Seen } from './rule.js';

/** Checks the outcome of card payments and the cards that they store. */
export function cardRule(): Rule {
  const refused = new Memory<true>();
  const cards = new Memory<JsonObject>();
  /** Maps an e-mail address to the cards that this customer paid with. */
  const ofCustomer = new Memory<Set<string>>();
  /** Maps a digest of a card and its customer to the card id. The rule does not keep the card number. */
  const stored = new Memory<number | string>();

  return {
    judge(seen, ledger) {
      const { operationId } = seen.operation;
      if (operationId === 'createTransaction' && isSuccess(seen.status)) judgePayment(seen, ledger);
      if (operationId === 'retrieveTransaction') judgeRefused(seen, ledger);
      if (operationId === 'listCustomerCards' && isSuccess(seen.status)) judgeList(seen, ledger);
    },
  };

  function judgePayment(seen: Seen, ledger: Ledger): void {
    const { sent, returned } = seen;
    if (!isObject(sent) || !isObject(returned)) return;
    if (sent.payment_method === 'credit_card') judgeOutcome(sent, returned, ledger);
    const card = returned.card;
    if (!isObject(card) || !isId(card.card_id)) return;
    judgeStored(sent, card, seen, ledger);
    cards.set(card.card_id, card);
    const { email } = objectAt(sent, 'customer');
    addTo(ofCustomer, email, String(card.card_id));
  }

  function judgeOutcome(sent: JsonObject, { id, status }: JsonObject, ledger: Ledger): void {
    if (status === 'refused') refused.set(id, true);
    if (status !== 'paid' && status !== 'authorized') return;
    if (sent.capture !== undefined && typeof sent.capture !== 'boolean') return;
    const expected = sent.capture === false ? 'authorized' : 'paid';
    const how = sent.capture === false ? 'without a capture' : 'with its capture';
    ledger.check(
      'card-outcomes',
      status,
      status === expected,
      `An approved card ${how} was ${status}.`,
      `An approved card ${how} was ${status}, not ${expected}.`,
    );
  }

  /** Checks that the gateway stored the refused payment as a transaction. */
  function judgeRefused({ params, returned, status }: Seen, ledger: Ledger): void {
    if (!refused.get(params.id)) return;
    if (isSuccess(status) && isObject(returned) && returned.status === 'refused')
      ledger.confirm('card-outcomes', 'refused', 'A refused card was stored as a transaction.');
    else if (status === 404) ledger.refute('card-outcomes', 'A refused card was not stored.');
  }

  function judgeStored(sent: JsonObject, card: JsonObject, { returned }: Seen, ledger: Ledger): void {
    const known = cards.get(sent.card_id);
    if (known) {
      const isSame = ['brand', 'card_first_digits', 'card_last_digits'].every(
        (field) => known[field] === card[field] || known[field] === MASK || card[field] === MASK,
      );
      const how = 'A transaction that was paid by the card_id of another';
      ledger.check(
        'card-kept',
        'pays again',
        isSame && isSameId(sent.card_id, card.card_id),
        `${how} had its brand and digits.`,
        `${how} had another card.`,
      );
    }
    const sentCard = objectAt(sent, 'card');
    const { id: customer } = objectAt(objectAt({ returned }, 'returned'), 'customer');
    if (!isId(sentCard.card_number) || !isId(customer) || !isId(card.card_id)) return;
    const parts = [sentCard.card_number, sentCard.card_holder_name, sentCard.card_expiration_date, customer];
    const digest = createHash('sha256').update(JSON.stringify(parts)).digest('hex');
    const before = stored.get(digest);
    if (before === undefined) stored.set(digest, card.card_id);
    else
      ledger.check(
        'card-kept',
        'one card',
        isSameId(before, card.card_id),
        'The same card of the same customer had the same card_id.',
        'The same card of the same customer had another card_id.',
      );
  }

  function judgeList({ sent, returned }: Seen, ledger: Ledger): void {
    const paidWith = ofCustomer.get(isObject(sent) ? sent.email : undefined);
    if (!paidWith || !Array.isArray(returned)) return;
    const listed = new Set(returned.map((card) => String(isObject(card) ? card.card_id : '')));
    ledger.check(
      'card-kept',
      'listed',
      [...paidWith].every((id) => listed.has(id)),
      'The card of a transaction was among those of its customer.',
      'The card of a transaction was not among those of its customer.',
    );
  }
}
