import type { components } from '../../generated/sandbox-types.js';
import {
  type DeliveryAttempt,
  type Emitted,
  type EventDelivery,
  Refusal,
  type StoredEvent,
  type Unit,
} from '../state/index.js';
import { type Target, targetsOf } from './receivers.js';

/** Delivery problems that the sandbox simulates, so that you can test a receiver. */
export type WireDisturbance = components['schemas']['Disturbance'];

export const DISTURBANCE = 'deliveries';

export function disturbanceOf(unit: Unit): WireDisturbance {
  // `explore` keeps its advice there, too.
  const { advice: _, ...disturbance } = unit.document(DISTURBANCE) ?? {};
  return disturbance;
}

/** The only attempt of an event that is lost on purpose. */
const lostAt = (at: number): DeliveryAttempt => ({ at, duration: 0, error: 'the sandbox lost the event, as planned' });

/** How long an out-of-order creation event waits, so that later events overtake it. Milliseconds. */
const OVERTAKEN = 1000;

export function writeEvents(unit: Unit, events: readonly Emitted[], receivers: readonly string[]): void {
  const disturbance: WireDisturbance = unit.document(DISTURBANCE) ?? {};
  // A scenario creates several objects, each with its times.
  const ordered = [...events].sort((one, other) => one.time - other.time);
  for (const [index, event] of ordered.entries()) {
    const id = unit.addEvent(event);
    for (const target of targetsOf(unit, receivers, event)) {
      unit.facts.push('event sent', ...Object.keys(disturbance).map((name) => `event ${name}`));
      unit.setDelivery(newDelivery(unit, { id, ...event }, target, disturbance, events.length - index - 1));
    }
  }
}

/**
 * Sends the event again to its current receivers, or to one, unless it is under way. Returns `undefined` for an unknown event.
 * Throws a 404 `Refusal` for an unknown receiver.
 */
export function redeliver(unit: Unit, id: number, receivers: readonly string[], only?: string) {
  const event = unit.state.event(id);
  if (event === undefined) return undefined;
  const targets = targetsOf(unit, receivers, event).filter(({ receiver }) => only === undefined || only === receiver);
  if (only !== undefined && targets.length === 0)
    throw new Refusal(404, [`There is no receiver ${only} of event ${id}`]);
  for (const target of targets) {
    const known = unit.state.deliveries(id)[target.receiver];
    const isUnderWay = known?.state === 'pending' && known.notBefore === 0;
    if (isUnderWay) continue;
    unit.setDelivery({ ...newDelivery(unit, event, target), attempts: known?.attempts ?? [] });
  }
  return unit.state.event(id);
}

/** Returns the ids of the events after `id` that are on hold, oldest first. */
export const heldEvents = ({ state }: Unit, id = 0): number[] =>
  state.eventsAfter(id).flatMap((event) => (event.deliveries.some(isHeld) ? [event.id] : []));

/** Holds the events from now on. `advice`: a hint for messages about an event on hold. */
export const holdEvents = (unit: Unit, advice: string): void => unit.setDocument(DISTURBANCE, { held: true, advice });

const isHeld = ({ state }: EventDelivery): boolean => state === 'held';

/** Sends an event on hold to the current receivers, and to those for which it was kept back. */
export function releaseEvent(unit: Unit, id: number, receivers: readonly string[]): void {
  const event = redeliver(unit, id, receivers);
  for (const { receiver, url, attempts } of event?.deliveries.filter(isHeld) ?? [])
    if (event !== undefined) unit.setDelivery({ ...newDelivery(unit, event, { receiver, url }), attempts });
}

/** Sends the events on hold in their order, and holds no more. */
export function release(unit: Unit, receivers: readonly string[]): void {
  for (const id of heldEvents(unit)) releaseEvent(unit, id, receivers);
  const { held, advice: _, ...others } = unit.document(DISTURBANCE) ?? {};
  if (held) unit.setDocument(DISTURBANCE, others);
}

/** Returns a delivery that no process is sending yet. `followers`: the number of later events of the same unit. */
export function newDelivery(
  unit: Unit,
  event: Pick<StoredEvent, 'id' | 'name' | 'kind' | 'object'>,
  { receiver, url }: Target,
  { duplicates = 0, late = 0, out_of_order: outOfOrder = false, held = false, lost = false }: WireDisturbance = {},
  followers = 0,
): EventDelivery {
  const lane = `${event.kind}:${event.object}`;
  const overtaken = outOfOrder ? followers * 50 + (event.name.endsWith('.created') ? OVERTAKEN : 0) : 0;
  return {
    event: event.id,
    receiver,
    url,
    // In a separate lane, it does not wait for other deliveries.
    lane: outOfOrder ? `${lane}:${event.id}` : lane,
    copies: 1 + duplicates,
    state: lost ? 'failed' : held ? 'held' : 'pending',
    attempts: lost ? [lostAt(unit.realTime)] : [],
    tries: 0,
    notBefore: 0,
    readyAt: late + overtaken > 0 ? unit.realTime + late + overtaken : 0,
    by: '',
  };
}
