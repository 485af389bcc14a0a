import { dropNotice, keepAccountsOf, keepOf } from '../keep.js';
import type { Commit, CommitResult, Settlement, Snapshot, Store, StoreOptions } from '../store.js';
import { checkSnapshot } from '../version.js';
import { AccountInMemory } from './account.js';

/** A store in this process: gone when it ends. */
export function createMemoryStore(options: StoreOptions = {}): Store {
  const keep = keepOf(options);
  const keepAccounts = keepAccountsOf(options);
  const noticeDrop = dropNotice(options);
  /** The least recently used first. */
  const accounts = new Map<string, AccountInMemory>();
  let newest: string | undefined;
  /** The epoch with which new accounts begin, above those of all that were dropped. */
  let firstEpoch = 1;
  /** Stands in for an account that does not exist. */
  const nobody = new AccountInMemory('', keep);
  const known = (name: string): AccountInMemory => accounts.get(name) ?? nobody;
  const at = (name: string): AccountInMemory => {
    const found = accounts.get(name);
    if (found !== undefined) return found;
    const made = new AccountInMemory(name, keep, firstEpoch);
    accounts.set(name, made);
    newest = name;
    if (accounts.size > keepAccounts) dropOldest();
    return made;
  };
  function dropOldest(): void {
    for (const [name, account] of accounts) {
      accounts.delete(name);
      firstEpoch = Math.max(firstEpoch, account.head().epoch + 1);
      noticeDrop();
      return;
    }
  }
  return {
    shared: false,
    abreast: 1,
    now: Date.now,
    used(name) {
      const account = name === newest ? undefined : accounts.get(name);
      if (account === undefined) return;
      accounts.delete(name);
      accounts.set(name, account);
      newest = name;
    },
    head: (account) => at(account).head(),
    read: (account, kind, id) => known(account).read(kind, id),
    find: (account, kind, key) => known(account).find(kind, key),
    list: (account, kind, query) => known(account).list(kind, query),
    dropped: (account, kind) => known(account).dropped(kind),
    reserve: (account, count) => at(account).reserve(count),
    commit: (account: string, commit: Commit): CommitResult => at(account).commit(commit),
    nextDue: (account) => known(account).nextDue(),
    lead: () => true,
    event: (account, id) => known(account).events.get(id),
    events: (account, query) => known(account).events.list(query),
    pending: (account) => known(account).events.deliveries.pending,
    waiting: (names) =>
      (names === undefined ? [...accounts.values()] : names.map(known)).flatMap((account) =>
        account.events.deliveries.waiting(),
      ),
    claim: (account, receiver, claim) => known(account).events.claim(receiver, claim),
    settle: (claimed, settlement: Settlement) => known(claimed.account).events.settle(claimed, settlement),
    redeliver: (account, event, deliveries) => known(account).events.redeliver(event, deliveries),
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
