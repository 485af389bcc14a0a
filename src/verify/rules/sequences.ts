import type { RegisterKey } from '../../../generated/register-keys.js';
import { isObject, type JsonObject } from '../../contract/json.js';
import { MASK } from '../exchange.js';
import { evidenceOf, type JudgedContract } from '../judge/contract.js';
import type { Ledger } from '../judge/ledger.js';
import { transitions } from '../judge/subjects.js';
import { isSuccess, type Rule, type Seen } from './rule.js';

/** The same limit as in `Memory`. */
const REMEMBERED = 50_000;

/** Compares several exchanges with the same resource: deletions, updates, status changes, and ids in paths. */
export function sequenceRule(contract: JudgedContract): Rule {
  const permitted = new Map(transitions(contract.document).map(({ evidence, subject }) => [subject, evidence]));
  const deleted = new Set<string>();
  const known = new Map<string, JsonObject>();
  const statuses = new Map<string, string>();
  /** Maps an id, as in paths, to the JSON type that the server returned. */
  const ids = new Map<string, string>();

  return {
    judge(seen, ledger) {
      const { operation, exchange, status } = seen;
      const resource = pathOf(exchange.request.url);
      if (operation.method === 'DELETE' && isSuccess(status)) {
        deleted.add(resource);
        known.delete(resource);
      }
      if (operation.method === 'GET' && operation.path.endsWith('}')) judgeRead(resource, seen, ledger);
      if (operation.method === 'PUT') judgeUpdate(resource, seen, ledger);
      for (const { name, value } of seen.records) {
        judgeStatus(name, value, ledger);
        if (ids.size < REMEMBERED && value.id !== undefined && value.id !== MASK)
          ids.set(String(value.id), typeof value.id);
      }
      judgeId(seen, ledger);
    },
  };

  function judgeRead(resource: string, { operation, status, returned, place }: Seen, ledger: Ledger): void {
    if (isSuccess(status) && isObject(returned) && known.size < REMEMBERED) known.set(resource, returned);
    if (!deleted.has(resource)) return;
    const removal = contract.operations.find(({ method, path }) => method === 'DELETE' && path === operation.path);
    const { evidence, pointer } = removal
      ? { evidence: evidenceOf(removal.definition['x-evidence']), pointer: contract.placeOfUse(removal, '200').pointer }
      : place;
    if (isSuccess(status)) {
      const name = removal?.operationId ?? operation.operationId;
      const reason = `${name} succeeded, and the resource was still there.`;
      ledger.refuteEvidence(evidence.slice(0, 1), reason, { pointer, evidence });
    } else if (status === 404) ledger.touch(evidence);
  }

  /** Checks that an update keeps the fields that the client did not send. */
  function judgeUpdate(resource: string, { operation, status, sent, returned }: Seen, ledger: Ledger): void {
    const before = known.get(resource);
    if (!isSuccess(status) || !isObject(returned)) return;
    known.set(resource, returned);
    if (!before || !isObject(sent)) return;
    const kept = Object.keys(before).filter((field) => !(field in sent) && !field.endsWith('_at') && field in returned);
    const changed = kept.find((field) => isPlain(before[field]) && !isSame(before[field], returned[field]));
    if (changed !== undefined)
      ledger.refute('update-request-fields', `${operation.operationId} changed a field that was not sent.`);
    else if (kept.length > 0)
      ledger.confirm(
        'update-request-fields',
        '',
        `${operation.operationId} left the fields as they were that were not sent.`,
      );
  }

  function judgeStatus(name: string, { id, status }: JsonObject, ledger: Ledger): void {
    if ((typeof id !== 'number' && typeof id !== 'string') || typeof status !== 'string' || id === MASK) return;
    const resource = `${name} ${id}`;
    const before = statuses.get(resource);
    if (statuses.size < REMEMBERED || before !== undefined) statuses.set(resource, status);
    if (before === undefined || before === status) return;
    const subject = `${STATUS_OF[name] ?? ''} ${before} ${status}`;
    const evidence = permitted.get(subject);
    const place = { pointer: `#/components/schemas/${STATUS_OF[name] ?? ''}/x-transitions`, evidence: evidence ?? [] };
    const key = ENTRY_OF[name];
    if (evidence && key) ledger.confirm(key, subject, `A change from ${before} to ${status} was seen.`, place);
    else if (key && isListed(name, before) && isListed(name, status)) {
      // The exchanges may have missed a status in between, so refute only if no permitted chain connects the two.
      if (!isReachable(name, before, status))
        ledger.refute(key, `A change from ${before} to ${status} was seen, which the contract does not permit.`);
    }
  }

  function isListed(name: string, status: string): boolean {
    return [...permitted.keys()].some(
      (subject) => subject.split(' ').slice(1).includes(status) && subject.startsWith(`${STATUS_OF[name]} `),
    );
  }

  function isReachable(name: string, from: string, to: string): boolean {
    const reached = new Set([from]);
    for (const state of reached) {
      for (const subject of permitted.keys()) {
        const [schema, source, target = ''] = subject.split(' ');
        if (schema === STATUS_OF[name] && source === state) reached.add(target);
      }
    }
    return reached.has(to);
  }

  function judgeId({ operation, params, status, sent }: Seen, ledger: Ledger): void {
    if (!isSuccess(status)) return;
    const [, , collection = ''] = operation.path.split('/');
    const type = params.id === undefined ? undefined : ids.get(params.id);
    if (type !== undefined)
      ledger.confirm('id-type', collection, `An id was taken in a path as it had been returned, as a ${type}.`);
    for (const [name, value] of Object.entries(isObject(sent) ? sent : {})) {
      if (/_id$/.test(name) && typeof value === 'string' && ids.get(value) === 'number')
        ledger.confirm('id-type', 'as text', 'An id that was returned as a number was taken as text.');
    }
  }
}

const STATUS_OF: Readonly<Record<string, string>> = {
  Transaction: 'TransactionStatus',
  PaymentLink: 'PaymentLinkStatus',
  Subscription: 'SubscriptionStatus',
  BankAccount: 'BankAccountStatus',
};
const ENTRY_OF: Readonly<Record<string, RegisterKey>> = {
  Transaction: 'transaction-transitions',
  PaymentLink: 'link-transitions',
  Subscription: 'subscription-transitions',
  BankAccount: 'bank-account-transitions',
};

/** Returns the path of a URL, without server, prefix and query. */
function pathOf(url: string): string {
  return url.replace(/^.*?(?=\/v1\/)/, '').replace(/[?#].*$/, '');
}

function isPlain(value: unknown): boolean {
  return value !== MASK && (value === null || typeof value !== 'object');
}

function isSame(one: unknown, other: unknown): boolean {
  return other === MASK || one === other;
}
