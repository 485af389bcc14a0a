import { type WebhookEventName, webhookExamples } from 'payment-gateway-contract/webhooks';
import type { components } from '../../generated/sandbox-types.js';
import {
  type EventDelivery,
  type EventQuery,
  type Page,
  Refusal,
  type Run,
  type State,
  type StoredEvent,
  type Unit,
} from '../state/index.js';
import { DISTURBANCE, heldEvents, redeliver, release, releaseEvent } from './outbox.js';
import { type Signals, WaitTimeout } from './signals.js';

interface EventsOptions {
  readonly run: Run;
  readonly receivers: readonly string[];
  readonly signals: Signals;
}

/** Selects the event to wait for, as the control API describes it. */
export type WireEventFilter = Omit<components['schemas']['EventFilter'], 'name'>;

export const TIMEOUT = 30_000;

/** The most events before the call that may match. */
const MOST = 1000;

/** The events of all accounts, and their deliveries. */
export class EventService {
  readonly #run: Run;
  readonly #receivers: readonly string[];
  readonly #signals: Signals;

  constructor({ run, receivers, signals }: EventsOptions) {
    this.#run = run;
    this.#receivers = receivers;
    this.#signals = signals;
  }

  list(account: string, query: EventQuery): Promise<Page<StoredEvent>> {
    return this.#run(account, ({ state }) => state.events(query));
  }

  /** Sends an event again to its current receivers, or only to one. Resolves with the event, or with `undefined` for an unknown id. */
  redeliver(account: string, id: number, only?: string): Promise<StoredEvent | undefined> {
    return this.#run(account, (unit) => redeliver(unit, id, this.#receivers, only));
  }

  /** Sends the events on hold in their order, and holds no more. */
  release(account: string): Promise<void> {
    return this.#run(account, (unit) => release(unit, this.#receivers));
  }

  /** Sends the events after an id, also those on hold. Resolves when each receiver got its first try, or after the time-out in milliseconds. */
  async sendAfter(account: string, id: number, timeout: number): Promise<void> {
    await this.#run(account, (unit) => {
      for (const held of heldEvents(unit, id)) releaseEvent(unit, held, this.#receivers);
    });
    const isTried = ({ state, tries }: EventDelivery) => state !== 'pending' || tries > 0;
    const areTried = ({ state }: Unit) =>
      state.eventsAfter(id, undefined, MOST).every(({ deliveries }) => deliveries.every(isTried));
    await this.#until(account, areTried, timeout);
  }

  /**
   * Resolves with the first matching event with this name; it may have happened before the call. Rejects with a `WaitTimeout`. With
   * `delivered`, it also rejects with a `DeliveryFailed` as soon as the event cannot arrive without further action.
   */
  async waitFor(account: string, name: WebhookEventName, filter: WireEventFilter = {}): Promise<StoredEvent> {
    const { id, status, delivered = false, timeout = TIMEOUT } = filter;
    if (!Object.hasOwn(webhookExamples, name)) {
      const known = Object.keys(webhookExamples).join(', ');
      throw new RangeError(`name: must be the name of an event: ${known}`);
    }
    const object = id === undefined ? undefined : { kind: kindOf(name), id };
    const look = async (): Promise<StoredEvent | undefined> =>
      this.#run(account, (unit) => {
        const matches = unit.state
          .eventsAfter(0, object, MOST)
          .filter((event) => event.name === name && (status === undefined || event.payload.status === status));
        return delivered && matches.length > 0 ? firstDelivered(unit, matches) : matches[0];
      });
    const late = async (waited: number): Promise<string> => {
      const { items } = await this.list(account, { object, offset: 0, limit: 10 });
      const recorded = items.map((event) => `${event.name} ${String(event.payload.status ?? '')}`.trim()).join(', ');
      const about = id === undefined ? '' : ` about ${id}`;
      const what = `${name}${about}${status === undefined ? '' : ` with status ${status}`}`;
      return `no ${what}${delivered ? ' was delivered' : ''} within ${waited} ms; recorded, newest first: ${recorded || 'nothing'}`;
    };
    return await this.#signals.until(account, look, { timeout, late });
  }

  /**
   * Runs a task about an object as one unit of work, and resolves with its result after every receiver confirmed the task's events.
   * Before, each receiver gets its first try of the object's earlier events, so that it sees one status after the other. Rejects with
   * a `DeliveryFailed` if no receiver exists or one refuses.
   */
  async untilDelivered<Result>(account: string, id: number, task: (unit: Unit) => Result, runTask: Run = this.#run) {
    await this.#until(account, (unit) => unit.state.pending === 0 || !waitsForFirstTry(unit, id), TIMEOUT);
    const { result, before } = await runTask(account, (unit) => {
      const before = unit.state.last.event;
      return { result: task(unit), before };
    });
    const look = () =>
      this.#run(account, (unit) => {
        const events = unit.state.eventsAfter(before, undefined, MOST);
        const sent = events.filter(({ deliveries }) => deliveries.length > 0);
        const awaited = sent.length > 0 ? sent : events;
        return awaited.every((event) => firstDelivered(unit, [event]) !== undefined) ? true : undefined;
      });
    const late = async (waited: number) => `the receivers did not confirm the events within ${waited} ms`;
    await this.#signals.until(account, look, { timeout: TIMEOUT, late });
    return result;
  }

  /**
   * Resolves when every delivery has succeeded or finally failed. Rejects after the time-out: with a `DeliveryFailed` that names the failed
   * attempts if all other deliveries wait for a frozen clock, otherwise with a `WaitTimeout`.
   */
  async settled(account: string, { timeout = TIMEOUT }: Pick<WireEventFilter, 'timeout'> = {}): Promise<void> {
    const pending = () => this.#run(account, ({ state }) => state.pending);
    const look = async () => ((await pending()) === 0 ? true : undefined);
    const late = async (waited: number) => {
      await this.#run(account, refuseStuck);
      return `${await pending()} deliveries still wait after ${waited} ms; retries wait for the clock of the account, so advance it if it is frozen`;
    };
    await this.#signals.until(account, look, { timeout, late });
  }

  /** Resolves when an account is in order, or after the time-out in milliseconds. */
  async #until(account: string, isInOrder: (unit: Unit) => boolean, timeout: number): Promise<void> {
    const look = () => this.#run(account, (unit) => isInOrder(unit) || undefined);
    await this.#signals.until(account, look, { timeout, late: async () => '' }).catch(ignoreTimeout);
  }
}

/** The event has no receiver, or a receiver refuses it. Waiting alone does not help. */
export class DeliveryFailed extends Refusal {
  override readonly name = 'DeliveryFailed';

  constructor(reason: string) {
    super(422, [reason]);
  }
}

/**
 * Returns the first event that all its receivers confirmed, or `undefined` while one may still arrive. Throws a `DeliveryFailed` if none
 * can arrive: without a receiver, after the last retry, or while the next retry waits for a frozen clock.
 */
function firstDelivered(unit: Unit, events: readonly StoredEvent[]): StoredEvent | undefined {
  const isFrozen = unit.state.clock.kind === 'frozen';
  const problems = events.map((event) => deliveryProblem(unit.state, event, isFrozen ? unit.now : undefined));
  const found = events.find((_, index) => problems[index] === undefined);
  if (found === undefined && !problems.includes(PENDING)) throw new DeliveryFailed(problems.at(-1) ?? '');
  return found;
}

/** Throws a `DeliveryFailed` if no pending delivery can arrive without further action. */
function refuseStuck({ state, now }: Unit): void {
  const frozenAt = state.clock.kind === 'frozen' ? now : undefined;
  const { items } = state.events({ offset: 0, limit: MOST });
  const problems = items.flatMap((event) =>
    event.deliveries
      .filter(({ state }) => state === 'pending')
      .map((delivery) => deliveryProblem(state, { ...event, deliveries: [delivery] }, frozenAt)),
  );
  if (problems.length === 0 || problems.includes(PENDING)) return;
  // The oldest ones are the cause of the others.
  throw new DeliveryFailed(problems.slice(-MOST_PROBLEMS).reverse().join('; '));
}

const MOST_PROBLEMS = 3;

const PENDING = 'pending';

/** Returns the reason for a missing delivery, or `undefined` if all receivers have the event. `frozenAt` is the time of a frozen clock. */
function deliveryProblem(state: State, event: StoredEvent, frozenAt: number | undefined): string | undefined {
  const { id, name, object, deliveries } = event;
  const about = `${name} about ${object} (event ${id})`;
  if (deliveries.length === 0) {
    return `${about} has no receiver; start the sandbox with webhook, or register one with POST /v1/webhooks, or run listen first`;
  }
  const open = deliveries.find((delivery) => delivery.state !== 'delivered');
  if (open === undefined) return undefined;
  // Events about an object arrive in order.
  const next = open.state === 'pending' ? (state.firstOfLane(open) ?? open) : open;
  const pause = frozenAt === undefined ? 0 : next.notBefore - frozenAt;
  const { advice = 'release it first' } = state.document(DISTURBANCE) ?? {};
  if (next.state === 'held') return `${about} is on hold; ${advice}`;
  if (next.state === 'pending' && pause <= 0) return PENDING;
  const { status, error } = next.attempts.at(-1) ?? {};
  const refused = `${next === open ? about : `${about} waits for event ${next.event}, which`} was not confirmed by its receiver (${status ?? error})`;
  return next.state === 'failed'
    ? `${refused}; the sandbox does not retry it; redeliver the event`
    : `${refused}; the next retry waits for the clock, which is frozen; advance it by ${pause} ms, or redeliver the event`;
}

/** Whether an event of the object is due, is the next one for a receiver, and was not tried yet. */
function waitsForFirstTry({ state, now }: Unit, id: number): boolean {
  const { items } = state.events({ offset: 0, limit: MOST });
  const pending = items.flatMap(({ object, deliveries }) =>
    deliveries.filter((delivery) => object === id && delivery.state === 'pending'),
  );
  return pending.map((one) => state.firstOfLane(one) ?? one).some((one) => one.tries === 0 && one.notBefore <= now);
}

function ignoreTimeout(error: unknown): void {
  if (!(error instanceof WaitTimeout)) throw error;
}

/** Returns the kind of an event's object: `transactions` for `transaction.created`. */
const kindOf = (name: string): string => `${name.split('.')[0]}s`;
