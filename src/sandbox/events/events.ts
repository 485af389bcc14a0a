import type { WebhookEventName } from '../../../generated/webhook-examples.js';
import type { EventQuery, Page, Store, StoredEvent } from '../store/index.js';
import { deliveriesAgain, type StartReceiver } from './receivers.js';
import type { Signals } from './signals.js';

export interface EventsOptions {
  readonly store: Store;
  readonly receivers: readonly StartReceiver[];
  readonly signals: Signals;
  /** Called when there is something to deliver. */
  readonly wake: () => void;
}

/** Which event is waited for. */
export interface EventFilter {
  /** The id of the object. */
  readonly id?: number | string | undefined;
  /** The status in the payload. */
  readonly status?: string | undefined;
  /** Milliseconds of real time. Default 30,000. */
  readonly timeout?: number | undefined;
}

const TIMEOUT = 30_000;

/** How many events are looked through for one that happened before the call. */
const MOST = 1000;

/** The events of all accounts, and their deliveries. */
export class Events {
  readonly #options: EventsOptions;

  constructor(options: EventsOptions) {
    this.#options = options;
  }

  async list(account: string, query: EventQuery): Promise<Page<StoredEvent>> {
    return await this.#options.store.events(account, query);
  }

  async get(account: string, id: number): Promise<StoredEvent | undefined> {
    return Number.isSafeInteger(id) ? await this.#options.store.event(account, id) : undefined;
  }

  /**
   * Sends an event again to everybody who would get it now, whether or not they had it; those that wait for it already get it once. Resolves with
   * the event, or with `undefined` when there is none of that id.
   */
  async redeliver(account: string, id: number): Promise<StoredEvent | undefined> {
    const { store, receivers, wake } = this.#options;
    const event = await this.get(account, id);
    if (event === undefined) return undefined;
    await store.redeliver(account, id, await deliveriesAgain(event, { store, account, receivers }));
    wake();
    return await this.get(account, id);
  }

  /** Resolves with the first event of that name that fits, which may have happened before the call. Rejects with a `WaitTimeout`. */
  async waitFor(account: string, name: WebhookEventName, filter: EventFilter = {}): Promise<StoredEvent> {
    const { id, status, timeout = TIMEOUT } = filter;
    checkTimeout(timeout);
    const object = id === undefined ? undefined : { kind: kindOf(name), id: Number(id) };
    if (object !== undefined && !Number.isSafeInteger(object.id)) throw new RangeError('id must be a whole number');
    let seen = 0;
    const look = async (): Promise<StoredEvent | undefined> => {
      const { items } = await this.list(account, { object, offset: 0, limit: MOST });
      const newest = items[0]?.id ?? 0;
      if (newest < seen) seen = 0; // The account was reset.
      const fresh = items.filter((event) => event.id > seen).reverse();
      seen = newest;
      return fresh.find((event) => event.name === name && (status === undefined || event.payload.status === status));
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
    return await this.#options.signals.until(account, look, { timeout, late });
  }

  /** Resolves when nothing is left to deliver: each event was taken, or has failed for good. Rejects with a `WaitTimeout`. */
  async settled(account: string, { timeout = TIMEOUT }: { readonly timeout?: number | undefined } = {}): Promise<void> {
    checkTimeout(timeout);
    const { store, signals } = this.#options;
    const look = async () => ((await store.pending(account)) === 0 ? true : undefined);
    const late = async () => `${await store.pending(account)} deliveries still wait after ${timeout} ms`;
    await signals.until(account, look, { timeout, late });
  }
}

/** The collection of the objects that an event is about: `transaction.created` is about `transactions`. */
const kindOf = (name: string): string => `${name.split('.')[0]}s`;

function checkTimeout(timeout: number): void {
  if (!(timeout >= 0 && timeout < 2 ** 31)) throw new RangeError('timeout must be a number of milliseconds, 0 or more');
}
