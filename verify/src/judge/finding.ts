import { isObject } from 'payment-gateway-core/util';
import type { Variant } from 'payment-gateway-core/values';
import type { Exchange } from '../exchange.js';

/**
 * Verdicts on an entry of the register. `consistent` means that exchanges touched the entry without contradicting it.
 * `confirmed` needs more: exchanges have to show every part of the entry.
 */
export const VERDICTS = ['refuted', 'confirmed', 'consistent', 'not settled'] as const;
export type FindingVerdict = (typeof VERDICTS)[number];

/** One fact that exchanges showed. Equal findings are counted, and the report shows the first exchange. */
export interface JudgeFinding {
  readonly verdict: FindingVerdict;
  readonly place: string;
  /** The evidence that the finding is about, as `assumed list-envelope` or `documented 2.2`. */
  readonly evidence: string;
  /** One sentence, without values from the request or response. */
  readonly reason: string;
  /** The behavior of the server, if the register lists it: `refund-rules=keeps-paid-amount`. Its entry may be another one. */
  readonly variant?: Variant | undefined;
  readonly operation?: string | undefined;
  readonly exchange: Exchange | undefined;
  /** The number of the first exchange, counted from 1. */
  readonly at: number;
  count: number;
}

/** An element that the contract lacks, with the lines to add to openapi.yaml. A discovery refutes nothing. */
export interface Discovery {
  readonly kind: 'field' | 'value' | 'status' | 'operation' | 'event' | 'form';
  readonly place: string;
  readonly reason: string;
  /** Lines to paste at `place`. A person has to write the register entry that they name. */
  readonly yaml: string;
  readonly exchange: Exchange | undefined;
  readonly at: number;
  count: number;
}

/** Returns a name from a response for the report, or a placeholder if it looks like data: digits, an address, a long text. */
export function printableName(name: string): string {
  return /^[A-Za-z_][A-Za-z0-9_.-]{0,47}$/.test(name) && !/\d{5}/.test(name) ? name : 'that cannot be shown';
}

export function fieldYaml(name: string, value: unknown): string {
  return `${name}: { type: ${typeOf(value)}, x-evidence: observed seen-on-servers, description: What it means is not known. }`;
}

/** Returns the register entry for discoveries. A person completes it. */
export function discoveryEvidence(date: string): string {
  return `x-evidence-sources:
  SERVER:
    title: A server that was verified
    where: payment-gateway-verify on ${date}
x-evidence-register:
  seen-on-servers:
    level: observed
    statement: Returned by a server that was verified on ${date}, and in no other source.
    source: [SERVER]
    settled_by: A field reference from the gateway's operator.
    settle: { route: operator, by: person }
`;
}

function typeOf(value: unknown): string {
  if (value === null) return `[string, 'null']`;
  if (Array.isArray(value)) return 'array';
  if (isObject(value)) return 'object';
  return Number.isInteger(value) ? 'integer' : typeof value;
}
