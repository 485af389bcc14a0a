import { createHash } from 'node:crypto';
import { asObject, booleanOf, isObject, type JsonObject, jsonOf, objectAt, textOf } from 'payment-gateway-core/util';
import { isRefusal, MASK } from '../exchange.js';
import { addTo, type CreateCheck, isId, isSameId, Memory, type Seen } from './check.js';

type Id = number | string;
const KEY = 'customer-identity';

/** Returns whether the customer may still have this value: it was not deleted, and no later response shows another value. */
function mayHave(resources: Seen['resources'], id: unknown, field: 'email' | 'external_id', value: unknown): boolean {
  if (resources.isRemoved('customers', id)) return false;
  const shown = resources.latest('customers', id)?.[field];
  return shown === undefined || shown === MASK || textOf(shown).toLowerCase() === textOf(value).toLowerCase();
}

/** Checks how the gateway identifies customers: by external_id, else by e-mail. Guests match no customer. */
export const customerCheck: CreateCheck = (ledger) => {
  /** Maps an external_id to its customer. Null if two customers share it, because the contract does not say which one matches. */
  const byExternalId = new Memory<Id | null>();
  /** Maps an e-mail address to its customers, oldest first. */
  const byEmail = new Memory<readonly Id[]>();
  /** Maps a guest's id to the e-mail address. */
  const guests = new Memory<string>();
  /** E-mail addresses that belong to no customer. */
  const unused = new Memory<true>();
  /** Maps a customer id to the name that a transaction sent for this existing customer. */
  const renamed = new Memory<string>();

  return {
    judge(seen) {
      const { operation, operationId, collection, ok, body } = seen;
      const isLookup = operationId === 'listCustomerCards' || operationId === 'findCustomer';
      if (isLookup && seen.status === 404 && withEmail(seen.sent.email, seen.resources).length > 0)
        ledger.refute('customer-lookup', 'A search for the e-mail address of a known customer returned 404.');
      if (operationId === 'listCustomerCards') judgeCards(seen);
      const isDuplicate = operationId === 'createCustomer' && withEmail(seen.sent.email, seen.resources).length > 0;
      if (isDuplicate && isRefusal(seen.status) && /e-?mail/i.test(jsonOf(seen.returned ?? '')))
        ledger.refute(KEY, 'A second customer with the same e-mail address was refused.');
      if (!ok) return;
      if (operation.method !== 'GET' && collection === 'customers') renamed.delete(seen.id);
      if (operationId === 'createTransaction') judgePayer(seen);
      if (operationId === 'createCustomer') judgeCreated(seen);
      if (operationId === 'findCustomer') judgeFound(seen);
      const sent = renamed.get(seen.id);
      if (operationId === 'retrieveCustomer' && sent !== undefined && body.name !== MASK)
        ledger.check(KEY, 'updated', body.name === sent, 'The customer fields of a transaction update the customer.');
    },
  };

  function judgePayer({ sent, body, resources }: Seen): void {
    const { external_id: external, email, name: wanted } = objectAt(sent, 'customer');
    const { id, name } = objectAt(body, 'customer');
    if (!('customer' in sent) || !isId(id)) return;
    const isGuest = external === 0 || external === '0';
    const named = isGuest ? undefined : byExternalId.get(external);
    if (named === null) return;
    const knownByName = mayHave(resources, named, 'external_id', external) ? named : undefined;
    const [knownByEmail] = withEmail(email, resources);
    const known = knownByName ?? (isGuest || external === undefined ? knownByEmail : undefined);
    const by = knownByName === undefined ? 'e-mail' : 'external_id';
    if (known !== undefined)
      ledger.check(KEY, by, isSameId(known, id), `Two transactions with the same ${by} have the same customer.`);
    else if (isGuest && isId(email)) {
      const before = guests.get(id);
      const holds =
        before !== undefined && before !== email ? false : before === undefined && guests.size > 0 ? true : undefined;
      ledger.check(KEY, 'guests', holds, 'Two guests with the external_id 0 are two customers.');
      guests.set(id, String(email));
    }
    if (known !== undefined && typeof wanted === 'string' && wanted !== MASK && name !== MASK) renamed.set(id, wanted);
    remember(external, email, id, resources);
  }

  function withEmail(email: unknown, resources: Seen['resources']): readonly Id[] {
    return (byEmail.get(email) ?? []).filter((id) => mayHave(resources, id, 'email', email));
  }

  function remember(external: unknown, email: unknown, id: Id, resources: Seen['resources']): void {
    if (external !== 0 && external !== '0' && external !== '') {
      const before = byExternalId.get(external);
      const isFirst =
        before === undefined || !mayHave(resources, before, 'external_id', external) || isSameId(before, id);
      byExternalId.set(external, isFirst ? id : null);
    }
    const known = withEmail(email, resources);
    if (isId(email) && !known.some((one) => isSameId(one, id))) byEmail.set(email, [...known, id]);
  }

  function judgeCreated({ sent, body: { id }, resources }: Seen): void {
    if (!isId(id)) return;
    if (withEmail(sent.email, resources).some((known) => isSameId(known, id)))
      ledger.refute(KEY, 'Creating a second customer with the same e-mail address returned the first one.');
    remember(sent.external_id, sent.email, id, resources);
  }

  function judgeFound({ sent: { email }, body: { id }, resources }: Seen): void {
    const known = withEmail(email, resources);
    if (isId(id)) ledger.confirm('customer-lookup', 'customer', 'A search by e-mail returned a customer.');
    if (!isId(id)) unused.set(email, true);
    else if (known.length > 1) {
      const expected = 'Of two customers with one e-mail, a search finds the older one.';
      ledger.check(KEY, 'shared e-mail', isSameId(known[0], id), expected);
    }
  }

  function judgeCards({ sent, status, ok, returned }: Seen): void {
    if (ok && Array.isArray(returned) && isId(asObject(returned[0]).card_id))
      ledger.confirm('customer-lookup', 'cards', 'The cards of a customer were a bare array.');
    if (!unused.get(sent.email)) return;
    const isEmpty = ok && Array.isArray(returned) && returned.length === 0;
    const holds = isEmpty ? true : ok || status === 404 || status === 422 ? false : undefined;
    ledger.check(KEY, 'no cards', holds, 'For an e-mail without a customer, the list of cards is empty.');
  }
};

/** Checks the outcome of card payments and the cards that they store. */
export const cardCheck: CreateCheck = (ledger) => {
  const cards = new Memory<JsonObject>();
  /** Maps an e-mail address to the cards that this customer paid with, and to the customer. */
  const ofCustomer = new Memory<Set<string>>();
  const payers = new Memory<unknown>();
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
    const { email } = objectAt(sent, 'customer');
    addTo(ofCustomer, email, String(card.card_id));
    payers.set(email, objectAt(body, 'customer').id);
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

  function judgeList({ sent: { email }, returned, resources }: Seen): void {
    const paidWith = ofCustomer.get(email);
    if (!paidWith || !Array.isArray(returned) || !mayHave(resources, payers.get(email), 'email', email)) return;
    const listed = new Set(returned.map((card) => textOf(isObject(card) ? card.card_id : '')));
    const holds = [...paidWith].every((id) => listed.has(id));
    ledger.check('card-kept', 'listed', holds, "A customer's cards include the card of a transaction.");
  }
};
