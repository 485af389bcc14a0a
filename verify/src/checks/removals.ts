import { isObject, type JsonObject, listAt, objectAt, textOf } from 'payment-gateway-core/util';
import { addTo, type CreateCheck, isId, isSameId, Memory, type Seen } from './check.js';

const KEY = 'deletion-effects';

/** Checks the effects of deletions on other resources. Keys such as `plans/201` name resources. */
export const removalCheck: CreateCheck = (ledger, contract) => {
  /** The changes of a subscription that is not over: `SubscriptionStatus paid canceled`. */
  const changes = contract.transitions
    .map(({ subject }) => subject)
    .filter((one) => one.startsWith('SubscriptionStatus '));
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
    judge(seen) {
      const { operation, operationId, collection, id, ok, sent, resources } = seen;
      if (operation.method === 'DELETE') judgeRemoval(seen);
      if (operation.method === 'GET') {
        if (id !== undefined) judgeRead(seen);
        else if (ok) judgeList(seen);
      }
      const plan = plans.get(sent.price_id);
      if (operationId === 'createSubscription' && resources.isRemoved('plans', plan))
        ledger.expectRefusal(KEY, 'price', 'A subscription to a price of a deleted plan');
      if (ok && collection === 'bank-accounts' && id !== undefined) accounts.set(seen.params.id, id);
      if (ok) for (const { name, value } of seen.records) remember(name, value);
    },
  };

  function remember(name: string, value: JsonObject): void {
    const customer = objectAt(value, 'customer').id;
    if (name === 'Transaction' && isId(customer)) customers.set(value.id, customer);
    if (name === 'Price' && isId(value.plan_id)) plans.set(value.id, value.plan_id);
    if (name !== 'Subscription' || !isId(value.id)) return;
    release(value.id);
    if (!changes.some((change) => change.split(' ')[1] === value.status)) return;
    const price = objectAt(value, 'price');
    const plan = price.plan_id ?? plans.get(price.id);
    const found = [`prices/${textOf(price.id)}`, `plans/${textOf(plan)}`, `customers/${textOf(customer)}`];
    needs.set(value.id, found);
    for (const path of found) addTo(neededBy, path, String(value.id));
  }

  function release(subscription: unknown): void {
    for (const path of needs.get(subscription) ?? []) neededBy.get(path)?.delete(textOf(subscription));
    needs.delete(subscription);
  }

  function judgeRemoval({ ok, collection, id = '' }: Seen): void {
    if (collection === 'subscriptions' && ok) release(id);
    if ((neededBy.get(`${collection}/${id}`)?.size ?? 0) > 0) {
      const variant = ok && collection === 'customers' ? 'deletion-effects=keeps-subscriptions' : undefined;
      const what = `A deletion in ${collection} that an active subscription needs`;
      ledger.expectRefusal(KEY, `needed ${collection}`, what, variant);
    }
    if (ok && listed.get(`${collection}/${id}`)) addTo(missing, collection, id);
  }

  function judgeRead(seen: Seen): void {
    const { operation, operationId, collection, id, params, ok, status, body, resources } = seen;
    const isGone = ok ? false : status === 404 ? true : undefined;
    const ofDeleted = collection === 'bank-accounts' && resources.isRemoved('receivers', params.id);
    if (ofDeleted && accounts.get(params.id) === id)
      ledger.check(KEY, 'accounts', isGone, 'The bank accounts of a deleted receiver are gone too.');
    if (operation.path.endsWith('}') && resources.isRemoved(collection, id)) {
      ledger.check(KEY, 'gone', isGone, 'A deleted resource returns 404.');
      ledger.check('unknown-id', 'deleted', isGone, 'A deleted resource returns 404.');
    }
    const customer = customers.get(id);
    if (operationId === 'retrieveTransaction' && ok && resources.isRemoved('customers', customer)) {
      const holds = isSameId(objectAt(body, 'customer').id, customer);
      ledger.check(KEY, 'kept', holds, 'A transaction keeps its copy of a deleted customer.');
    }
  }

  function judgeList({ collection, body, resources }: Seen): void {
    const items = listAt(body, 'data').filter(isObject);
    for (const { id } of items) {
      if (!isId(id)) continue;
      if (resources.isRemoved(collection, id))
        ledger.refute(KEY, `A deleted resource was still in the list of ${collection}.`);
      listed.set(`${collection}/${id}`, true);
    }
    // Only ids that the list showed before can disappear from it.
    const gone = [...(missing.get(collection) ?? [])];
    if (gone.some((id) => !items.some((item) => isSameId(item.id, id))))
      ledger.confirm(KEY, 'unlisted', `A deleted resource was gone from the list of ${collection}.`);
  }
};
