/** What can go wrong in a run. */

import { createRandom } from 'payment-gateway-contract/internal/server';
import type { Assumed } from 'payment-gateway-contract/internal/values';
import type { Assumption, PlannedFault } from '../code-controls.js';

export const KINDS = ['request', 'crash', 'event', 'twice', 'assumption'] as const;
export type DisruptionKind = (typeof KINDS)[number];

/** One thing that goes wrong. Requests and events are numbered from 1, in the order of their arrival in the account. */
export interface Disruption {
  readonly name: string;
  readonly kind: DisruptionKind;
  readonly request?: number;
  readonly fault?: PlannedFault;
  readonly crash?: 'before' | 'after';
  /** The connection stays open for a while before the fault. */
  readonly isStall?: boolean;
  readonly event?: number;
  readonly delivery?: 'twice' | 'late' | 'never' | 'first delivery fails' | 'in reverse order';
  readonly variant?: { readonly entry: string; readonly assumed: Assumed; readonly statement: string };
}

/** A request of a run, numbered from 1 in the order of arrival. */
export interface NumberedRequest {
  readonly number: number;
  readonly operationId: string;
  readonly isRead: boolean;
  /** The last event of the account after the request. Undefined if the request was not carried out. */
  lastEvent?: number;
}

/** What the run without disruptions did. */
export interface FirstRun {
  readonly requests: readonly NumberedRequest[];
  /** The events, with the request that caused them. */
  readonly events: readonly { readonly number: number; readonly name: string; readonly request: number | undefined }[];
  /** The assumptions about the gateway that it relied on. */
  readonly assumptions: readonly Assumption[];
}

const FAULTS: readonly (Pick<Disruption, 'isStall'> & { readonly name: string; readonly fault: PlannedFault })[] = [
  { name: 'reset', fault: { fault: 'reset' } },
  { name: 'reset after commit', fault: { fault: 'reset', after: 'commit' } },
  { name: '503', fault: { fault: 503 } },
  { name: '503 after commit', fault: { fault: 503, after: 'commit' } },
  { name: 'truncate', fault: { fault: 'truncate' } },
  { name: 'stall after commit', fault: { fault: 'reset', after: 'commit' }, isStall: true },
  { name: '429', fault: { fault: 429, retryAfter: 0 } },
];

const CRASHES = { before: { fault: 'stall' }, after: { fault: 'stall', after: 'commit' } } as const;

/** The disruptions of each kind. Those of a read `after commit` would repeat the ones before it. */
const SOURCES: Readonly<Record<DisruptionKind, (first: FirstRun) => Disruption[]>> = {
  request: ({ requests }) =>
    requests.flatMap(({ number, operationId, isRead }) =>
      FAULTS.filter(({ fault, isStall }) => !isRead || fault.after === undefined || isStall).map(
        ({ name, ...fault }) => {
          return { name: `request ${number} (${operationId}): ${name}`, kind: 'request', request: number, ...fault };
        },
      ),
    ),
  crash: ({ requests }) =>
    requests.flatMap(({ number, operationId, isRead }) =>
      (isRead ? (['before'] as const) : (['before', 'after'] as const)).map((crash) => {
        const name = `crash ${crash} request ${number} (${operationId})`;
        return { name, kind: 'crash', request: number, crash, fault: CRASHES[crash] };
      }),
    ),
  event: ({ events }) => [
    ...events.flatMap(({ number, name, request }, index): Disruption[] => {
      const about = `event ${number} (${name})`;
      const deliveries = (['twice', 'late', 'never', 'first delivery fails'] as const).map((delivery) => {
        return { name: `${about}: ${delivery}`, kind: 'event', event: number, delivery } as const;
      });
      // All events of a request come before its response.
      const isFirst = request !== undefined && events[index - 1]?.request !== request;
      const fault = { events: 'first' } as const;
      return isFirst
        ? [...deliveries, { name: `${about}: before the response`, kind: 'event', request, fault }]
        : deliveries;
    }),
    ...(events.length > 1
      ? ([{ name: 'events in reverse order', kind: 'event', delivery: 'in reverse order' }] as const)
      : []),
  ],
  twice: () => [{ name: 'twice at the same time', kind: 'twice' }],
  assumption: ({ assumptions }) =>
    assumptions.flatMap(({ entry, variants, variant: now }) =>
      Object.entries(variants)
        .filter(([name]) => name !== now)
        .map(([name, statement]) => {
          const variant = { entry, assumed: { [entry]: name } as Assumed, statement };
          return { name: `assumption ${entry}=${name}`, kind: 'assumption', variant };
        }),
    ),
};

/** Returns the single disruptions of the kinds. */
export function singleDisruptions(first: FirstRun, without: readonly DisruptionKind[] = []): Disruption[] {
  return KINDS.filter((kind) => !without.includes(kind)).flatMap((kind) => SOURCES[kind](first));
}

export const SEPARATOR = ' + ';

/** Returns whether both can happen in one run: not two faults for one request, nor two variants of one assumption. */
const isPair = (one: Disruption, other: Disruption): boolean =>
  (one.request === undefined || one.request !== other.request) &&
  (one.variant === undefined || one.variant.entry !== other.variant?.entry);

/** Returns pairs of disruptions in an order that the seed determines. */
export function* pairsOf(singles: readonly Disruption[], seed: string): Generator<readonly [Disruption, Disruption]> {
  const pairs = singles.flatMap((one, index) =>
    singles
      .slice(index + 1)
      .filter((other) => isPair(one, other))
      .map((other) => [one, other] as const),
  );
  const random = createRandom(seed);
  for (let left = pairs.length; left > 0; left--) {
    const [pair] = pairs.splice(Math.floor(random() * left), 1);
    if (pair !== undefined) yield pair;
  }
}
