import { kebabCase } from 'payment-gateway-core/util';
/** The table of acts, and functions that read it. */
import type { ActKind, ActOptionName, ActRow } from './row.js';
import { ACT_TABLE, type ActName } from './table.js';

export * from './row.js';
export { ACT_TABLE, type ActName } from './table.js';

export const ACTS = Object.keys(ACT_TABLE) as readonly ActName[];

export const isAct = (name: unknown): name is ActName => ACTS.some((act) => act === name);

export const rowOf = (act: ActName): ActRow => ACT_TABLE[act];

/** Returns the name of the command for an act, such as `set-status`. */
export const commandOf = (act: ActName): string => kebabCase(act);

/** Returns the names of the options of an act, except `delivered`, which each act takes. */
export const optionsOf = (act: ActName): readonly ActOptionName[] =>
  Object.keys(rowOf(act).options ?? {}) as ActOptionName[];

/**
 * Returns the statuses that allow the act for objects of a kind, each with the statuses that may follow. `any`: in each status. `undefined`:
 * it cannot be done to this kind.
 */
export const movesOf = (
  act: ActName,
  kind: string,
): Readonly<Record<string, readonly string[]>> | 'any' | undefined => {
  const on: Readonly<Record<string, unknown>> = rowOf(act).on;
  return Object.hasOwn(on, kind) ? (on[kind] as ReturnType<typeof movesOf>) : undefined;
};

export const kindsOf = (act: ActName): readonly ActKind[] => Object.keys(rowOf(act).on) as ActKind[];

/** Statuses that allow an act, and the statuses that may follow each. No status follows if the act leaves the status as it is. */
export interface ActStep {
  readonly from: readonly string[];
  readonly to: readonly string[];
}

/** Returns the steps of an act on a kind of object. Empty if each status allows it. */
export function actSteps(act: ActName, kind: ActKind): ActStep[] {
  const moves = movesOf(act, kind) ?? 'any';
  if (moves === 'any') return [];
  const ends = new Set(Object.values(moves).map((into) => into.join(', ')));
  return [...ends].map((end) => ({
    from: Object.keys(moves).filter((status) => moves[status]?.join(', ') === end),
    to: end === '' ? [] : end.split(', '),
  }));
}
