import { createHash } from 'node:crypto';
import { isObject } from '../json.js';
import {
  type Eventually,
  follow,
  type Kind,
  type NewDelivery,
  type NewEvent,
  type Store,
  type StoredEvent,
} from '../store/index.js';

/** A receiver that gets events without a registration. */
export interface StartReceiver {
  readonly url: string;
  /** Only events about these kinds: `transactions`, `links`, `customers`, `cards`. Default: all. */
  readonly topics?: readonly Kind[];
}

/** How events are delivered on demand: to try out a receiver that must bear it. */
export interface Disturbance {
  /** How often each event is sent besides the first time. */
  readonly duplicates?: number;
  /** Milliseconds that each event is late. */
  readonly late?: number;
  /** Events about an object do not wait for each other, and the earlier ones set out later. */
  readonly outOfOrder?: boolean;
}

/** The name of the account's document that keeps the disturbance. */
export const DISTURBANCE = 'deliveries';

/** Where an out of order creation has to wait, so that what follows it overtakes it. Milliseconds. */
const OVERTAKEN = 1000;

/** The registrations that count: more of them is nobody's test. */
const MOST_WEBHOOKS = 100;

const NOWHERE: readonly NewDelivery[] = [];

type Undelivered = Omit<NewEvent, 'deliveries'>;

/** Where an event that is kept goes when it is sent again: to all who would get it now. */
export async function deliveriesAgain(
  event: StoredEvent,
  options: Omit<FanOut, 'disturbance'>,
): Promise<readonly NewDelivery[]> {
  const [again] = await fanOut([event], { ...options, disturbance: {} });
  return again?.deliveries ?? [];
}

/** Each event with its deliveries: to the webhooks that are registered for its topic, and to the receivers given at start. */
export function fanOut(events: readonly Undelivered[], options: FanOut): Eventually<NewEvent[]> {
  if (events.length === 0) return [];
  return follow(targetsOf(options), (targets) => addressed(events, targets, options));
}

function addressed(
  events: readonly Undelivered[],
  targets: readonly Target[],
  { store, disturbance }: FanOut,
): NewEvent[] {
  const now = store.now();
  return events.map(({ time, name, kind, object, payload }, index) => {
    const event = { time, name, kind, object, payload };
    if (targets.length === 0) return { ...event, deliveries: NOWHERE };
    const deliveries = targets
      .filter(({ topics }) => topics === undefined || topics.includes(event.kind))
      .map(({ receiver, url }) => {
        const lane = `${event.kind}:${event.object}`;
        return disturbed(
          { receiver, url, copies: 1, notBefore: now, lane },
          event,
          events.length - index - 1,
          disturbance,
        );
      });
    return { ...event, deliveries };
  });
}

export interface FanOut {
  readonly store: Store;
  readonly account: string;
  readonly receivers: readonly StartReceiver[];
  readonly disturbance: Disturbance;
}

interface Target {
  readonly receiver: string;
  readonly url: string;
  readonly topics: readonly unknown[] | undefined;
}

const REGISTERED = 'webhook:';

/** The id of the registration that a receiver is, unless it was given at start. */
export function webhookOf(receiver: string): number | undefined {
  return receiver.startsWith(REGISTERED) ? Number(receiver.slice(REGISTERED.length)) : undefined;
}

/** Tells receivers apart without showing their address, which may carry a secret. */
const digestOf = (url: string): string => createHash('sha256').update(url).digest('hex').slice(0, 8);

function targetsOf({ store, account, receivers }: FanOut): Eventually<Target[]> {
  return follow(store.list(account, 'webhooks', { offset: 0, limit: MOST_WEBHOOKS }), ({ items }) => {
    const registered = items.flatMap(({ id, value: { url, events } }) =>
      typeof url === 'string'
        ? [{ receiver: `${REGISTERED}${id}`, url, topics: Array.isArray(events) ? events : undefined }]
        : [],
    );
    const started = receivers.map(({ url, topics }) => ({ receiver: `start:${digestOf(url)}`, url, topics }));
    return [...started, ...registered];
  });
}

function disturbed(
  delivery: NewDelivery,
  { name }: Undelivered,
  /** How many events of the same unit come after this one. */
  followers: number,
  { duplicates = 0, late = 0, outOfOrder = false }: Disturbance,
): NewDelivery {
  const overtaken = outOfOrder ? followers * 50 + (name.endsWith('.created') ? OVERTAKEN : 0) : 0;
  return {
    ...delivery,
    copies: 1 + duplicates,
    notBefore: delivery.notBefore + late + overtaken,
    // A lane of its own waits for nobody.
    lane: outOfOrder ? `${delivery.lane}:${Math.random().toString(36).slice(2)}` : delivery.lane,
  };
}

/** Throws one line that names the field when its value makes no sense. */
export function checkDisturbance(value: unknown): Disturbance {
  if (!isObject(value)) throw new TypeError('deliveries must be an object with duplicates, late, outOfOrder');
  const { duplicates = 0, late = 0, outOfOrder = false, ...others } = value;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) {
    throw new TypeError(`deliveries has no ${unknown.slice(0, 40)}: it takes duplicates, late, outOfOrder`);
  }
  const whole = (field: unknown, most: number): field is number =>
    typeof field === 'number' && Number.isInteger(field) && field >= 0 && field <= most;
  if (!whole(duplicates, 10)) throw new RangeError('duplicates must be a whole number from 0 to 10');
  if (!whole(late, 86_400_000)) throw new RangeError('late must be a whole number of milliseconds, a day at most');
  if (typeof outOfOrder !== 'boolean') throw new TypeError('outOfOrder must be true or false');
  return { duplicates, late, outOfOrder };
}
