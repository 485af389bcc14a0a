import type { JsonObject } from '../../json.js';
import type { Commit, Delivery, EventQuery, NewDelivery, NewEvent, Page, StoredEvent } from '../store.js';
import type { Database } from './database.js';
import { addDelivery, deliveriesOf, removeDeliveries } from './deliveries.js';
import type { Row } from './driver.js';
import { idsOf, join, leave, sizeOf, surplusOf } from './lists.js';
import { parsed } from './objects.js';
import { EVENTS } from './schema.js';

export function readEvent(db: Database, account: number, id: number): StoredEvent | undefined {
  const row = db.get('SELECT * FROM events WHERE account = ? AND id = ?', account, id);
  return row && eventOf(db, account, row);
}

export function listEvents(db: Database, account: number, { object, offset, limit }: EventQuery): Page<StoredEvent> {
  if (object === undefined) {
    const items = idsOf(db, account, EVENTS, { offset, limit }).flatMap((id) => readEvent(db, account, id) ?? []);
    return { items, total: sizeOf(db, account, EVENTS) };
  }
  const { kind, id } = object;
  const rows = db.all(
    'SELECT * FROM events WHERE account = ? AND kind = ? AND object = ? ORDER BY id DESC LIMIT ? OFFSET ?',
    account,
    kind,
    id,
    limit,
    offset,
  );
  const count = db.get(
    'SELECT count(*) AS count FROM events WHERE account = ? AND kind = ? AND object = ?',
    account,
    kind,
    id,
  );
  return { items: rows.map((row) => eventOf(db, account, row)), total: Number(count?.count ?? 0) };
}

export function allEvents(db: Database, account: number): StoredEvent[] {
  return db.all('SELECT * FROM events WHERE account = ? ORDER BY id', account).map((row) => eventOf(db, account, row));
}

/** Records an event under the id, drops the oldest ones if there are too many. */
export function addEvent(
  db: Database,
  account: number,
  id: number,
  event: Omit<NewEvent, 'deliveries'> & { readonly deliveries: readonly (NewDelivery | Delivery)[] },
  { keep, print }: { readonly keep: number; readonly print: Commit['print'] },
): void {
  const { time, name, kind, object, payload, deliveries } = event;
  db.run('INSERT INTO events VALUES (?, ?, ?, ?, ?, ?, ?)', account, id, time, name, kind, object, print(payload));
  join(db, account, EVENTS, id);
  for (const delivery of deliveries) addDelivery(db, account, id, delivery);
  for (const old of surplusOf(db, account, EVENTS, keep)) {
    db.run('DELETE FROM events WHERE account = ? AND id = ?', account, old);
    leave(db, account, EVENTS, old);
    removeDeliveries(db, account, old);
  }
}

function eventOf(db: Database, account: number, { id, time, name, kind, object, payload }: Row): StoredEvent {
  return {
    id: Number(id),
    time: Number(time),
    name: String(name),
    kind: String(kind),
    object: Number(object),
    payload: parsed<JsonObject>(payload),
    deliveries: deliveriesOf(db, account, Number(id)),
  };
}
