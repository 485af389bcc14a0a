/** The disruptions of a run, with their places, and which fit the places of a run. */

import type { Assumed } from 'payment-gateway-core/values';
import type { Assumption } from '../sandbox/index.js';
import type { Fault } from '../server/index.js';

export const KINDS = ['request', 'crash', 'event', 'second-click', 'forged', 'buyer', 'later', 'assumption'] as const;
export type DisruptionKind = (typeof KINDS)[number];

/** When it runs: before a request is carried out, until its response is sent, from then on, or after the part. */
type Moments = 'before' | 'during' | 'in step' | 'after';

export type Meanwhile = 'second click' | 'events' | 'repair job' | 'the event again' | 'somebody else pays';

export const DAYS_PASS = '40 days pass';

/** The deliveries of one event, with whether a recovery gets them. */
const DELIVERIES = {
  twice: false,
  late: false,
  never: true,
  'first delivery fails': false,
  'again after the repair job': false,
  'only after the repair job': true,
};

export type Delivery = keyof typeof DELIVERIES | 'in reverse order' | 'two at once' | 'none comes';

/** One thing that goes wrong, once, at the first visit of its place. */
export interface Disruption {
  /** The place, a colon, and the disruption. */
  readonly name: string;
  readonly kind: DisruptionKind;
  readonly place: string;
  readonly fault?: Fault;
  readonly crash?: 'before' | 'after';
  /** The connection stays open for a while before the fault. */
  readonly isStall?: boolean;
  /** The gateway carries the request out after the shop has given up. */
  readonly isLate?: boolean;
  /** The same part gets no answer any more until it ends. */
  readonly isOutage?: boolean;
  readonly meanwhile?: { readonly what: Meanwhile; readonly when: Moments };
  /** Two parts run at the same time, and each response of one waits for a response of the other. */
  readonly inStep?: 'flow' | 'event';
  /** From here on, each page of a list has one entry. */
  readonly isInPages?: boolean;
  readonly delivery?: Delivery;
  readonly variant?: { readonly assumed: Assumed; readonly statement: string };
  readonly forged?: 'opposite' | 'of another payment';
  readonly buyer?: 'never' | 'slow' | 'late' | 'less' | 'more' | 'refused';
  readonly isRefused?: boolean;
  /** What others do after the repair job: a name in the table of acts, or `DAYS_PASS`. */
  readonly later?: string;
  /** The first refunds that are pending do not succeed. */
  readonly failsRefund?: true;
}

export type ExplorePlan = readonly Disruption[];

const SEPARATOR = ' + ';

export const nameOf = (plan: ExplorePlan): string => plan.map(({ name }) => name).join(SEPARATOR);

export const namesIn = (plan: string): string[] => plan.split(SEPARATOR);

export interface SeenRequest {
  /** The part of the shop, the operation, and its count in this call of the part. */
  readonly place: string;
  readonly part: string;
  readonly operationId: string;
  readonly isRead: boolean;
  /** A place that the shop names itself. */
  readonly isOwn?: boolean;
  readonly hasCard: boolean;
  /** It was sent while another part waited. */
  readonly isBeside: boolean;
  /** Whether events were on hold when it arrived. */
  readonly hasEvents: boolean;
  causedEvents: boolean;
  /** The actions of the gateway, and the responses that the shop saw. */
  outcome: string;
}

export interface Trace {
  readonly requests: readonly SeenRequest[];
  /** The places of the events. */
  readonly events: readonly string[];
  readonly moments: readonly Moment[];
  readonly acts: readonly string[];
  readonly assumptions: readonly Assumption[];
  readonly hasRepairJob: boolean;
  /** All that the run did, to compare it with others. */
  readonly way: readonly string[];
}

export type Moment = 'flow' | 'before the buyer' | 'buyer' | 'renewal' | 'events' | 'pending refund';

const NOTHING = { requests: [], events: [], moments: [], acts: [], assumptions: [], way: [] };
export const NO_TRACE: Trace = { ...NOTHING, hasRepairJob: false };

type Effect = Omit<Disruption, 'name' | 'kind' | 'place'>;

const LOST = { kind: 'reset', after: 'commit' } as const;

/** Answers of a firewall or a proxy, with the status of a success. A read gets the page only. */
const A_PAGE = '200 with a page';
const FOREIGN: Readonly<Record<string, Fault>> = {
  [A_PAGE]: { status: 200, body: '<h1>Request Rejected</h1>' },
  '200 with {}': { status: 200, body: {} },
  '200 with an error': { status: 200, body: { error: 'upstream' } },
  '204 without a body': { status: 204 },
};

/** The faults of a request. `recovery` marks the one of its class that a recovery gets: carried out, not carried out, on its way, outage. */
const FAULTS: Readonly<Record<string, Effect & { readonly recovery?: 'read' | 'write' }>> = {
  'reset after commit': { fault: LOST, recovery: 'write' },
  '503 after commit': { fault: { status: 503, after: 'commit' } },
  truncate: { fault: { kind: 'truncate' } },
  'carried out late': { fault: { kind: 'reset' }, isLate: true, recovery: 'write' },
  'reset after commit, then an outage': { fault: LOST, isOutage: true, recovery: 'write' },
  '409 after commit': { fault: { status: 409, after: 'commit' } },
  reset: { fault: { kind: 'reset' }, recovery: 'write' },
  '503': { fault: { status: 503 }, recovery: 'read' },
  'an outage': { fault: { status: 503 }, isOutage: true, recovery: 'read' },
  '429': { fault: { status: 429, retryAfter: '0' } },
  'stall after commit': { fault: LOST, isStall: true },
  ...Object.fromEntries(
    Object.entries(FOREIGN).flatMap(([what, fault]) => [
      [what, { fault }],
      [`${what} after commit`, { fault: { ...fault, after: 'commit' } }],
    ]),
  ),
};

const CRASHES = { before: { kind: 'stall' }, after: { kind: 'stall', after: 'commit' } } as const;

const NO_EVENT = 'none comes';
/** A shop may take a payment of somebody else in this list for its own. */
export const LIST = 'listTransactions';
const ANOTHER = { what: 'somebody else pays', when: 'before' } as const;

/** Returns the disruptions for places that `parent` does not have. After another disruption, only one of each class. */
export function disruptionsFor(trace: Trace, parent: Trace, plan: ExplorePlan = []): Disruption[] {
  const isRecovery = parent.requests.length > 0;
  const [only] = plan.length === 1 ? plan : [];
  const isLost = only?.fault === LOST;
  const places = new Set(parent.requests.map(({ place }) => place));
  // After one disruption, a repeated request may use an assumption about money in a new way.
  const countOf = ({ uses, decides }: Assumption) => (only && decides === 'money' ? uses : Number.POSITIVE_INFINITY);
  const known = new Map(parent.assumptions.map((one) => [one.entry, countOf(one)]));
  // After two disruptions, the form of an error or of a response decides nothing new.
  const assumptions = trace.assumptions.filter(({ decides }) => plan.length < 2 || decides === 'money');
  // A job that looks at all orders repairs a lost one at a place that it always has.
  const isRepair = ({ part, isRead, place }: SeenRequest) => part === 'repair job' && isRead && places.has(place);
  const looks = isLost || only?.isLate || only?.crash ? trace.requests.filter(isRepair) : [];
  // What runs at the same time as the flow is not disturbed itself.
  const requests = trace.requests.filter((one) => !one.isBeside && !places.has(one.place) && !isMoved(one, parent));
  return [
    ...requests.flatMap((request) => [...atRequest(request, isRecovery), ...overlaps(request, trace, isRecovery)]),
    ...looks.map(({ place }) => at('request', place, '503', { fault: { status: 503 } })),
    ...added(trace.events, parent.events).flatMap((place) => deliveriesOf(place, isRecovery)),
    ...(isLost && trace.events.length > 0 ? [at('event', 'events', NO_EVENT, { delivery: NO_EVENT })] : []),
    ...added(trace.moments, parent.moments).flatMap((moment) => MOMENTS[moment]),
    ...added(trace.acts, parent.acts).map((later) => at('later', 'later', later, { later })),
    ...assumptions.filter(({ entry, uses }) => uses > (known.get(entry) ?? -1)).flatMap(variantsOf),
  ];
}

/** Returns whether a handler did the same before, for another event: it does now what that one could not do. */
const isMoved = ({ part, operationId }: SeenRequest, { requests, events }: Trace): boolean =>
  events.includes(part) && requests.some((one) => events.includes(one.part) && one.operationId === operationId);

/** Returns whether the disruption adds something to the plan: a fault of an operation is tried once, with any count. */
export const fits = (plan: ExplorePlan, one: Disruption): boolean =>
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

function atRequest(
  { place, part, operationId, isRead, hasCard, isOwn }: SeenRequest,
  isRecovery: boolean,
): Disruption[] {
  if (/^(second click|forged event|.* again)$/.test(part)) return [];
  if (isOwn) {
    const fails = at('request', place, 'fails', { fault: { status: 503 } });
    return [fails, at('crash', place, 'crash', { crash: 'before' })];
  }
  const faults = Object.entries(FAULTS).flatMap(([what, { recovery, ...effect }]) => {
    const isOfUse = isRecovery
      ? recovery === (isRead ? 'read' : 'write')
      : !isRead || what === A_PAGE || (!effect.isLate && !FOREIGN[what] && (!effect.fault?.after || effect.isStall));
    return isOfUse ? [at('request', place, what, effect)] : [];
  });
  const crashes = (isRead ? (['before'] as const) : (['after', 'before'] as const)).map((crash) => {
    return at('crash', place, `crash ${crash}`, { crash, fault: CRASHES[crash] });
  });
  const another = [false, true].map((isInPages) => {
    const what = `somebody else pays before${isInPages ? ', in pages of one' : ''}`;
    return at('forged', place, what, { meanwhile: ANOTHER, isInPages });
  });
  return [
    ...faults,
    ...crashes,
    ...(operationId === LIST ? another.slice(0, isRecovery ? 1 : 2) : []),
    ...(hasCard && !isRecovery ? [at('buyer', place, 'the card is refused', { isRefused: true })] : []),
  ];
}

/** The parts that can run while the request waits. Before a read that is not the first, it would go the same way as during the request before it. */
function overlaps(request: SeenRequest, trace: Trace, isRecovery: boolean): Disruption[] {
  const { place, part, isRead, hasEvents, causedEvents, isOwn } = request;
  const one = (what: Meanwhile, ...times: readonly Moments[]) => {
    const kind = what === 'second click' ? 'second-click' : 'event';
    return times.map((when) => at(kind, place, `${what} ${when}`, { meanwhile: { what, when } }));
  };
  const handlesEvents = trace.events.length > 0;
  const job = trace.hasRepairJob ? one('repair job', 'during') : [];
  if (isRecovery && part !== 'flow') return trace.events.includes(part) ? one('the event again', 'during') : [];
  // All events are kept for this request.
  if (part === 'buyer') return [...(handlesEvents ? one('events', 'before', 'during', 'in step') : []), ...job];
  if (part === 'repair job') return [...(handlesEvents ? one('events', 'during', 'in step') : []), ...job];
  if (trace.events.includes(part)) {
    return [...one('the event again', 'during'), ...(hasEvents ? one('events', 'during') : []), ...job];
  }
  if (part !== 'flow') return [];
  return [
    ...one('second click', 'during', ...(isOwn || (isRead && !place.endsWith('#1')) ? [] : (['before'] as const))),
    ...(handlesEvents && hasEvents && !isOwn ? one('events', 'before') : []),
    ...(handlesEvents && (causedEvents || (isOwn && hasEvents)) ? one('events', 'during') : []),
    ...job,
  ];
}

function deliveriesOf(place: string, isRecovery: boolean): Disruption[] {
  const deliveries = Object.entries(DELIVERIES).filter(([, isForRecovery]) => !isRecovery || isForRecovery);
  return [
    ...deliveries.map(([what]) => at('event', place, what, { delivery: what as Delivery })),
    at('event', place, 'twice at once', { inStep: 'event' }),
  ];
}

const MOMENTS: Readonly<Record<Moment, readonly Disruption[]>> = {
  flow: [
    at('second-click', 'flow', 'second click in step', { inStep: 'flow' }),
    at('second-click', 'flow', 'second click after', { meanwhile: { what: 'second click', when: 'after' } }),
  ],
  'before the buyer': [
    at('forged', 'before the buyer', 'forged events', { forged: 'opposite' }),
    at('forged', 'before the buyer', 'a forged event of another payment', { forged: 'of another payment' }),
  ],
  buyer: [
    at('buyer', 'buyer', 'never acts', { buyer: 'never' }),
    at('buyer', 'buyer', 'pays after the expiry', { buyer: 'late' }),
    at('buyer', 'buyer', 'pays another amount', { buyer: 'less' }),
    at('buyer', 'buyer', 'pays too much', { buyer: 'more' }),
    at('buyer', 'buyer', 'acts after the repair job', { buyer: 'slow' }),
  ],
  renewal: [at('buyer', 'buyer', 'has a card that is refused from then on', { buyer: 'refused' })],
  events: [
    at('event', 'events', 'in reverse order', { delivery: 'in reverse order' }),
    at('event', 'events', 'two at once', { delivery: 'two at once' }),
  ],
  'pending refund': [at('later', 'pending refund', 'fails', { failsRefund: true })],
};

function variantsOf({ entry, variants, variant: now }: Assumption): Disruption[] {
  return Object.entries(variants).flatMap(([name, statement]) => {
    const variant = { assumed: { [entry]: name } as Assumed, statement };
    // Without a payment of somebody else, nothing shows it.
    const another = name === 'filter-ignored' ? { meanwhile: ANOTHER } : {};
    return name === now ? [] : [at('assumption', `assumption ${entry}`, name, { variant, ...another })];
  });
}
