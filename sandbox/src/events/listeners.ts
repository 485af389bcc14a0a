import { randomUUID } from 'node:crypto';
import {
  countUses,
  type DeliveryAttempt,
  epochOf,
  isListener,
  LISTENERS,
  type Listener,
  listenerReceiver,
  listenersIn,
  lostAt,
  Refusal,
  type Run,
  type StoredEvent,
  type Unit,
} from '../state/index.js';
import { type Leased, leaseNext, type OnDelivery, outcomeOf, settleDelivery } from './leases.js';
import { newDelivery } from './outbox.js';

interface ListenersOptions {
  readonly run: Run;
  /** How long a connection outlives its process, in milliseconds; `undefined` if only this process has the state. */
  readonly life: number | undefined;
  /** Milliseconds of the account's clock before each retry. */
  readonly pauses: readonly number[];
  /** How long a listener may take per delivery, in milliseconds. */
  readonly timeout: number;
  readonly onDelivery: OnDelivery;
}

interface ListenRequest extends Pick<Listener, 'key' | 'name' | 'events'> {
  /** Where its events begin, as its former connection was told. */
  readonly last?: Beginning | undefined;
}

/** The first event that a listener does not get, and the history of events that the id belongs to. */
interface Beginning {
  readonly since: number;
  readonly of: string;
}

export interface Result {
  readonly event: number;
  readonly lease: string;
  /** One for each copy. */
  readonly attempts: readonly DeliveryAttempt[];
}

interface Due extends Leased {
  /** Stays the same until the result is known, also if the connection ends and the event is due again. */
  readonly delivery: string;
}

/** The greatest number of open connections of an account. */
const MOST_OPEN = 100;

/** How long results may take to come back. Milliseconds. */
export const MARGIN = 5_000;

/** The only error of a delivery that waits for its listener to connect again. */
const LEFT = 'the connection of its receiver ended';

export type Listeners = ReturnType<typeof createListeners>;

/** Creates the receivers that hold a connection. Everything about them is in the account, so any process that shares it can answer them. */
export function createListeners({ run, life, pauses, timeout, onDelivery }: ListenersOptions) {
  const until = (unit: Unit) => (life === undefined ? {} : { until: unit.realTime + life });

  return {
    /**
     * Opens a connection. If the listener connects again, the events that it missed are due once. Throws a `Refusal` if the account has too
     * many connections.
     */
    open(account: string, { last, ...asked }: ListenRequest): Promise<Beginning & { readonly listener: Listener }> {
      const [connection, freshTag] = [randomUUID(), randomUUID()];
      return run(account, (unit) => {
        const listener = { ...asked, connection, ...until(unit) };
        // What the former connection has in hand is due again.
        leave(unit, listenerReceiver(asked.key));
        const open = listenersIn(unit.document(LISTENERS));
        if (open.length >= MOST_OPEN) {
          throw new Refusal(422, [`key: an account takes at most ${MOST_OPEN} listeners; stop one first`]);
        }
        const tag = unit.document(LISTENERS)?.tag ?? freshTag;
        unit.setDocument(LISTENERS, { tag, open: [...open, listener] });
        const of = historyOf(unit);
        if (last === undefined) return { listener, since: unit.state.last.event, of };
        // After a restart without a store, or a reset, the ids of events begin again.
        const since = last.of === of ? last.since : 0;
        for (const event of unit.state.eventsAfter(since)) catchUp(unit, listener, event);
        return { listener, since, of };
      });
    },

    /** Resolves with whether a delivery is due. Keeps the connection open for other processes. */
    isDue(account: string, listener: Listener): Promise<boolean> {
      return run(account, (unit) => {
        keepOpen(unit, listener);
        return unit.state.claimable(listenerReceiver(listener.key), unit.now, unit.realTime) !== undefined;
      });
    },

    /** Records results, and resolves with deliveries that are due, at most `limit`. Throws a 404 `Refusal` without an open connection. */
    exchange(account: string, key: string, results: readonly Result[], limit: number): Promise<Due[]> {
      const task = (unit: Unit) => {
        const receiver = listenerReceiver(key);
        if (lostAt(unit.document(LISTENERS), receiver) === 0) {
          throw new Refusal(404, ['key: no connection is open with this key; open one with GET /_sandbox/listen']);
        }
        for (const result of results) countUses(() => record(unit, receiver, result));
        const due: Due[] = [];
        while (due.length < limit) {
          const next = leaseNext(unit, receiver, { each: timeout, margin: MARGIN });
          if (next === undefined) break;
          due.push({ ...next, delivery: `${historyOf(unit)}:${next.event}:${known(next)}` });
        }
        return due;
      };
      return run(account, task, { counted: true });
    },

    /** Closes a connection, unless the listener has opened another one. */
    close(account: string, { key, connection }: Listener): Promise<void> {
      return run(account, (unit) => {
        if (listenersIn(unit.document(LISTENERS)).some((open) => open.connection === connection))
          leave(unit, listenerReceiver(key));
      });
    },
  };

  function keepOpen(unit: Unit, listener: Listener): void {
    const open = listenersIn(unit.document(LISTENERS));
    const others = open.filter(({ key }) => key !== listener.key);
    const known = open.find(({ key }) => key === listener.key);
    if (known !== undefined && (life === undefined || (known.until ?? 0) - unit.realTime > life / 2)) return;
    const tag = unit.document(LISTENERS)?.tag ?? listener.connection;
    unit.setDocument(LISTENERS, { tag, open: [...others, { ...(known ?? listener), ...until(unit) }] });
  }

  function record(unit: Unit, receiver: string, { event, lease: by, attempts }: Result): void {
    const delivery = unit.state.deliveries(event)[receiver];
    if (delivery === undefined) return;
    const outcome = outcomeOf(delivery, attempts, unit.assumed['webhook-response'], pauses);
    settleDelivery(unit, { event, receiver, by }, outcome);
    const { name = '' } = unit.state.event(event) ?? {};
    onDelivery({ url: delivery.url, name, attempts });
  }
}

/** Identifies the events of an account until their ids begin again. */
const historyOf = (unit: Unit): string => `${String(unit.document(LISTENERS)?.tag)}:${epochOf(unit.state)}`;

const known = ({ attempts }: Leased): number => attempts.filter(({ error }) => error !== LEFT).length;

export function endLost(unit: Unit, receivers: readonly string[]): void {
  for (const receiver of receivers) {
    const at = isListener(receiver) ? lostAt(unit.document(LISTENERS), receiver) : undefined;
    if (at !== undefined && at <= unit.realTime) leave(unit, receiver);
  }
}

/** Removes a receiver whose connection ended, and ends its deliveries, so that no caller waits for them. */
function leave(unit: Unit, receiver: string): void {
  const document = unit.document(LISTENERS);
  const open = listenersIn(document);
  const others = open.filter(({ key }) => listenerReceiver(key) !== receiver);
  if (others.length < open.length) unit.setDocument(LISTENERS, { ...document, open: others });
  for (;;) {
    const next = unit.state.firstPending(receiver);
    if (next === undefined) return;
    settleDelivery(unit, next, { state: 'failed', attempts: [{ at: unit.realTime, duration: 0, error: LEFT }] });
  }
}

function catchUp(unit: Unit, { key, name: url, events }: Listener, event: StoredEvent): void {
  const receiver = listenerReceiver(key);
  const known = unit.state.deliveries(event.id)[receiver];
  const isMissed = known === undefined || known.attempts.at(-1)?.error === LEFT;
  if (!isMissed || events?.includes(event.name) === false) return;
  unit.setDelivery({ ...newDelivery(unit, event, { receiver, url }), attempts: known?.attempts ?? [] });
}
