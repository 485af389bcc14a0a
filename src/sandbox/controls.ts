import type { WebhookEventName } from '../../generated/webhook-examples.js';
import type { JsonObject } from '../contract/json.js';
import { redact } from '../redaction/index.js';
import type { Duration } from './clock/index.js';
import type { Engine } from './engine.js';
import type { Disturbance } from './events/index.js';
import { type ActName, actOn, objectOf, readId } from './objects.js';
import { type Population, populate } from './populate.js';
import {
  checkFault,
  clearFaults,
  type PlannedFault,
  planFault,
  type WaitingFault,
  waitingFaults,
} from './request/planned-faults.js';
import type { AuthenticationOutcome, OperationId } from './rules/index.js';
import type { Snapshot, Stored, StoredEvent, Unit } from './state/index.js';

/** An object as responses of the gateway show it. */
export type SandboxObject = JsonObject & { readonly id: number; readonly status?: string };

/** An event that was recorded, with what became of its deliveries. */
export interface SandboxEvent {
  readonly id: number;
  /** By the account's clock, as an ISO 8601 timestamp. */
  readonly time: string;
  readonly name: WebhookEventName;
  /** The collection and the id of the object that it is about. */
  readonly kind: string;
  readonly objectId: number;
  /** The object as of the event. */
  readonly payload: JsonObject;
  readonly deliveries: readonly SandboxDelivery[];
}

/** What became of an event at one receiver. */
export interface SandboxDelivery {
  readonly receiver: string;
  /** Where it goes, without credentials and query. */
  readonly url: string;
  readonly state: 'pending' | 'delivered' | 'failed';
  readonly attempts: readonly {
    /** By the system's clock, as an ISO 8601 timestamp. */
    readonly at: string;
    /** Milliseconds. */
    readonly duration: number;
    /** The status of the receiver's response, if there was one. */
    readonly status?: number;
    /** The beginning of a response that was not 2xx, without secrets. */
    readonly response?: string;
    readonly error?: string;
  }[];
}

export interface EventFilter {
  /** The id of the object that it is about. */
  readonly id?: number | string;
  /** The status in its payload. */
  readonly status?: string;
  /** Whether to wait until every receiver confirmed the event with a 2xx. Default false. */
  readonly delivered?: boolean;
  /** Milliseconds of real time to wait. Default 30,000. */
  readonly timeout?: number;
}

/** What every act takes. */
export type ActOptions = {
  /**
   * Whether to resolve only after every receiver confirmed the events of the act with a 2xx. Default false. Rejects with a `DeliveryFailed`
   * if there is no receiver or one refuses.
   */
  readonly delivered?: boolean;
};

/** What a test, or a person, does to an account from outside. Ids are those of the gateway's objects; amounts are centavos. */
export interface SandboxControls {
  /**
   * The buyer pays: a PIX or boleto that waits, a 3DS or processing card; an authorized one is captured. For a link it makes a transaction of the link and
   * resolves with that; for a subscription it charges again. Resolves when the change is committed. Rejects with a `Refusal`: 404 for an unknown id, 422
   * for a state that does not allow it.
   */
  pay(id: number | string, options?: ActOptions & JsonObject): Promise<SandboxObject>;
  /** Time runs out: for a PIX, a boleto, a 3DS authentication, a link. */
  expire(id: number | string, options?: ActOptions): Promise<SandboxObject>;
  /** The issuer refuses, the authentication fails, or a pending refund does. */
  decline(id: number | string, options?: ActOptions): Promise<SandboxObject>;
  /** What is pending comes to its regular end at once. */
  settle(id: number | string, options?: ActOptions): Promise<SandboxObject>;
  /** Captured in the back office: all, or `amount`. */
  capture(id: number | string, options?: ActOptions & { amount?: number }): Promise<SandboxObject>;
  /** Refunded in the back office: all that is left, or `amount`. */
  refund(id: number | string, options?: ActOptions & { amount?: number }): Promise<SandboxObject>;
  /** An authorized payment is given back; a link or a subscription ends. */
  cancel(id: number | string, options?: ActOptions): Promise<SandboxObject>;
  /** 3DS ends. */
  authenticate(id: number | string, options: ActOptions & { outcome: AuthenticationOutcome }): Promise<SandboxObject>;
  /** From now on the issuer refuses the card, or the card of the subscription. Resolves with the card. */
  fail(id: number | string, options?: ActOptions): Promise<SandboxObject>;
  /** The cardholder disputes a payment: `paid` becomes `chargedback`. */
  chargeback(id: number | string, options?: ActOptions): Promise<SandboxObject>;
  /** A processing, authorized or paid transaction becomes `pending_review`. `approve` or `decline` ends the review. */
  review(id: number | string, options?: ActOptions): Promise<SandboxObject>;
  /** A review ends well: the transaction goes back to its former status. */
  approve(id: number | string, options?: ActOptions): Promise<SandboxObject>;
  /**
   * Sets any status, so that you can test one that your code does not know. Writes the history and sends the event; nothing else of the
   * transaction changes.
   */
  setStatus(id: number | string, options: ActOptions & { status: string }): Promise<SandboxObject>;
  /** A buyer begins a payment on the page of a link: `payment_method` and what goes with it. Resolves with its transaction. */
  checkout(id: number | string, options?: ActOptions & JsonObject): Promise<SandboxObject>;
  /** The object as it is now, whatever its kind. */
  retrieve(id: number | string): Promise<SandboxObject>;

  readonly clock: {
    now(): Promise<Date>;
    /** Moves the clock on by `31d`, `{ days: 31 }` or `P31D`, and carries out what falls due on the way, each at its own time. Resolves with the new time. */
    advance(duration: string | Duration): Promise<Date>;
    /** The same up to a time that has not passed yet. */
    advanceTo(time: Date | string): Promise<Date>;
    /** Stops the clock where it is. */
    freeze(): Promise<void>;
    /** Lets the clock go on with the system's from where it is. */
    release(): Promise<void>;
  };

  readonly events: {
    /** Newest first. `id` is that of the object. */
    list(query?: { id?: number | string; page?: number; perPage?: number }): Promise<SandboxEvent[]>;
    /**
     * Resolves with the first event of that name that matches; it may have happened before the call. With `delivered: true` it waits until
     * every receiver confirmed the event, and rejects with a `DeliveryFailed` if there is no receiver or one refuses.
     */
    waitFor(name: WebhookEventName, filter?: EventFilter): Promise<SandboxEvent>;
    /** Resolves when nothing is left to deliver. `timeout` in milliseconds, default 30,000. */
    settled(options?: { timeout?: number }): Promise<void>;
    /** Sends an event again to everybody who would get it now. The id is the event's. */
    redeliver(id: number | string): Promise<SandboxEvent>;
    /** Delivers from now on late, twice or out of order; `{}` ends it. */
    disturb(disturbance: Disturbance): Promise<void>;
  };

  /**
   * Lets the next request for the operation, or for any (`*`), go wrong. With `after: 'commit'` it is carried out and only its response is lost.
   * Requests that are sent after the call find it set, also if nobody waits for the promise.
   */
  failNext(operationId: OperationId | '*', fault: PlannedFault): Promise<void>;
  /** Takes back the faults that wait. */
  clearFaults(): Promise<void>;
  faults(): Promise<readonly WaitingFault[]>;

  /** Everything of the account as plain JSON: objects, events, clock, faults. Holds no card field and no token. */
  snapshot(): Promise<Snapshot>;
  /** Replaces everything of the account. Rejects with a `StateVersionError` for what another version of the package wrote. */
  restore(snapshot: Snapshot): Promise<void>;
  /** Empties the account: its ids, clock, events and faults begin anew. */
  reset(): Promise<void>;
  /** Makes so many objects of each kind, the same ones each time. */
  populate(population: Population): Promise<Required<Population>>;
}

/** The controls of one account. `reached` resolves with the engine once it is there; `afterReset` follows each reset. */
export function createControls(
  reached: () => Promise<Engine>,
  account: string,
  afterReset: () => Promise<void> = async () => {},
): SandboxControls {
  const act =
    (name: ActName) =>
    async (id: number | string, { delivered = false, ...options }: ActOptions & JsonObject = {}) => {
      const number = readId(id);
      if (typeof delivered !== 'boolean') throw new RangeError('delivered must be true or false');
      const engine = await reached();
      const task = (work: Unit) => actOn(work, name, number, options);
      return shown(await (delivered ? engine.events.untilDelivered(account, task) : engine.run(account, task)));
    };

  return {
    pay: act('pay'),
    expire: act('expire'),
    decline: act('decline'),
    settle: act('settle'),
    capture: act('capture'),
    refund: act('refund'),
    cancel: act('cancel'),
    authenticate: act('authenticate'),
    fail: act('fail'),
    checkout: act('checkout'),
    chargeback: act('chargeback'),
    review: act('review'),
    approve: act('approve'),
    setStatus: act('setStatus'),
    async retrieve(id) {
      const number = readId(id);
      const engine = await reached();
      return shown(await engine.run(account, (work) => objectOf(work, number)));
    },
    clock: {
      now: async () => new Date(await (await reached()).clocks.now(account)),
      advance: async (duration) => new Date(await (await reached()).clocks.advance(account, duration)),
      async advanceTo(time) {
        const at = time instanceof Date ? time.getTime() : Date.parse(time);
        if (Number.isNaN(at)) throw new RangeError('time must be a Date or a timestamp');
        return new Date(await (await reached()).clocks.advanceTo(account, at));
      },
      freeze: async () => (await reached()).clocks.freeze(account),
      release: async () => (await reached()).clocks.release(account),
    },
    events: {
      async list({ id, page = 1, perPage = 100 } = {}) {
        checkCount('page', page, Number.MAX_SAFE_INTEGER);
        checkCount('perPage', perPage, 1000);
        const engine = await reached();
        const object = id === undefined ? undefined : await engine.run(account, (work) => objectOf(work, readId(id)));
        const { items } = await engine.events.list(account, { object, offset: (page - 1) * perPage, limit: perPage });
        return items.map(shownEvent);
      },
      waitFor: async (name, filter) => shownEvent(await (await reached()).events.waitFor(account, name, filter)),
      settled: async (options) => (await reached()).events.settled(account, options),
      async redeliver(id) {
        const number = readId(id);
        const event = await (await reached()).events.redeliver(account, number);
        if (event === undefined) throw new RangeError(`there is no event ${number}`);
        return shownEvent(event);
      },
      disturb: async (disturbance) => (await reached()).disturb(account, disturbance),
    },
    failNext(operationId, fault) {
      const waiting = checkFault(operationId, fault);
      return reached().then((engine) => engine.run(account, (work) => planFault(work, waiting)));
    },
    clearFaults: async () => (await reached()).run(account, clearFaults),
    faults: async () => (await reached()).run(account, waitingFaults),
    snapshot: async () => (await reached()).snapshot(account),
    restore: async (snapshot) => (await reached()).restore(account, snapshot),
    async reset() {
      await (await reached()).reset(account);
      await afterReset();
    },
    async populate(population) {
      const engine = await reached();
      return populate(engine.run, account, population);
    },
  };
}

export function shown({ id, value }: Stored): SandboxObject {
  return { ...value, id };
}

export function shownEvent({ id, time, name, kind, object, payload, deliveries }: StoredEvent): SandboxEvent {
  return {
    id,
    time: new Date(time).toISOString(),
    // Only the rules emit events, by these names.
    name: name as WebhookEventName,
    kind,
    objectId: object,
    payload,
    deliveries: deliveries.map(({ receiver, url, state, attempts }) => ({
      receiver,
      url: withoutSecrets(url),
      state,
      attempts: attempts.map(({ at, response, ...attempt }) => ({
        at: new Date(at).toISOString(),
        ...attempt,
        ...(response !== undefined && { response: String(redact(response, { secrets: secretsIn(url) })) }),
      })),
    })),
  };
}

/** The user, the password and the query of a receiver's address may be secrets. */
export function withoutSecrets(url: string): string {
  if (!URL.canParse(url)) return '';
  const { origin, pathname } = new URL(url);
  return `${origin}${pathname}`;
}

/** A receiver may repeat the secrets of its address in a response. */
function secretsIn(address: string): string[] {
  if (!URL.canParse(address)) return [];
  const { username, password, search, searchParams } = new URL(address);
  return [username, password, search.slice(1), ...searchParams.values()].filter(Boolean);
}

function checkCount(name: string, value: unknown, most: number): void {
  if (typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= most) return;
  throw new RangeError(`${name} must be a whole number from 1 to ${most}`);
}
