import type { Exchange } from '../exchange.js';

/**
 * What exchanges say of one entry of the register. `consistent`: it was touched and nothing contradicts it, which a schema alone
 * can reach; `confirmed` takes more than that.
 */
export const VERDICTS = ['refuted', 'confirmed', 'consistent', 'not settled'] as const;
export type Verdict = (typeof VERDICTS)[number];

/** Where something stands in the contract, and on which evidence. */
export interface Place {
  /** A JSON pointer: `#/components/schemas/Transaction/properties/id`. */
  readonly pointer: string;
  /** As in `x-evidence`: `documented 2.2`, `assumed list-envelope`. The first one says that the element exists. */
  readonly evidence: readonly string[];
}

/** One thing that exchanges showed. Equal ones are counted, and shown by the first exchange. */
export interface Finding {
  readonly verdict: Verdict;
  readonly place: string;
  /** The evidence that it speaks of, as `assumed list-envelope` or `documented 2.2`. */
  readonly evidence: string;
  /** One sentence, without any value that was sent or returned. */
  readonly reason: string;
  readonly operationId: string | undefined;
  readonly exchange: Exchange | undefined;
  /** The place of the first exchange among those that were judged, from 1. */
  readonly at: number;
  count: number;
}

/** Something that the contract does not have, with what would be added to openapi.yaml. It refutes nothing. */
export interface Discovery {
  readonly kind: 'field' | 'value' | 'status' | 'operation' | 'event' | 'form';
  readonly place: string;
  readonly reason: string;
  /** Ready to be pasted at the place; the evidence names an entry that a person has to write. */
  readonly yaml: string;
  readonly exchange: Exchange | undefined;
  readonly at: number;
  count: number;
}
