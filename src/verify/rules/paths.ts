import type { Operation } from '../../contract/contract.js';
import { isObject, listAt, objectAt } from '../../contract/json.js';
import { entryKey, type JudgedContract } from '../judge/contract.js';
import type { Place } from '../judge/finding.js';
import type { Ledger } from '../judge/ledger.js';
import { isId, Memory } from './memory.js';
import { isRefusal, isSuccess, type Rule, type Seen } from './rule.js';

/** Checks that each operation exists at its method and path. */
export function pathRule(_: JudgedContract): Rule {
  const found = new Set<string>();
  const missing = new Map<string, { seen: Seen; at: number; reason: string }>();
  /** Paths of resources that the server returned, as `transactions/1002`. */
  const known = new Memory<true>();

  return {
    judge(seen, ledger) {
      const { operation, status, returned, exchange, place } = seen;
      const hasNoJson = returned === undefined && exchange.response.omitted !== undefined;
      remember(seen);
      if (isSuccess(status) && returned !== undefined) {
        found.add(operation.operationId);
        for (const text of place.evidence) {
          const key = entryKey(text);
          if (key) ledger.confirm(key, operation.operationId, `${operation.method} ${operation.path} succeeded.`);
        }
        return;
      }
      if (isRefusal(status) && !hasNoJson) found.add(operation.operationId);
      const reason = absence(seen, hasNoJson, known);
      if (reason !== undefined) missing.set(operation.operationId, { seen, at: ledger.at, reason });
      else if (status === 404)
        ledger.leaveOpen(place.evidence, `${operation.path} returned 404, which an unknown id explains as well.`);
      else ledger.touch(place.evidence);
    },

    finish(ledger) {
      for (const { seen, at, reason } of missing.values()) {
        const { operation, exchange, place } = seen;
        ledger.begin(exchange, at, place, operation.operationId);
        if (found.has(operation.operationId)) judgeForm(seen, reason, place, ledger);
        else ledger.refuteEvidence(place.evidence.slice(0, 1), reason);
      }
    },
  };

  function remember({ operation, params, status, returned }: Seen): void {
    if (!isSuccess(status)) return;
    const [, , collection = ''] = operation.path.split('/');
    // Deleting a plan or a customer may delete its prices or cards.
    if (operation.method === 'DELETE' && /^(plans|customers)$/.test(collection)) known.clear();
    else if (operation.method === 'DELETE' && params.bank_account_id !== undefined)
      known.delete(`receivers/${params.id}/${params.bank_account_id}`);
    else if (operation.method === 'DELETE') known.delete(`${collection}/${params.id}`);
    else if (operation.operationId === 'createReceiverBankAccount' && isObject(returned) && isId(returned.id))
      known.set(`receivers/${params.id}/${returned.id}`, true);
    else if (operation.operationId === 'addAcquirers')
      for (const one of listAt(returned, 'acquirers').filter(isObject)) known.set(`acquirers/${one.id}`, true);
    else if (operation.path === `/v1/${collection}` || operation.path === `/v1/${collection}/{id}`) {
      const items = operation.method === 'GET' && params.id === undefined ? listAt(returned, 'data') : [returned];
      for (const item of items.filter(isObject)) if (isId(item.id)) known.set(`${collection}/${item.id}`, true);
    }
  }

  /** Blames the form of the response, because other exchanges show that the operation exists. */
  function judgeForm({ status, operation }: Seen, reason: string, place: Place, ledger: Ledger): void {
    if (isSuccess(status)) ledger.refuteEvidence(place.evidence.slice(0, 1), reason);
    else if (status === 404 && !/known/.test(reason))
      ledger.refute('error-body', `An error had no JSON body: ${reason}`);
    else ledger.leaveOpen(place.evidence, `${operation.path} was there at another time.`);
  }
}

function absence(
  { operation, params, status, returned }: Seen,
  hasNoJson: boolean,
  known: Memory<true>,
): string | undefined {
  const where = `${operation.method} ${operation.path}`;
  if (status === 405 || status === 501) return `${where} returned ${status}: the method is not taken there.`;
  if (isSuccess(status))
    return `${where} returned ${status} with ${hasNoJson ? 'a page instead of JSON' : 'an empty body'}.`;
  if (status !== 404) return undefined;
  if (returned === undefined && hasNoJson) return `${where} returned 404 with a page that is not JSON.`;
  const [, , collection = ''] = operation.path.split('/');
  const account = params.bank_account_id === undefined ? '' : `/${params.bank_account_id}`;
  if (params.id !== undefined && known.get(`${collection}/${params.id}${account}`))
    return `${where} returned 404 for a known id.`;
  return '404' in responsesOf(operation)
    ? undefined
    : `${where} returned 404, though it names no resource that could be missing.`;
}

function responsesOf({ definition }: Operation): object {
  return objectAt(definition, 'responses');
}
