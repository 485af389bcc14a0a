import { entryKey, evidenceTexts, type Operation } from 'payment-gateway-core/contract';
import { isObject, type JsonObject, listAt, objectAt, textOf } from 'payment-gateway-core/util';
import type { RegisterKey, Variant } from 'payment-gateway-core/values';
import { MASK } from '../exchange.js';
import { type EvidenceLedger, type JudgedContract, printableName } from '../judge/index.js';
import { type Check, type CreateCheck, isId, isSameId, Memory, type Seen } from './check.js';

/** The schemas with a status that changes: its collection, the schema of the status, and the entry about the changes. */
const CHANGING: Readonly<Record<string, readonly [string, string, RegisterKey]>> = {
  Transaction: ['transactions', 'TransactionStatus', 'transaction-transitions'],
  PaymentLink: ['links', 'PaymentLinkStatus', 'link-transitions'],
  Subscription: ['subscriptions', 'SubscriptionStatus', 'subscription-transitions'],
  BankAccount: ['bank-accounts', 'BankAccountStatus', 'bank-account-transitions'],
};

const UPDATE = 'An update keeps the fields that the request does not contain.';

/** Compares several exchanges with the same resource: updates, status changes, and its id. */
export const sequenceCheck: CreateCheck = (ledger, contract) => new SequenceCheck(ledger, contract);

class SequenceCheck implements Check {
  readonly #ledger: EvidenceLedger;
  readonly #contract: JudgedContract;
  /** Maps each change of status that needs no variant to the evidence of its row in `x-transitions`. */
  readonly #permitted: ReadonlyMap<string, readonly string[]>;
  readonly #collections = new Memory<string>();
  /** Maps a resource to the filled fields that its last update did not send. */
  readonly #filledBefore = new Memory<readonly string[]>();
  readonly #created: { collection: string; id: number }[] = [];

  constructor(ledger: EvidenceLedger, contract: JudgedContract) {
    this.#ledger = ledger;
    this.#contract = contract;
    const usual = contract.transitions.filter(({ variants }) => variants.length === 0);
    this.#permitted = new Map(usual.map(({ subject, evidence }) => [subject, evidence]));
  }

  judge(seen: Seen): void {
    const { operationId, ok, records, body, resources } = seen;
    if (!ok) return;
    if (operationId.startsWith('update')) this.#judgeUpdate(seen);
    else this.#judgeRetrieved(seen);
    for (const { name, value } of records) this.#judgeStatus(name, value, resources);
    if (operationId === 'createReceiverBankAccount' && typeof body.status === 'string') {
      const isActive = body.status === 'active';
      this.#ledger.check('bank-account-transitions', 'begins', isActive, 'A new bank account is active.');
    }
    this.#judgeIdType(seen);
    this.#judgeUnique(seen);
  }

  #judgeUpdate({ operationId, before, sent, body, collection, id }: Seen): void {
    const unsent = Object.keys(before ?? {}).filter(
      (field) => !(field in sent) && !field.endsWith('_at') && isPlain(before?.[field]),
    );
    const kept = unsent.filter((field) => field in body);
    const holds = kept.length > 0 ? kept.every((field) => [before?.[field], MASK].includes(body[field])) : undefined;
    this.#ledger.check('update-request-fields', operationId, holds, UPDATE);
    this.#filledBefore.set(
      `${collection}/${id}`,
      unsent.filter((field) => before?.[field] !== null),
    );
  }

  /** A response to an update may be a part of the object, so a missing field counts only when the object is retrieved. */
  #judgeRetrieved({ operation, collection, id, body }: Seen): void {
    const isWhole = operation.method === 'GET' && operation.path.endsWith('}');
    const fields = isWhole ? this.#filledBefore.get(`${collection}/${id}`) : [];
    if (fields?.some((field) => body[field] === undefined || body[field] === null))
      this.#ledger.check('update-request-fields', '', false, UPDATE, 'update-request-fields=clears-others');
  }

  #judgeStatus(name: string, value: JsonObject, resources: Seen['resources']): void {
    const { id, status } = value;
    const [collection, schema, key] = CHANGING[name] ?? [];
    if (collection === undefined || key === undefined || !isId(id) || typeof status !== 'string') return;
    const latest = resources.latest(collection, id);
    const before = latest?.status;
    if (typeof before !== 'string' || before === status) return;
    const subject = `${schema} ${before} ${status}`;
    const isListed = (state: string) =>
      [...this.#permitted.keys()].some(
        (one) => one.startsWith(`${schema} `) && one.split(' ').slice(1).includes(state),
      );
    const method = textOf(value.payment_method ?? latest?.payment_method);
    const variant = this.#variantOf(subject, method);
    const permitted = this.#permitted.get(subject);
    const change = `The status changed from ${before} to ${status}`;
    if (variant) {
      const [entry] = variant.split('=') as [RegisterKey];
      this.#ledger.refute(entry, `${change}.`, variant);
    } else if (permitted) for (const one of permitted) this.#ledger.confirm(entryKey(one), subject, `${change}.`);
    // The exchanges may have missed a status in between, so refute only if no permitted chain connects the two.
    else if (isListed(before) && isListed(status) && !this.#isReachable(`${schema}`, before, status, method))
      this.#ledger.refute(key, `${change}, which the contract does not permit.`);
  }

  /** Returns the variant that permits a change of status, for the payment method of the transaction. */
  #variantOf(subject: string, method: string): Variant | undefined {
    const variants = this.#contract.transitions.flatMap((one) => (one.subject === subject ? one.variants : []));
    // The contract's lint checks that the register has the variant.
    return variants.find((variant) => variant.startsWith(`${method}-`)) as Variant | undefined;
  }

  #isReachable(schema: string, from: string, to: string, method: string): boolean {
    const reached = new Set([from]);
    const subjects = this.#contract.transitions.flatMap(({ subject }) =>
      this.#permitted.has(subject) || this.#variantOf(subject, method) ? [subject] : [],
    );
    for (const state of reached)
      for (const [name, source, target = ''] of subjects.map((subject) => subject.split(' ')))
        if (name === schema && source === state) reached.add(target);
    return reached.has(to);
  }

  /** A path is text, so only an id in a body has a type. A server may ignore a field, so the response must show the resource. */
  #judgeIdType({ sent, body }: Seen): void {
    const { customer_id: id } = sent;
    if (!isId(id) || !isSameId(id, objectAt(body, 'customer').id)) return;
    const type = typeof id === 'number' ? 'as an integer' : 'as a string';
    this.#ledger.confirm('id-type', type, `The response shows the customer that a body named by an id ${type}.`);
  }

  /** Checks that ids are unique across resources. Different ids may be chance, so only a common sequence confirms the entry. */
  #judgeUnique({ operation, collection, body: { id } }: Seen): void {
    if (!/^\/v1\/[a-z-]+(\/\{id\})?$/.test(operation.path) || operation.method === 'DELETE' || !isId(id)) return;
    if (!['transactions', 'links', 'customers'].includes(collection)) return;
    const before = this.#collections.get(id);
    if (before !== undefined && before !== collection) {
      this.#ledger.refute('ids-unique', `One id appeared in ${before} and in ${collection}.`);
      return;
    }
    this.#collections.set(id, collection);
    if (operation.method !== 'POST' || !Number.isSafeInteger(Number(id))) return;
    this.#created.push({ collection, id: Number(id) });
    if (this.#created.length > 3) this.#created.shift();
    const [first, second, third] = this.#created;
    if (!first || !second || first.collection !== 'transactions' || third?.collection !== 'transactions') return;
    if (second.collection === 'transactions') return;
    const both = `Ids of ${first.collection} and ${second.collection}`;
    if (first.id < second.id && second.id < third.id)
      this.#ledger.confirm('ids-unique', second.collection, `${both} came from one sequence.`);
    else this.#ledger.leaveOpen(['assumed ids-unique'], `${both} differed, but not in one common sequence.`);
  }
}

function isPlain(value: unknown): boolean {
  return value !== MASK && (value === null || typeof value !== 'object');
}

/** Compares the status after an operation that changes a resource with `into` of its `x-resource`. */
export const movedStatusCheck: CreateCheck = (ledger, contract) => ({
  judge({ operation, operationId, ok, before, records, body }) {
    const { type, action, states = [], into } = operation.resource;
    const { status } = body;
    const from = before?.status;
    const isResource = records.some(({ name, value }) => name === type && value === body);
    // Checks of payments, links and accounts judge a creation, because its status depends on the request.
    if (!ok || !into || action === 'create' || !isResource || typeof status !== 'string' || status === MASK) return;
    const key = behaviorOf(contract, operation);
    if (key === undefined) return;
    const shown = `the status ${printableName(status)}`;
    if (!into.includes(status))
      ledger.refute(key, `${operationId} returned ${shown}, and the contract lists ${into.join(', ')}.`);
    else if (typeof from === 'string' && states.includes(from) && from !== status) {
      const parts = contract.required.get(key);
      const reason = `${operationId} changed the status from ${from} to ${status}.`;
      // An entry with other parts needs more than a change of status.
      if (parts === undefined || parts.has(operationId))
        ledger.confirm(key, parts === undefined ? '' : operationId, reason);
    }
  },
});

/** Returns the first entry about what an operation does. An entry that a schema decides is about the form of a body. */
function behaviorOf({ register }: JudgedContract, { resource }: Operation): RegisterKey | undefined {
  const keys = evidenceTexts(resource.evidence).flatMap((evidence) => entryKey(evidence) ?? []);
  return keys.find((key) => register.get(key)?.settle.by !== 'schema');
}

const MAIN = 'acquirer-main';

/** Checks that one acquirer is the main one, and that adding acquirers returns all acquirers. */
export const acquirerCheck: CreateCheck = (ledger) => {
  let known: readonly unknown[] = [];
  let main: unknown;

  return {
    judge(seen) {
      if (!seen.ok) return;
      if (seen.operationId === 'setMainAcquirer') main = seen.id;
      if (seen.operationId === 'addAcquirers') judgeAcquirers(seen);
    },
  };

  function judgeAcquirers({ sent, body }: Seen): void {
    const found = listAt(body, 'acquirers').filter(isObject);
    const mains = found.filter((one) => one.main === true);
    const areMarked = found.length > 0 && found.every((one) => typeof one.main === 'boolean');
    const isOne = mains.length === 1 || (areMarked ? false : undefined);
    ledger.check(MAIN, 'one', isOne, 'Exactly one acquirer is the main one.');
    const areThere = known.every((id) => found.some((one) => isSameId(one.id, id)));
    if (known.length > 0)
      ledger.check(MAIN, 'all', areThere, 'A request that adds acquirers returns the earlier ones too.');
    else if (found.length > 0 && found.length === listAt(sent, 'acquirers').length && mains.length === 1)
      ledger.check(MAIN, 'first', found[0] === mains[0], 'The first acquirer is the main one.');
    const isSet = main !== undefined && mains.length === 1 ? isSameId(mains[0]?.id, main) : undefined;
    ledger.check(MAIN, 'set', isSet, 'The acquirer set as main is the main one.');
    known = found.map(({ id }) => id);
  }
};
