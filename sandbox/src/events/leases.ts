/** Takes deliveries for one process or connection at a time, and records the results. */
import { randomUUID } from 'node:crypto';
import type { VariantOf } from 'payment-gateway-core/values';
import {
  countUses,
  type DeliveryAttempt,
  EVENTS,
  type EventDelivery,
  type EventHead,
  type Stored,
  type Unit,
} from '../state/index.js';
import { eventBody } from '../variants/index.js';

/** A delivery that only this process or connection may send for now. */
export interface Leased extends EventDelivery {
  readonly body: string;
  readonly name: string;
}

export interface DeliveryOutcome {
  readonly state: EventDelivery['state'];
  readonly attempts: readonly DeliveryAttempt[];
  /** Milliseconds before the next try; `undefined` without a pause. */
  readonly pause?: number | undefined;
  /** Whether the receiver failed, so that an assumption decides the next step. */
  readonly isAssumed?: boolean;
}

/** The leases of this process begin with it, so that each lease is unique. */
const HERE = randomUUID().slice(0, 8);
let last = 0;

/** Leases the next delivery to the receiver for a time in milliseconds per copy, and a margin. */
export function leaseNext(
  unit: Unit,
  receiver: string,
  { each, margin }: { readonly each: number; readonly margin: number },
): Leased | undefined {
  const next = unit.state.claimable(receiver, unit.now, unit.realTime);
  const event = next && unit.state.object(EVENTS, next.event);
  if (next === undefined || event === undefined) return undefined;
  const readyAt = unit.realTime + each * next.copies + margin;
  const delivery = { ...next, by: `${HERE}:${++last}`, readyAt, notBefore: 0 };
  unit.setDelivery(delivery);
  // How many deliveries share a unit depends on the machine, so each counts separately.
  return countUses(() => withBody(unit, delivery, event));
}

/** Returns a delivery with its body. The entries about events decide here, because an event without a receiver does not show them. */
function withBody(unit: Unit, delivery: EventDelivery, { hidden, value }: Stored): Leased {
  for (const entry of ['webhook-events', 'webhook-envelope', 'event-payload-fields', 'response-ids'] as const)
    unit.use(entry);
  const head = hidden as EventHead;
  return { ...delivery, name: head.name, body: JSON.stringify(eventBody(head, value)) };
}

/** Returns the body of an event, or of one that is gone, an empty text. */
export function storedEventBody(unit: Unit, id: number): string {
  const event = unit.state.object(EVENTS, id);
  return event === undefined ? '' : JSON.stringify(eventBody(event.hidden as EventHead, event.value));
}

/** Called after the attempts at a delivery, for the log. The address may hold secrets. */
export type OnDelivery = (delivery: Pick<Leased, 'url' | 'name' | 'attempts'>) => void;

export function outcomeOf(
  { tries }: EventDelivery,
  attempts: readonly DeliveryAttempt[],
  confirmation: VariantOf<'webhook-response'> | undefined,
  pauses: readonly number[],
): DeliveryOutcome {
  const { status } = attempts.at(-1) ?? {};
  if (confirms(status)) return { state: 'delivered', attempts };
  const isConfirmed = confirmation === 'any-status-confirms' && status !== undefined;
  const pause = isConfirmed || confirmation === 'not-repeated' ? undefined : pauses[tries];
  const state = isConfirmed ? 'delivered' : pause === undefined ? 'failed' : 'pending';
  return { state, attempts, pause, isAssumed: true };
}

/** Returns whether the status of a receiver confirms the event. */
export const confirms = (status = 0): boolean => status >= 200 && status < 300;

/** Records the outcome, unless the lease has gone to another process or the event is gone. */
export function settleDelivery(
  unit: Unit,
  { event, receiver, by }: Pick<EventDelivery, 'event' | 'receiver' | 'by'>,
  { state, attempts, pause, isAssumed }: DeliveryOutcome,
): void {
  const now = unit.state.deliveries(event)[receiver];
  if (now?.by !== by) return;
  if (isAssumed) {
    unit.use('webhook-response');
    unit.facts.push('event refused');
  }
  unit.setDelivery({
    ...now,
    state,
    attempts: [...now.attempts, ...attempts],
    tries: now.tries + attempts.length,
    notBefore: pause === undefined ? 0 : unit.now + pause,
    readyAt: 0,
    by: '',
  });
}
