import type { WebhookEventName } from '../../../generated/webhook-examples.js';
import type { Page, Range, Run, Stored, StoredEvent, Unit } from '../state/index.js';
import type { Deliverer } from './deliverer.js';
import type { Signals } from './signals.js';

export interface EventsOptions {
  readonly run: Run;
  readonly deliverer: Deliverer;
  /** Signals each commit. */
  readonly signals: Signals;
}

/** Selects the event to wait for. */
export interface EventFilter {
  /** The id of the object. */
  readonly id?: number | string | undefined;
  /** The status in the payload. */
  readonly status?: string | undefined;
  /** Milliseconds of real time. Default 30,000. */
  readonly timeout?: number | undefined;
}

export interface EventQuery extends Range {
  /** Only the events about this object. */
  readonly object?: Pick<Stored, 'kind' | 'id'> | undefined;
}

const TIMEOUT = 30_000;

/** How many events before the call may match. */
const MOST = 1000;

/** The events of all accounts, and their deliveries. */
export class Events {
  readonly #options: EventsOptions;

  constructor(options: EventsOptions) {
    this.#options = options;
  }

  /** Newest first. */
  list(account: string, query: EventQuery): Promise<Page<StoredEvent>> {
    return this.#options.run(account, ({ state }) => state.events(query));
  }

  get(account: string, id: number): Promise<StoredEvent | undefined> {
    return this.#options.run(account, ({ state }) => state.event(id));
  }

  /** Sends an event again to everybody who would get it now. Resolves with the event, or with `undefined` if there is none of that id. */
  redeliver(account: string, id: number): Promise<StoredEvent | undefined> {
    const { run, deliverer } = this.#options;
    return run(account, (unit) => (deliverer.redeliver(unit, id) ? unit.state.event(id) : undefined));
  }

  /** Resolves with the first event of that name that fits; it may have happened before the call. Rejects with a `WaitTimeout`. */
  async waitFor(account: string, name: WebhookEventName, filter: EventFilter = {}): Promise<StoredEvent> {
    const { id, status, timeout = TIMEOUT } = filter;
    checkTimeout(timeout);
    const object = id === undefined ? undefined : { kind: kindOf(name), id: Number(id) };
    if (object !== undefined && !Number.isSafeInteger(object.id)) throw new RangeError('id must be a whole number');
    const { run, signals } = this.#options;
    let seen = 0;
    const look = async (): Promise<StoredEvent | undefined> => {
      const fresh = await run(account, (unit) => eventsAfter(unit, seen, object));
      seen = fresh.newest;
      return fresh.events.find(
        (event) => event.name === name && (status === undefined || event.payload.status === status),
      );
    };
    const late = async (): Promise<string> => {
      const { items } = await this.list(account, { object, offset: 0, limit: 10 });
      const recorded = items.map((event) => `${event.name} ${String(event.payload.status ?? '')}`.trim()).join(', ');
      const what = [
        name,
        id === undefined ? '' : `about ${object?.id}`,
        status === undefined ? '' : `with status ${status}`,
      ];
      return `no ${what.filter(Boolean).join(' ')} within ${timeout} ms; recorded, newest first: ${recorded || 'nothing'}`;
    };
    return await signals.until(account, look, { timeout, late });
  }

  /** Resolves when every delivery has succeeded or failed for good. Rejects with a `WaitTimeout`. */
  async settled(account: string, { timeout = TIMEOUT }: { readonly timeout?: number | undefined } = {}): Promise<void> {
    checkTimeout(timeout);
    const { run, signals } = this.#options;
    const pending = () => run(account, ({ state }) => state.pending);
    const look = async () => ((await pending()) === 0 ? true : undefined);
    const late = async () =>
      `${await pending()} deliveries still wait after ${timeout} ms; retries wait for the clock of the account, so advance it if it is frozen`;
    await signals.until(account, look, { timeout, late });
  }
}

/** The events after an id, oldest first, and the id of the newest. */
function eventsAfter({ state }: Unit, seen: number, object: EventQuery['object']) {
  const newest = state.events({ object, offset: 0, limit: 1 }).items[0]?.id ?? 0;
  // Ids begin anew after a reset.
  const from = newest < seen ? 0 : seen;
  const { items } = newest === from ? { items: [] } : state.events({ object, offset: 0, limit: MOST });
  return { newest, events: items.filter(({ id }) => id > from).reverse() };
}

/** The collection of the objects that an event is about: `transaction.created` is about `transactions`. */
const kindOf = (name: string): string => `${name.split('.')[0]}s`;

function checkTimeout(timeout: number): void {
  if (!(timeout >= 0 && timeout < 2 ** 31)) throw new RangeError('timeout must be a number of milliseconds, 0 or more');
}
