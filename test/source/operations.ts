/** The operations that the source document names (4.1 to 4.7). */
import { operations } from '../contract/contract.ts';
import { document } from './document.ts';

export const namedOperations = Object.entries(document.operations).flatMap(([group, entries]) =>
  entries.map(([name, method, operationId, http, evidence]) => ({ group, name, method, operationId, http, evidence })),
);

const LEVELS = ['documented', 'observed', 'assumed'] as const;
const rank = (evidence = '') => LEVELS.findIndex((level) => evidence.startsWith(level));

/** The HTTP operations, each with the evidence of its method and path: that of the strongest form where forms share it. */
export const operationEvidence: ReadonlyMap<string, string> = new Map(
  namedOperations
    // A map keeps the last: the strongest, and of equals the first.
    .toReversed()
    .sort((one, other) => rank(other.evidence) - rank(one.evidence))
    .map(({ operationId, evidence }) => [operationId, evidence]),
);

/** The operations of the contract, counted. */
export const counts = { http: operations.length };
