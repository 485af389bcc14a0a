import { createHash } from 'node:crypto';
import type { Delivery, StoredEvent, Unit } from '../state/index.js';

/** A receiver that gets events without a registration. */
export interface StartReceiver {
  readonly url: string;
  /** Limits events to this account. Default: all accounts. */
  readonly account?: string | undefined;
}

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

/** Returns the current address of a receiver. A registration may have changed or disappeared since the event. */
export function addressOf(unit: Unit, { receiver, url }: Delivery): string | undefined {
  if (!receiver.startsWith(REGISTERED)) return url;
  const webhook = unit.seek('webhooks', Number(receiver.slice(REGISTERED.length)));
  return typeof webhook?.value.url === 'string' ? webhook.value.url : undefined;
}

/** Returns a digest that distinguishes receivers without showing their addresses, which may contain secrets. */
const digestOf = (url: string): string => createHash('sha256').update(url).digest('hex').slice(0, 8);
