/** The disruptions of a run, with their places. */
import type { Fault } from 'payment-gateway-contract/internal/server';
import type { Assumed } from 'payment-gateway-contract/internal/values';
import type { Assumption } from '../code-controls.js';

export const KINDS = ['request', 'crash', 'event', 'second-click', 'forged', 'buyer', 'later', 'assumption'] as const;
export type DisruptionKind = (typeof KINDS)[number];

/** What runs while a request waits. */
export type Meanwhile = 'second click' | 'events' | 'repair job' | 'the event again';

/** Time passes without an act. */
export const DAYS_PASS = '40 days pass';

export type Delivery =
  | 'twice'
  | 'late'
  | 'never'
  | 'first delivery fails'
  | 'again after the repair job'
  | 'only after the repair job'
  | 'in reverse order'
  | 'none comes';

/** One thing that goes wrong, once, at the first visit of its place. */
export interface Disruption {
  /** The place, a colon, and the disruption. */
  readonly name: string;
  readonly kind: DisruptionKind;
  readonly place: string;
  /** Plans with a low one come first: the likely killers. */
  readonly rank: number;
  readonly fault?: Fault;
  readonly crash?: 'before' | 'after';
  /** The gateway carried the request out and nothing else happened, so a repetition by the shop decides about money. */
  readonly isLost?: boolean;
  /** The connection stays open for a while before the fault. */
  readonly isStall?: boolean;
  /** The gateway carries the request out after the shop has given up. */
  readonly isLate?: boolean;
  /** The same part gets no answer any more until it ends. */
  readonly isOutage?: boolean;
  readonly meanwhile?: { readonly what: Meanwhile; readonly when: 'before' | 'during' | 'after' };
  /** Two parts run at the same time, and each response of one waits for a response of the other. */
  readonly inStep?: 'flow' | 'event';
  readonly delivery?: Delivery;
  readonly variant?: { readonly assumed: Assumed; readonly statement: string };
  readonly forged?: 'opposite' | 'of another payment';
  readonly buyer?: 'never' | 'late' | 'less';
  /** What others do after the repair job: a name in the table of acts, or `DAYS_PASS`. */
  readonly later?: string;
  /** The first refunds that are pending do not succeed. */
  readonly failsRefund?: true;
}

/** A set of disruptions that one run has. */
export type Plan = readonly Disruption[];

const SEPARATOR = ' + ';

/** Returns the name of a plan, for `only`. */
export const nameOf = (plan: Plan): string => plan.map(({ name }) => name).join(SEPARATOR);

/** Returns the names of the disruptions in the name of a plan. */
export const namesIn = (plan: string): string[] => plan.split(SEPARATOR);

/** A request of a run. */
export interface SeenRequest {
  /** The part of the shop, the operation, and its count in this call of the part. */
  readonly place: string;
  readonly part: string;
  readonly operationId: string;
  readonly isRead: boolean;
  /** It was sent while another part waited. */
  readonly isBeside: boolean;
  /** Whether events were on hold when it arrived. */
  readonly hasEvents: boolean;
  causedEvents: boolean;
  /** The actions of the gateway, and the responses that the shop saw. */
  outcome: string;
}

/** What a run did. */
export interface Trace {
  readonly requests: readonly SeenRequest[];
  /** The places of the events. */
  readonly events: readonly string[];
  /** Moments that are places, too. */
  readonly moments: readonly Moment[];
  readonly acts: readonly string[];
  /** The assumptions about the gateway that it relied on. */
  readonly assumptions: readonly Assumption[];
  readonly hasRepairJob: boolean;
  /** All that the run did, to compare it with others. */
  readonly way: readonly string[];
}

export type Moment = 'flow' | 'before the buyer' | 'buyer' | 'events' | 'pending refund';

export const NO_TRACE: Trace = {
  requests: [],
  events: [],
  moments: [],
  acts: [],
  assumptions: [],
  hasRepairJob: false,
  way: [],
};
