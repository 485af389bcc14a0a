import { keepOf } from '../keep.js';
import type { Commit, CommitResult, Settlement, Snapshot, Store, StoreOptions } from '../store.js';
import { checkSnapshot } from '../version.js';
import { AccountInMemory } from './account.js';

/** A store in this process: gone when it ends. */
export function createMemoryStore(options: StoreOptions = {}): Store {
  const keep = keepOf(options);
  const accounts = new Map<string, AccountInMemory>();
  const at = (name: string): AccountInMemory => {
    const found = accounts.get(name);
    if (found !== undefined) return found;
    const made = new AccountInMemory(name, keep);
    accounts.set(name, made);
    return made;
  };
  return {
    shared: false,
    abreast: 1,
    now: Date.now,
    head: (account) => at(account).head(),
    read: (account, kind, id) => at(account).read(kind, id),
    find: (account, kind, key) => at(account).find(kind, key),
    list: (account, kind, query) => at(account).list(kind, query),
    dropped: (account, kind) => at(account).dropped(kind),
    reserve: (account, count) => at(account).reserve(count),
    commit: (account: string, commit: Commit): CommitResult => at(account).commit(commit),
    nextDue: (account) => at(account).nextDue(),
    lead: () => true,
    event: (account, id) => at(account).events.get(id),
    events: (account, query) => at(account).events.list(query),
    pending: (account) => at(account).events.deliveries.pending,
    waiting: (names) =>
      (names === undefined ? [...accounts.values()] : names.map(at)).flatMap((account) =>
        account.events.deliveries.waiting(),
      ),
    claim: (account, receiver, claim) => at(account).events.claim(receiver, claim),
    settle: (claimed, settlement: Settlement) => at(claimed.account).events.settle(claimed, settlement),
    redeliver: (account, event, deliveries) => at(account).events.redeliver(event, deliveries),
    accounts: () => [...accounts.keys()],
    snapshot: (account) => at(account).snapshot(),
    restore(account, snapshot: Snapshot) {
      checkSnapshot(snapshot);
      accounts.set(account, AccountInMemory.restored(account, keep, snapshot, at(account).head().epoch + 1));
    },
    reset(account) {
      accounts.set(account, new AccountInMemory(account, keep, at(account).head().epoch + 1));
    },
    close: () => accounts.clear(),
  };
}
