import { createHash } from 'node:crypto';
import {
  type EventDelivery,
  LISTENERS,
  listenerReceiver,
  listenersFor,
  RECEIVERS,
  Refusal,
  type StoredEvent,
  type Unit,
} from '../state/index.js';

/** A receiver of an account without a registration, with the id to remove it by. */
export interface AccountReceiver {
  readonly id: number;
  readonly url: string;
}

/** The greatest number of registrations that receive events. */
const MOST_WEBHOOKS = 100;

/** The greatest number of receivers that you can add to an account. */
const MOST_ADDED = 100;

const REGISTERED = 'webhook:';

/** What an account changes in the receivers of the start options. */
interface Changes {
  readonly added: readonly string[];
  /** The ids of receivers of the start options that get no events of the account. */
  readonly removed: readonly number[];
}

export type Target = Pick<EventDelivery, 'receiver' | 'url'>;

/** Returns the receivers without a registration: those of the start options, and the added ones. */
export function receiversOf(unit: Unit, start: readonly string[]): AccountReceiver[] {
  const { added, removed } = changesOf(unit);
  const urls = new Set([...start, ...added]);
  return Array.from(urls, (url) => ({ id: idOf(url), url })).filter(({ id }) => !removed.includes(id));
}

/** Adds a receiver, unless the account has it. Throws a `Refusal` if the account has too many. */
export function addReceiver(unit: Unit, url: string): AccountReceiver {
  const receiver = { id: idOf(url), url };
  const { added, removed } = changesOf(unit);
  // The start options of other processes may lack it.
  if (added.includes(url)) return receiver;
  if (added.length >= MOST_ADDED) {
    throw new Refusal(422, [`url: an account takes at most ${MOST_ADDED} receivers; remove one first`]);
  }
  write(unit, { added: [...added, url], removed: removed.filter((id) => id !== receiver.id) });
  return receiver;
}

/** Removes a receiver from the account. Throws a 404 `Refusal` if the account has no such receiver. */
export function removeReceiver(unit: Unit, start: readonly string[], id: number): void {
  if (!receiversOf(unit, start).some((known) => known.id === id)) {
    throw new Refusal(404, [`There is no receiver ${id}`]);
  }
  const { added, removed } = changesOf(unit);
  const isAtStart = start.some((url) => idOf(url) === id);
  write(unit, {
    added: added.filter((url) => idOf(url) !== id),
    removed: isAtStart ? [...removed, id] : removed,
  });
}

/** Returns the targets of an event: the receivers without a registration, open connections, and the webhooks registered for its topic. */
export function targetsOf(
  unit: Unit,
  start: readonly string[],
  { kind, name }: Pick<StoredEvent, 'kind' | 'name'>,
): Target[] {
  const { items } = unit.page('webhooks', { page: 1, perPage: MOST_WEBHOOKS });
  const ofTopic = items.filter(({ value: { events } }) => !Array.isArray(events) || events.includes(kind));
  const open = listenersFor(unit.document(LISTENERS), name, unit.realTime);
  return [
    ...receiversOf(unit, start).map(({ url }) => ({ receiver: `start:${digestOf(url)}`, url })),
    ...open.map((listener) => ({ receiver: listenerReceiver(listener.key), url: listener.name })),
    ...ofTopic.map(({ id, value }) => ({ receiver: `${REGISTERED}${id}`, url: String(value.url) })),
  ];
}

/** Returns the current address of a receiver. A registration may have changed or disappeared since the event. */
export function receiverAddress(unit: Unit, { receiver, url }: EventDelivery): string | undefined {
  if (!receiver.startsWith(REGISTERED)) return url;
  const webhook = unit.seek('webhooks', Number(receiver.slice(REGISTERED.length)));
  return typeof webhook?.value.url === 'string' ? webhook.value.url : undefined;
}

/** Returns a digest that distinguishes receivers without showing their addresses, which may contain secrets. */
const digestOf = (url: string): string => createHash('sha256').update(url).digest('hex').slice(0, 8);

/** Returns the same id in each process and with any start options. */
const idOf = (url: string): number => Number.parseInt(digestOf(url), 16) + 1;

function changesOf(unit: Unit): Changes {
  // Only this module writes the document.
  return (unit.document(RECEIVERS) as Changes | undefined) ?? { added: [], removed: [] };
}

const write = (unit: Unit, changes: Changes): void => unit.setDocument(RECEIVERS, { ...changes });
