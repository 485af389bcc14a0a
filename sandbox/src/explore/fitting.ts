/** The disruptions that fit the places of a run. */
import type { Assumed } from 'payment-gateway-contract/internal/values';
import type { Assumption } from '../code-controls.js';
import type {
  Delivery,
  Disruption,
  DisruptionKind,
  Meanwhile,
  Moment,
  Plan,
  SeenRequest,
  Trace,
} from './disruptions.js';

type Effect = Omit<Disruption, 'name' | 'kind' | 'place'>;

const LOST = { kind: 'reset', after: 'commit' } as const;

/** The faults of a request. `recovery` marks the one of its class that a recovery gets: carried out, not carried out, on its way, outage. */
const FAULTS: Readonly<Record<string, Effect & { readonly recovery?: 'read' | 'write' }>> = {
  'reset after commit': { fault: LOST, isLost: true, rank: 0, recovery: 'write' },
  '503 after commit': { fault: { status: 503, after: 'commit' }, rank: 0 },
  truncate: { fault: { kind: 'truncate' }, rank: 0 },
  'carried out late': { fault: { kind: 'reset' }, isLate: true, rank: 0, recovery: 'write' },
  'reset after commit, then an outage': { fault: LOST, isOutage: true, rank: 0, recovery: 'write' },
  '409 after commit': { fault: { status: 409, after: 'commit' }, rank: 0 },
  reset: { fault: { kind: 'reset' }, rank: 2, recovery: 'write' },
  '503': { fault: { status: 503 }, rank: 2, recovery: 'read' },
  'an outage': { fault: { status: 503 }, isOutage: true, rank: 2, recovery: 'read' },
  '429': { fault: { status: 429, retryAfter: '0' }, rank: 2 },
  'stall after commit': { fault: LOST, isStall: true, rank: 3 },
};

const CRASHES = { before: { kind: 'stall' }, after: { kind: 'stall', after: 'commit' } } as const;

/** The deliveries of an event, with whether a recovery gets them. */
const DELIVERIES: Readonly<Partial<Record<Delivery, boolean>>> = {
  twice: false,
  late: false,
  never: true,
  'first delivery fails': false,
  'again after the repair job': false,
  'only after the repair job': true,
};

const NO_EVENT = 'none comes';

/** Returns the disruptions for places that `parent` does not have. After another disruption, only one of each class. */
export function disruptionsFor(trace: Trace, parent: Trace, plan: Plan = []): Disruption[] {
  const isRecovery = parent.requests.length > 0;
  const places = new Set(parent.requests.map(({ place }) => place));
  // After a lost response, a repeated request may use an assumption in a new way.
  const isLost = plan.length === 1 && plan[0]?.isLost === true;
  const known = new Map(
    parent.assumptions.map(({ entry, uses, decides }) => [
      entry,
      isLost && decides === 'money' ? uses : Number.POSITIVE_INFINITY,
    ]),
  );
  const requests = trace.requests.filter(({ place }) => !places.has(place));
  return [
    ...requests.flatMap((request) => [...atRequest(request, isRecovery), ...overlaps(request, trace)]),
    ...added(trace.events, parent.events).flatMap((place) => deliveriesOf(place, isRecovery)),
    ...(isLost && trace.events.length > 0 ? [at('event', 'events', NO_EVENT, { delivery: NO_EVENT, rank: 2 })] : []),
    ...added(trace.moments, parent.moments).flatMap((moment) => MOMENTS[moment]),
    ...added(trace.acts, parent.acts).map((later) => at('later', 'later', later, { later, rank: 3 })),
    ...trace.assumptions.filter(({ entry, uses }) => uses > (known.get(entry) ?? -1)).flatMap(variantsOf),
  ];
}

/** Returns whether the disruption adds something to the plan: a fault of an operation is tried once, with any count. */
export const fits = (plan: Plan, one: Disruption): boolean =>
  plan.every(
    (other) =>
      (other.place !== one.place || other.later !== undefined) &&
      withoutCounts(other) !== withoutCounts(one) &&
      (other.variant === undefined || one.variant === undefined) &&
      (other.later === undefined || one.later === undefined),
  );

const withoutCounts = ({ name }: Disruption): string => name.replace(/#\d+/g, '');

const added = <Item>(items: readonly Item[], known: readonly Item[]): Item[] =>
  items.filter((item) => !known.includes(item));

const at = (kind: DisruptionKind, place: string, what: string, effect: Effect): Disruption => {
  return { name: `${place}: ${what}`, kind, place, ...effect };
};

/** The faults and crashes of a request. Does not disturb parts that run at the same time as the flow. */
function atRequest({ place, part, isRead, isBeside }: SeenRequest, isRecovery: boolean): Disruption[] {
  if (isBeside || /^(second click|forged event|.* again)$/.test(part)) return [];
  const faults = Object.entries(FAULTS).flatMap(([what, { recovery, ...effect }]) => {
    const isOfUse = isRecovery
      ? recovery === (isRead ? 'read' : 'write')
      : !isRead || (!effect.isLate && (effect.fault?.after === undefined || effect.isStall));
    return isOfUse ? [at('request', place, what, effect)] : [];
  });
  const crashes = (isRead ? (['before'] as const) : (['after', 'before'] as const)).map((crash) => {
    return at('crash', place, `crash ${crash}`, { crash, fault: CRASHES[crash], rank: 1 });
  });
  return [...faults, ...crashes];
}

/** The parts that can run while the request waits. Before a read that is not the first, it would go the same way as during the request before it. */
function overlaps({ place, part, isRead, hasEvents, causedEvents }: SeenRequest, trace: Trace): Disruption[] {
  const one = (kind: 'second-click' | 'event', what: Meanwhile, when: 'before' | 'during') =>
    at(kind, place, `${what} ${when}`, { meanwhile: { what, when }, rank: 1 });
  if (part.startsWith('event ') && !part.endsWith(' again')) return [one('event', 'the event again', 'during')];
  if (part !== 'flow') return [];
  const handlesEvents = trace.events.length > 0;
  return [
    one('second-click', 'second click', 'during'),
    ...(isRead && !place.endsWith('#1') ? [] : [one('second-click', 'second click', 'before')]),
    ...(handlesEvents && hasEvents ? [one('event', 'events', 'before')] : []),
    ...(handlesEvents && causedEvents ? [one('event', 'events', 'during')] : []),
    ...(trace.hasRepairJob ? [one('event', 'repair job', 'during')] : []),
  ];
}

function deliveriesOf(place: string, isRecovery: boolean): Disruption[] {
  const deliveries = Object.entries(DELIVERIES).filter(([, isForRecovery]) => !isRecovery || isForRecovery);
  return [
    ...deliveries.map(([what]) => at('event', place, what, { delivery: what as Delivery, rank: 2 })),
    at('event', place, 'twice at once', { inStep: 'event', rank: 1 }),
  ];
}

/** The disruptions of each moment. */
const MOMENTS: Readonly<Record<Moment, readonly Disruption[]>> = {
  flow: [
    at('second-click', 'flow', 'second click in step', { inStep: 'flow', rank: 1 }),
    at('second-click', 'flow', 'second click after', {
      meanwhile: { what: 'second click', when: 'after' },
      rank: 1,
    }),
  ],
  'before the buyer': [
    at('forged', 'before the buyer', 'forged events', { forged: 'opposite', rank: 1 }),
    at('forged', 'before the buyer', 'a forged event of another payment', { forged: 'of another payment', rank: 1 }),
  ],
  buyer: [
    at('buyer', 'buyer', 'never acts', { buyer: 'never', rank: 2 }),
    at('buyer', 'buyer', 'pays after the expiry', { buyer: 'late', rank: 2 }),
    at('buyer', 'buyer', 'pays another amount', { buyer: 'less', rank: 2 }),
  ],
  events: [at('event', 'events', 'in reverse order', { delivery: 'in reverse order', rank: 2 })],
  'pending refund': [at('later', 'pending refund', 'fails', { failsRefund: true, rank: 2 })],
};

function variantsOf({ entry, variants, variant: now }: Assumption): Disruption[] {
  return Object.entries(variants).flatMap(([name, statement]) => {
    const variant = { assumed: { [entry]: name } as Assumed, statement };
    return name === now ? [] : [at('assumption', `assumption ${entry}`, name, { variant, rank: 2 })];
  });
}
