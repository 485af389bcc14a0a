import { isObject, type JsonObject, objectAt } from '../../contract/json.js';
import { MASK } from '../exchange.js';
import type { Ledger } from '../judge/ledger.js';
import { isId, isSameId, Memory } from './memory.js';
import { isSuccess, type Rule, type Seen } from './rule.js';

type Id = number | string;

/** Checks how the gateway identifies customers: by external_id, else by e-mail. Guests match no customer. */
export function customerRule(): Rule {
  /** Maps an external_id to its customer. Null if two customers share it, because the contract does not say which one matches. */
  const byExternalId = new Memory<Id | null>();
  const removed = new Memory<true>();
  /** Maps an e-mail address to its customers, oldest first. */
  const byEmail = new Memory<readonly Id[]>();
  /** Maps a guest's id to the e-mail address. */
  const guests = new Memory<string>();
  const nobody = new Memory<true>();
  /** Maps a customer id to the name that a transaction sent for this existing customer. */
  const renamed = new Memory<string>();

  return {
    judge(seen, ledger) {
      const { operation, status, sent, returned } = seen;
      switch (operation.operationId) {
        case 'createTransaction':
          if (isSuccess(status)) judgePayer(sent, objectAt(objectAt({ returned }, 'returned'), 'customer'), ledger);
          break;
        case 'createCustomer':
          if (isSuccess(status) && isObject(returned)) judgeCreated(sent, returned, ledger);
          break;
        case 'findCustomer':
          if (isSuccess(status) && isObject(returned)) judgeFound(sent, returned, ledger);
          break;
        case 'listCustomerCards':
          judgeCards(seen, ledger);
          break;
        case 'deleteCustomer':
          if (isSuccess(status)) removed.set(seen.params.id, true);
          break;
        case 'retrieveCustomer':
          if (isSuccess(status) && isObject(returned)) judgeName(returned, ledger);
          break;
      }
    },
  };

  function judgePayer(sent: unknown, { id, name }: JsonObject, ledger: Ledger): void {
    const customer = isObject(sent) ? sent.customer : undefined;
    if (!isObject(customer) || !isId(id)) return;
    const { external_id: external, email } = customer;
    const isGuest = external === 0 || external === '0';
    const named = isGuest ? undefined : byExternalId.get(external);
    if (named === null) return;
    const knownByName = removed.get(named) ? undefined : named;
    const [knownByEmail] = withEmail(email);
    const known = knownByName ?? (isGuest || external === undefined ? knownByEmail : undefined);
    if (knownByName !== undefined) judgeSame('external_id', knownByName, id, ledger);
    else if (known !== undefined) judgeSame('e-mail', known, id, ledger);
    else if (isGuest && isId(email)) judgeGuest(id, String(email), ledger);
    if (known !== undefined && typeof customer.name === 'string' && customer.name !== MASK && name !== MASK)
      renamed.set(id, customer.name);
    remember(external, email, id);
  }

  function withEmail(email: unknown): readonly Id[] {
    return (byEmail.get(email) ?? []).filter((id) => !removed.get(id));
  }

  function remember(external: unknown, email: unknown, id: Id): void {
    if (external !== 0 && external !== '0' && external !== '') {
      const before = byExternalId.get(external);
      const isFirst = before === undefined || removed.get(before) || isSameId(before, id);
      byExternalId.set(external, isFirst ? id : null);
    }
    const known = withEmail(email);
    if (isId(email) && !known.some((one) => isSameId(one, id))) byEmail.set(email, [...known, id]);
  }

  function judgeSame(by: string, known: Id, id: Id, ledger: Ledger): void {
    ledger.check(
      'customer-identity',
      by,
      isSameId(known, id),
      `Two transactions with the same ${by} had the same customer.`,
      `Two transactions with the same ${by} had two customers.`,
    );
  }

  function judgeGuest(id: Id, email: string, ledger: Ledger): void {
    const known = guests.get(id);
    if (known !== undefined && known !== email)
      ledger.refute('customer-identity', 'Two guests with the external_id 0 were one customer.');
    else if (known === undefined && guests.size > 0)
      ledger.confirm('customer-identity', 'guests', 'Two guests with the external_id 0 were two customers.');
    guests.set(id, email);
  }

  function judgeCreated(sent: unknown, { id }: JsonObject, ledger: Ledger): void {
    const { external_id: external, email } = isObject(sent) ? sent : {};
    if (!isId(id)) return;
    if (withEmail(email).some((known) => isSameId(known, id)))
      ledger.refute('customer-identity', 'A second customer with the same e-mail address was the first one.');
    remember(external, email, id);
  }

  function judgeFound(sent: unknown, { id }: JsonObject, ledger: Ledger): void {
    const { email } = isObject(sent) ? sent : {};
    const known = withEmail(email);
    if (!isId(id)) nobody.set(email, true);
    else if (known.length > 1) {
      ledger.check(
        'customer-identity',
        'shared e-mail',
        isSameId(known[0], id),
        'Of two customers with one e-mail the first was found.',
        'Of two customers with one e-mail the later one was found.',
      );
    }
  }

  function judgeCards({ sent, returned, status }: Seen, ledger: Ledger): void {
    if (!nobody.get(isObject(sent) ? sent.email : undefined)) return;
    if (isSuccess(status) && Array.isArray(returned) && returned.length === 0)
      ledger.confirm('customer-identity', 'no cards', 'The cards of an e-mail that nobody has were an empty list.');
    else if (isSuccess(status) || status === 404 || status === 422)
      ledger.refute('customer-identity', 'The cards of an e-mail that nobody has were no empty list.');
  }

  function judgeName({ id, name }: JsonObject, ledger: Ledger): void {
    const sent = renamed.get(id);
    if (sent === undefined || typeof name !== 'string' || name === MASK) return;
    ledger.check(
      'customer-identity',
      'updated',
      name === sent,
      'What a transaction sent of a customer updated it.',
      'What a transaction sent of a customer did not update it.',
    );
  }
}
