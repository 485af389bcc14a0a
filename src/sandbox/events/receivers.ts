import { createHash } from 'node:crypto';
import type { components } from '../../../generated/sandbox-types.js';
import type { Delivery, StoredEvent, Unit } from '../state/index.js';

/** A receiver that gets events without a registration. */
export interface StartReceiver {
  readonly url: string;
  /** Limits events to this account. Default: all accounts. */
  readonly account?: string | undefined;
}

/** Delivery problems that the sandbox simulates, so that you can test a receiver. */
export type Disturbance = components['schemas']['Disturbance'];

/** The account document with the disturbance. */
export const DISTURBANCE = 'deliveries';

/** How long an out-of-order creation event waits, so that later events overtake it. Milliseconds. */
const OVERTAKEN = 1000;

/** The greatest number of registrations that receive events. */
const MOST_WEBHOOKS = 100;

const REGISTERED = 'webhook:';

/** The receiver and the address for an event. */
export type Target = Pick<Delivery, 'receiver' | 'url'>;

/** Returns the targets of an event: the receivers from the start options and the webhooks registered for its topic. */
export function targetsOf(
  unit: Unit,
  receivers: readonly StartReceiver[],
  { kind }: Pick<StoredEvent, 'kind'>,
): Target[] {
  const ofAccount = receivers.filter(({ account }) => account === undefined || account === unit.account);
  const { items } = unit.page('webhooks', { page: 1, perPage: MOST_WEBHOOKS });
  const ofTopic = items.filter(({ value: { events } }) => !Array.isArray(events) || events.includes(kind));
  return [
    ...ofAccount.map(({ url }) => ({ receiver: `start:${digestOf(url)}`, url })),
    ...ofTopic.map(({ id, value }) => ({ receiver: `${REGISTERED}${id}`, url: String(value.url) })),
  ];
}

/** Returns a delivery that no process is sending yet. `followers`: the number of later events of the same unit. */
export function newDelivery(
  unit: Unit,
  event: Pick<StoredEvent, 'id' | 'name' | 'kind' | 'object'>,
  { receiver, url }: Target,
  { duplicates = 0, late = 0, out_of_order: outOfOrder = false }: Disturbance = {},
  followers = 0,
): Delivery {
  const lane = `${event.kind}:${event.object}`;
  const overtaken = outOfOrder ? followers * 50 + (event.name.endsWith('.created') ? OVERTAKEN : 0) : 0;
  return {
    event: event.id,
    receiver,
    url,
    // In a separate lane, it does not wait for other deliveries.
    lane: outOfOrder ? `${lane}:${event.id}` : lane,
    copies: 1 + duplicates,
    state: 'pending',
    attempts: [],
    tries: 0,
    notBefore: 0,
    readyAt: late + overtaken > 0 ? unit.realTime + late + overtaken : 0,
    by: '',
  };
}

/** Returns the current address of a receiver. A registration may have changed or disappeared since the event. */
export function addressOf(unit: Unit, { receiver, url }: Delivery): string | undefined {
  if (!receiver.startsWith(REGISTERED)) return url;
  const webhook = unit.seek('webhooks', Number(receiver.slice(REGISTERED.length)));
  return typeof webhook?.value.url === 'string' ? webhook.value.url : undefined;
}

/** Returns a digest that distinguishes receivers without showing their addresses, which may contain secrets. */
const digestOf = (url: string): string => createHash('sha256').update(url).digest('hex').slice(0, 8);
