import type { Attempt, Delivery, DeliveryState, NewDelivery, Settlement, Waiting } from '../store.js';
import type { Database } from './database.js';
import type { Row } from './driver.js';
import { parsed } from './objects.js';

export function deliveriesOf(db: Database, account: number, event: number): Delivery[] {
  return db
    .all('SELECT * FROM deliveries WHERE account = ? AND event = ? ORDER BY rowid', account, event)
    .map(deliveryOf);
}

/** Adds a delivery, as a new one unless its state is given. */
export function addDelivery(
  db: Database,
  account: number,
  event: number,
  delivery: NewDelivery & Partial<Pick<Delivery, 'state' | 'attempts' | 'tries'>>,
): void {
  const { receiver, url, lane, copies, notBefore, state = 'pending', attempts = [], tries = 0 } = delivery;
  db.run(
    'INSERT INTO deliveries VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0, 0)',
    account,
    event,
    receiver,
    url,
    lane,
    copies,
    notBefore,
    state,
    JSON.stringify(attempts),
    tries,
  );
  if (state === 'pending') refreshLane(db, account, receiver, lane);
}

/** Takes the deliveries of an event out, together with what waits of them. */
export function removeDeliveries(db: Database, account: number, event: number): void {
  const deliveries = deliveriesOf(db, account, event);
  db.run('DELETE FROM deliveries WHERE account = ? AND event = ?', account, event);
  for (const { receiver, lane, state } of deliveries) {
    if (state === 'pending') refreshLane(db, account, receiver, lane);
  }
}

export function waitingDeliveries(db: Database): Waiting[] {
  return db
    .all(
      `SELECT accounts.name AS account, receiver, min(ready_at) AS at
       FROM lanes JOIN accounts ON accounts.number = lanes.account GROUP BY lanes.account, receiver`,
    )
    .map(({ account, receiver, at }) => ({ account: String(account), receiver: String(receiver), at: Number(at) }));
}

export function pendingDeliveries(db: Database, account: number): number {
  const row = db.get("SELECT count(*) AS count FROM deliveries WHERE account = ? AND state = 'pending'", account);
  return Number(row?.count ?? 0);
}

export function claimDeliveries(
  db: Database,
  account: number,
  receiver: string,
  { now, until, limit }: { readonly now: number; readonly until: number; readonly limit: number },
): (Delivery & { lease: number })[] {
  const ready = db.all(
    'SELECT lane, event FROM lanes WHERE account = ? AND receiver = ? AND ready_at <= ? ORDER BY ready_at, event LIMIT ?',
    account,
    receiver,
    now,
    limit,
  );
  return ready.flatMap((row) => {
    const [lane, event] = [String(row.lane), Number(row.event)];
    const lease = Math.floor(Math.random() * Number.MAX_SAFE_INTEGER) + 1;
    const claimed = db.get(
      'UPDATE deliveries SET lease = ?, leased_until = ? WHERE account = ? AND event = ? AND receiver = ? RETURNING *',
      lease,
      until,
      account,
      event,
      receiver,
    );
    refreshLane(db, account, receiver, lane);
    return claimed === undefined ? [] : [{ ...deliveryOf(claimed), lease }];
  });
}

export function settleDelivery(
  db: Database,
  account: number,
  claimed: { readonly event: number; readonly receiver: string; readonly lane: string; readonly lease: number },
  { attempts, state, notBefore }: Settlement,
): void {
  const { event, receiver, lane, lease } = claimed;
  const row = db.get(
    "SELECT attempts, not_before FROM deliveries WHERE account = ? AND event = ? AND receiver = ? AND lease = ? AND state = 'pending'",
    account,
    event,
    receiver,
    lease,
  );
  if (row === undefined) return;
  db.run(
    `UPDATE deliveries SET attempts = ?, tries = tries + ?, state = ?, not_before = ?, lease = 0, leased_until = 0
     WHERE account = ? AND event = ? AND receiver = ?`,
    JSON.stringify([...parsed<Attempt[]>(row.attempts), ...attempts]),
    attempts.length,
    state,
    notBefore ?? Number(row.not_before),
    account,
    event,
    receiver,
  );
  refreshLane(db, account, receiver, lane);
}

export function redeliver(db: Database, account: number, event: number, deliveries: readonly NewDelivery[]): void {
  const known = deliveriesOf(db, account, event);
  for (const delivery of deliveries) {
    const { receiver, url, lane, copies, notBefore } = delivery;
    const before = known.find((other) => other.receiver === receiver);
    if (before === undefined) {
      addDelivery(db, account, event, delivery);
    } else if (before.state !== 'pending') {
      db.run(
        `UPDATE deliveries SET url = ?, lane = ?, copies = ?, not_before = ?, state = 'pending', tries = 0
         WHERE account = ? AND event = ? AND receiver = ?`,
        url,
        lane,
        copies,
        notBefore,
        account,
        event,
        receiver,
      );
      refreshLane(db, account, receiver, lane);
    }
  }
}

/** Notes which delivery of the lane comes next, and when it may be claimed. */
function refreshLane(db: Database, account: number, receiver: string, lane: string): void {
  const changed = db.run(
    `INSERT INTO lanes SELECT account, receiver, lane, event, max(not_before, leased_until) FROM deliveries
     WHERE account = ? AND receiver = ? AND lane = ? AND state = 'pending' ORDER BY event LIMIT 1
     ON CONFLICT DO UPDATE SET event = excluded.event, ready_at = excluded.ready_at`,
    account,
    receiver,
    lane,
  );
  if (changed === 0) {
    db.run('DELETE FROM lanes WHERE account = ? AND receiver = ? AND lane = ?', account, receiver, lane);
  }
}

function deliveryOf(row: Row): Delivery {
  return {
    event: Number(row.event),
    receiver: String(row.receiver),
    url: String(row.url),
    lane: String(row.lane),
    copies: Number(row.copies),
    notBefore: Number(row.not_before),
    state: String(row.state) as DeliveryState,
    attempts: parsed<Attempt[]>(row.attempts),
    tries: Number(row.tries),
  };
}
