import type { RegisterKey } from '../../../generated/register-keys.js';
import type { JsonObject } from '../../contract/json.js';
import { MASK } from '../exchange.js';
import type { Ledger } from '../judge/ledger.js';
import { isId, Memory } from './memory.js';
import type { CreateRule, Seen } from './rule.js';

/** The schemas with a status that changes: its collection, the schema of the status, and the entry about the changes. */
const CHANGING: Readonly<Record<string, readonly [string, string, RegisterKey]>> = {
  Transaction: ['transactions', 'TransactionStatus', 'transaction-transitions'],
  PaymentLink: ['links', 'PaymentLinkStatus', 'link-transitions'],
  Subscription: ['subscriptions', 'SubscriptionStatus', 'subscription-transitions'],
  BankAccount: ['bank-accounts', 'BankAccountStatus', 'bank-account-transitions'],
};

/** Compares several exchanges with the same resource: updates, status changes, and its id. */
export const sequenceRule: CreateRule = (contract) => {
  const permitted = new Set(contract.transitions.map(({ subject }) => subject));
  /** Maps an id to the collection of its resource. */
  const collections = new Memory<string>();
  /** The three most recent creations. */
  const created: { collection: string; id: number }[] = [];

  return {
    judge(seen, ledger) {
      const { operation, operationId, ok, records, body, resources } = seen;
      if (!ok) return;
      if (operation.method === 'PUT') judgeUpdate(seen, ledger);
      for (const { name, value } of records) judgeStatus(name, value, resources, ledger);
      if (operationId === 'createReceiverBankAccount' && typeof body.status === 'string') {
        const isActive = body.status === 'active';
        ledger.check('bank-account-transitions', 'begins', isActive, 'A new bank account is active.');
      }
      judgeIdType(seen, ledger);
      judgeUnique(seen, ledger);
    },
  };

  /** Checks that an update keeps the fields that the client did not send. */
  function judgeUpdate({ before, sent, body }: Seen, ledger: Ledger): void {
    const kept = Object.keys(before ?? {}).filter(
      (field) => !(field in sent) && !field.endsWith('_at') && field in body && isPlain(before?.[field]),
    );
    const holds = kept.length > 0 ? kept.every((field) => [before?.[field], MASK].includes(body[field])) : undefined;
    ledger.check('update-request-fields', '', holds, 'An update keeps the fields that the request does not contain.');
  }

  function judgeStatus(name: string, { id, status }: JsonObject, resources: Seen['resources'], ledger: Ledger): void {
    const [collection, schema, key] = CHANGING[name] ?? [];
    if (collection === undefined || key === undefined || !isId(id) || typeof status !== 'string') return;
    const before = resources.latest(collection, id)?.status;
    if (typeof before !== 'string' || before === status) return;
    const subject = `${schema} ${before} ${status}`;
    const place = { pointer: `#/components/schemas/${schema}/x-transitions`, evidence: [] };
    const isListed = (state: string) =>
      [...permitted].some((one) => one.startsWith(`${schema} `) && one.split(' ').slice(1).includes(state));
    if (permitted.has(subject)) ledger.confirm(key, subject, `The status changed from ${before} to ${status}.`, place);
    // The exchanges may have missed a status in between, so refute only if no permitted chain connects the two.
    else if (isListed(before) && isListed(status) && !isReachable(`${schema}`, before, status))
      ledger.refute(key, `The status changed from ${before} to ${status}, which the contract does not permit.`);
  }

  function isReachable(schema: string, from: string, to: string): boolean {
    const reached = new Set([from]);
    for (const state of reached)
      for (const [name, source, target = ''] of [...permitted].map((subject) => subject.split(' ')))
        if (name === schema && source === state) reached.add(target);
    return reached.has(to);
  }

  function judgeIdType({ collection, before, sent, resources }: Seen, ledger: Ledger): void {
    const type = typeof (before?.id ?? before?.card_id);
    if (type !== 'undefined')
      ledger.confirm('id-type', collection, `A path accepted an id that the server had returned as a ${type}.`);
    for (const [name, value] of Object.entries(sent)) {
      const known = /_id$/.test(name) ? resources.latest(`${name.slice(0, -3)}s`, value) : undefined;
      if (typeof value === 'string' && typeof known?.id === 'number')
        ledger.confirm('id-type', 'as text', 'A body accepted as text an id that the server had returned as a number.');
    }
  }

  /** Checks that ids are unique across resources. Different ids may be chance, so only a common sequence confirms the entry. */
  function judgeUnique({ operation, collection, body: { id } }: Seen, ledger: Ledger): void {
    if (!/^\/v1\/[a-z-]+(\/\{id\})?$/.test(operation.path) || operation.method === 'DELETE' || !isId(id)) return;
    const before = collections.get(id);
    if (before !== undefined && before !== collection) {
      ledger.refute('ids-unique', `One id appeared in ${before} and in ${collection}.`);
      return;
    }
    collections.set(id, collection);
    if (operation.method !== 'POST' || !Number.isSafeInteger(Number(id))) return;
    created.push({ collection, id: Number(id) });
    if (created.length > 3) created.shift();
    const [first, second, third] = created;
    if (!first || !second || first.collection !== third?.collection || first.collection === second.collection) return;
    const both = `Ids of ${first.collection} and ${second.collection}`;
    if (first.id < second.id && second.id < third.id)
      ledger.confirm('ids-unique', '', `${both} came from one sequence.`);
    else ledger.leaveOpen(['assumed ids-unique'], `${both} differed, but not in one common sequence.`);
  }
};

function isPlain(value: unknown): boolean {
  return value !== MASK && (value === null || typeof value !== 'object');
}
