import { isObject, type JsonObject, listAt, objectAt } from '../../contract/json.js';
import type { Ledger } from '../judge/ledger.js';
import { addTo, isId, isSameId, Memory } from './memory.js';
import { isSuccess, judgeRefusal, type Rule, type Seen } from './rule.js';

const KEY = 'deletion-effects';
const LIVING: readonly unknown[] = ['trialing', 'paid', 'pending_payment'];

/** Checks the effects of deletions on other resources. Keys such as `plans/201` name resources. */
export function removalRule(): Rule {
  const removed = new Memory<true>();
  const listed = new Memory<true>();
  /** Maps a collection to ids that its list showed before their removal. */
  const missing = new Memory<Set<string>>();
  /** `customers` maps a transaction to its customer, `plans` a price to its plan, `accounts` a receiver to its bank account. */
  const customers = new Memory<unknown>();
  const plans = new Memory<unknown>();
  const accounts = new Memory<string>();
  /** `needs` maps an active subscription to the resources that it needs. `neededBy` is the reverse. */
  const needs = new Memory<readonly string[]>();
  const neededBy = new Memory<Set<string>>();

  return {
    judge(seen, ledger) {
      const { operation, params, status, sent } = seen;
      const [, , collection = '', , below] = operation.path.split('/');
      const path = `${collection}/${params.id}`;
      if (operation.method === 'DELETE' && below === undefined) judgeRemoval(path, seen, ledger);
      if (operation.method === 'GET') judgeRead(collection, path, below, seen, ledger);
      if (operation.operationId === 'createSubscription' && isObject(sent)) judgeSubscribed(sent, seen, ledger);
      if (isSuccess(status)) for (const { name, value } of seen.records) remember(name, value);
    },
  };

  function remember(name: string, value: JsonObject): void {
    if (name === 'Transaction' && isId(objectAt(value, 'customer').id))
      customers.set(value.id, objectAt(value, 'customer').id);
    if (name === 'Price' && isId(value.plan_id)) plans.set(value.id, value.plan_id);
    if (name !== 'Subscription' || !isId(value.id)) return;
    release(value.id);
    if (!LIVING.includes(value.status)) return;
    const price = objectAt(value, 'price');
    const plan = price.plan_id ?? plans.get(price.id);
    const customer = objectAt(value, 'customer').id;
    const found = [`prices/${String(price.id)}`, `plans/${String(plan)}`, `customers/${String(customer)}`];
    needs.set(value.id, found);
    for (const path of found) addTo(neededBy, path, String(value.id));
  }

  function release(subscription: unknown): void {
    for (const path of needs.get(subscription) ?? []) neededBy.get(path)?.delete(String(subscription));
    needs.delete(subscription);
  }

  function judgeRemoval(path: string, { status, params }: Seen, ledger: Ledger): void {
    if (path.startsWith('subscriptions/') && isSuccess(status)) release(params.id);
    if ((neededBy.get(path)?.size ?? 0) > 0) {
      const what = `A removal of something of ${path.split('/')[0]} that a living subscription needs`;
      judgeRefusal(ledger, { key: KEY, part: 'needed', what, status });
    }
    if (!isSuccess(status)) return;
    removed.set(path, true);
    const [collection = '', id = ''] = path.split('/');
    if (listed.get(path)) addTo(missing, collection, id);
  }

  function judgeRead(collection: string, path: string, below: string | undefined, seen: Seen, ledger: Ledger): void {
    const { operation, params, status, returned } = seen;
    if (params.id === undefined) {
      if (isSuccess(status)) judgeList(collection, seen, ledger);
    } else if (below === 'bank-accounts') {
      if (isSuccess(status) && params.bank_account_id !== undefined) accounts.set(params.id, params.bank_account_id);
      if (!removed.get(path) || accounts.get(params.id) !== params.bank_account_id) return;
      if (status === 404) ledger.confirm(KEY, 'accounts', 'The bank account of a removed receiver was gone too.');
      else if (isSuccess(status)) ledger.refute(KEY, 'The bank account of a removed receiver was there.');
    } else if (below === undefined && removed.get(path) && status === 404)
      ledger.confirm(KEY, 'gone', 'What was removed was answered by 404.');
    if (operation.operationId !== 'retrieveTransaction' || !isSuccess(status)) return;
    const customer = customers.get(params.id);
    if (!isId(customer) || !removed.get(`customers/${customer}`)) return;
    ledger.check(
      KEY,
      'kept',
      isSameId(objectAt(objectAt({ returned }, 'returned'), 'customer').id, customer),
      'A transaction kept the customer that was removed.',
      'A transaction lost the customer that was removed.',
    );
  }

  function judgeList(collection: string, { returned }: Seen, ledger: Ledger): void {
    const items = listAt(returned, 'data').filter(isObject);
    for (const { id } of items) {
      if (!isId(id)) continue;
      if (removed.get(`${collection}/${id}`))
        ledger.refute(KEY, `What was removed was still in the list of ${collection}.`);
      listed.set(`${collection}/${id}`, true);
    }
    // Only ids that the list showed before can disappear from it.
    const gone = [...(missing.get(collection) ?? [])];
    if (gone.some((id) => !items.some((item) => isSameId(item.id, id))))
      ledger.confirm(KEY, 'unlisted', `What was removed was gone from the list of ${collection}.`);
  }

  function judgeSubscribed({ price_id: price }: JsonObject, { status }: Seen, ledger: Ledger): void {
    const plan = plans.get(price);
    if (!isId(plan) || !removed.get(`plans/${plan}`)) return;
    const what = 'A subscription to a price of a removed plan';
    judgeRefusal(ledger, { key: KEY, part: 'price', what, status });
  }
}
