/** Receivers that hold a connection to a sandbox, such as the command `listen`. */
import type { JsonObject } from 'payment-gateway-core/util';

/** The account document with the open connections. */
export const LISTENERS = 'listeners';

export interface Listener {
  /** Identifies the receiver, also when it connects again. */
  readonly key: string;
  /** The address that it forwards to, without secrets. */
  readonly name: string;
  /** The names of the events that it wants. Without it, all. */
  readonly events?: readonly string[];
  readonly connection: string;
  /** The real time in milliseconds at which other processes take the connection for lost. Absent if only one process has the state. */
  readonly until?: number;
}

const PREFIX = 'listen:';

/** Returns the receiver of a listener, as its deliveries name it. */
export const listenerReceiver = (key: string): string => `${PREFIX}${key}`;

export const isListener = (receiver: string): boolean => receiver.startsWith(PREFIX);

/** Returns the listeners in the document, also those whose connection is lost. */
export function listenersIn(document: JsonObject | undefined): readonly Listener[] {
  // Only `events/listeners.ts` writes the document.
  return (document?.open ?? []) as readonly Listener[];
}

/** Returns the listeners whose connection is open at a real time and that want an event. */
export function listenersFor(document: JsonObject | undefined, event: string, realTime: number): readonly Listener[] {
  return listenersIn(document).filter(
    ({ until, events }) => (until ?? Number.POSITIVE_INFINITY) > realTime && (events?.includes(event) ?? true),
  );
}

/** Returns the real time at which the connection of a receiver counts as lost: 0 if it is closed; `undefined` without a limit. */
export function lostAt(document: JsonObject | undefined, receiver: string): number | undefined {
  const found = listenersIn(document).find(({ key }) => listenerReceiver(key) === receiver);
  return found === undefined ? 0 : found.until;
}
