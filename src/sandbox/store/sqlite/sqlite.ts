import { conflictOf } from '../check.js';
import { dropNotice, keepAccountsOf, keepOf } from '../keep.js';
import { Recent, Told } from '../recent.js';
import {
  type Commit,
  type CommitResult,
  type Document,
  FIRST_ID,
  type Head,
  type Snapshot,
  type Store,
  type StoreOptions,
} from '../store.js';
import { checkSnapshot, SNAPSHOT_FORMAT, STATE_VERSION } from '../version.js';
import { Database } from './database.js';
import { claimDeliveries, pendingDeliveries, redeliver, settleDelivery, waitingDeliveries } from './deliveries.js';
import { addEvent, allEvents, listEvents, readEvent } from './events.js';
import {
  allObjects,
  droppedOf,
  holderOf,
  listObjects,
  nextDueObject,
  parsed,
  putObjects,
  readObject,
  removeObject,
  setDropped,
  versionOf,
} from './objects.js';
import { TABLES_OF_ACCOUNTS } from './schema.js';

interface AccountRow extends Head {
  readonly number: number;
  readonly lastId: number;
  readonly lastEvent: number;
}

/**
 * A store in a SQLite file, which outlasts the process and may be shared by several. Throws one line on a Node without `node:sqlite`, a
 * `StateVersionError` for a file of another version, a `StoreUnavailable` for one that cannot be opened.
 */
export function openSqliteStore(file: string, options: StoreOptions = {}): Store {
  const keep = keepOf(options);
  const keepAccounts = keepAccountsOf(options);
  const noticeDrop = dropNotice(options);
  const db = new Database(file);
  const numbers = new Recent<number>(keepAccounts);
  const told = new Told(keepAccounts);

  const rowOf = (name: string): AccountRow | undefined => {
    const row = db.get('SELECT * FROM accounts WHERE name = ?', name);
    if (row === undefined) return undefined;
    const number = Number(row.number);
    // Another process may have dropped the account, and one of the same name was made since.
    if (numbers.get(name) !== number) numbers.set(name, number);
    return {
      number,
      epoch: Number(row.epoch),
      lastId: Number(row.last_id),
      lastEvent: Number(row.last_event),
      documents: parsed<Record<string, Document>>(row.documents),
    };
  };
  /** 0 for an account that nothing was written to: no table has rows of it. */
  const numberOf = (name: string): number => {
    const known = numbers.get(name);
    if (known !== undefined) return known;
    const number = Number(db.get('SELECT number FROM accounts WHERE name = ?', name)?.number ?? 0);
    if (number !== 0) numbers.set(name, number);
    return number;
  };
  /** Inside a transaction. */
  const made = (name: string): AccountRow => {
    const known = rowOf(name);
    if (known !== undefined) return known;
    db.run(
      `INSERT INTO accounts SELECT NULL, ?, drops.epoch + 1, ${FIRST_ID}, 0, '{}', ? FROM drops`,
      name,
      Date.now(),
    );
    const row = rowOf(name);
    if (row === undefined) throw new Error('an account that was just written is not there');
    dropSurplus(row.number);
    return row;
  };
  /** Inside a transaction. */
  const clear = (number: number): void => {
    for (const table of TABLES_OF_ACCOUNTS) db.run(`DELETE FROM ${table} WHERE account = ?`, number);
  };
  /** Inside a transaction. */
  const dropSurplus = (latest: number): void => {
    const surplus = Number(db.get('SELECT count(*) AS count FROM accounts')?.count) - keepAccounts;
    if (surplus <= 0) return;
    const oldest = 'SELECT number, name, epoch FROM accounts WHERE number <> ? ORDER BY used, number LIMIT ?';
    for (const { number, name, epoch } of db.all(oldest, latest, surplus)) {
      clear(Number(number));
      db.run('DELETE FROM accounts WHERE number = ?', Number(number));
      db.run('UPDATE drops SET epoch = max(epoch, ?)', Number(epoch));
      numbers.delete(String(name));
    }
    noticeDrop();
  };
  /** Inside a transaction. */
  const emptied = (name: string): AccountRow => {
    const row = made(name);
    clear(row.number);
    db.run(
      `UPDATE accounts SET epoch = epoch + 1, last_id = ${FIRST_ID}, last_event = 0, documents = '{}' WHERE number = ?`,
      row.number,
    );
    return row;
  };

  const commit = (name: string, changes: Commit): CommitResult => {
    const { writes, removals, documents, events, ids, print } = changes;
    const row = made(name);
    const account = row.number;
    const reason = conflictOf(changes, row, {
      versionOf: (kind, id) => versionOf(db, account, kind, id),
      holderOf: (kind, key) => holderOf(db, account, kind, key),
    });
    if (reason !== undefined) return { ok: false, reason };
    for (const { kind, id } of removals) removeObject(db, account, kind, id);
    putObjects(db, account, writes, { keep, print });
    for (const [index, event] of events.entries()) {
      addEvent(db, account, row.lastEvent + index + 1, event, { keep, print });
    }
    if (events.length > 0 || ids !== undefined) {
      const [lastId, lastEvent] = [row.lastId + (ids?.count ?? 0), row.lastEvent + events.length];
      db.run('UPDATE accounts SET last_id = ?, last_event = ? WHERE number = ?', lastId, lastEvent, account);
    }
    if (documents.length > 0) {
      const written = documents.map(({ name, value }) => [
        name,
        { version: (row.documents[name]?.version ?? 0) + 1, value },
      ]);
      const all = JSON.stringify({ ...row.documents, ...Object.fromEntries(written) });
      db.run('UPDATE accounts SET documents = ? WHERE number = ?', all, account);
    }
    return { ok: true };
  };
  return {
    shared: true,
    abreast: 1,
    now: Date.now,
    used(name) {
      if (!told.isDue(name)) return;
      try {
        db.run('UPDATE accounts SET used = ? WHERE name = ?', Date.now(), name);
      } catch {
        // The file is locked or the disk full: the next write fails with it, and this is tried again later.
      }
    },
    head: (name) => rowOf(name) ?? db.write(() => made(name)),
    read: (name, kind, id) => readObject(db, numberOf(name), kind, id),
    find(name, kind, key) {
      const account = numberOf(name);
      return readObject(db, account, kind, holderOf(db, account, kind, key));
    },
    list: (name, kind, query) => listObjects(db, numberOf(name), kind, query),
    dropped: (name, kind) => droppedOf(db, numberOf(name), kind),
    reserve: (name, count) =>
      db.write(() => {
        const { number, epoch, lastId } = made(name);
        db.run('UPDATE accounts SET last_id = last_id + ? WHERE number = ?', count, number);
        return { epoch, ids: Array.from({ length: count }, (_, index) => lastId + index + 1) };
      }),
    commit: (name, changes) => db.write(() => commit(name, changes)),
    nextDue: (name) => nextDueObject(db, numberOf(name)),
    lead: () => true,
    event: (name, id) => readEvent(db, numberOf(name), id),
    events: (name, query) => listEvents(db, numberOf(name), query),
    pending: (name) => pendingDeliveries(db, numberOf(name)),
    // One query, whichever accounts are asked for.
    waiting: () => waitingDeliveries(db),
    claim: (name, receiver, options) =>
      db.write(() => {
        const account = numberOf(name);
        return claimDeliveries(db, account, receiver, options).flatMap((delivery) => {
          const body = readEvent(db, account, delivery.event);
          return body === undefined ? [] : [{ ...delivery, account: name, body }];
        });
      }),
    settle: (claimed, settlement) => db.write(() => settleDelivery(db, numberOf(claimed.account), claimed, settlement)),
    redeliver: (name, event, deliveries) =>
      db.write(() => {
        const account = numberOf(name);
        if (readEvent(db, account, event) !== undefined) redeliver(db, account, event, deliveries);
      }),
    accounts: () => db.all('SELECT name FROM accounts ORDER BY used, number').map(({ name }) => String(name)),
    snapshot: (name) =>
      db.write((): Snapshot => {
        const { number, lastId, lastEvent, documents } = made(name);
        const dropped = db.all('SELECT kind, id FROM dropped WHERE account = ?', number);
        return {
          format: SNAPSHOT_FORMAT,
          version: STATE_VERSION,
          lastId,
          lastEvent,
          documents: Object.fromEntries(Object.entries(documents).map(([name, { value }]) => [name, value])),
          dropped: Object.fromEntries(dropped.map(({ kind, id }) => [String(kind), Number(id)])),
          objects: allObjects(db, number),
          events: allEvents(db, number),
        };
      }),
    restore: (name, snapshot) => {
      checkSnapshot(snapshot);
      return db.write(() => {
        const { number } = emptied(name);
        const documents = Object.entries(snapshot.documents).map(([name, value]) => [name, { version: 1, value }]);
        db.run(
          'UPDATE accounts SET last_id = ?, last_event = ?, documents = ? WHERE number = ?',
          snapshot.lastId,
          snapshot.lastEvent,
          JSON.stringify(Object.fromEntries(documents)),
          number,
        );
        for (const [kind, id] of Object.entries(snapshot.dropped)) setDropped(db, number, kind, id);
        const how = { keep, print: JSON.stringify };
        putObjects(db, number, snapshot.objects, how);
        for (const event of snapshot.events) addEvent(db, number, event.id, event, how);
      });
    },
    reset: (name) => db.write(() => void emptied(name)),
    close: () => db.close(),
  };
}
