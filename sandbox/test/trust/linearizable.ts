/** Decides whether a recorded history could come from one copy that carries out one operation after the other. */

/** An operation on one piece of state. Times are those of the client that sent it. */
export interface Operation<Input = unknown, Output = unknown> {
  readonly input: Input;
  /** `undefined` if the client does not know whether it was carried out. */
  readonly output: Output | undefined;
  readonly start: number;
  /** Infinity if the outcome is unknown: the operation may take effect at any later time, or never. */
  readonly end: number;
}

/** What one copy of a piece would do. States are plain JSON. */
export interface Model<State, Input = unknown, Output = unknown> {
  readonly initial: State;
  /** Returns the state after the operation; `undefined` if this copy would not have given the output. An unknown output fits. */
  step(state: State, input: Input, output: Output | undefined): State | undefined;
}

/**
 * Returns whether an order of the operations fits the model and keeps every operation after those that ended before it began. Searches
 * depth first, and visits each set of finished operations with the same state once (Wing and Gong, Lowe).
 */
export function isLinearizable<State, Input, Output>(
  operations: readonly Operation<Input, Output>[],
  model: Model<State, Input, Output>,
): boolean {
  const all = operations.toSorted((one, other) => one.start - other.start);
  const seen = new Set<string>();
  const search = (done: Uint8Array, state: State): boolean => {
    const firstEnd = Math.min(...all.map(({ end }, index) => (done[index] ? Number.POSITIVE_INFINITY : end)));
    if (firstEnd === Number.POSITIVE_INFINITY) return true;
    const key = `${done.join('')} ${JSON.stringify(state)}`;
    if (seen.has(key)) return false;
    seen.add(key);
    return all.some(({ input, output, start }, index) => {
      if (done[index] || start > firstEnd) return false;
      const next = model.step(state, input, output);
      if (next === undefined) return false;
      const after = done.slice();
      after[index] = 1;
      return search(after, next);
    });
  };
  return search(new Uint8Array(all.length), model.initial);
}

/** Returns the shortest beginning of a history that no copy explains: its last operation is the one that shows it. */
export function minimalPrefix<State, Input, Output>(
  operations: readonly Operation<Input, Output>[],
  model: Model<State, Input, Output>,
): readonly Operation<Input, Output>[] {
  const ends = operations.map(({ end }) => end).filter(Number.isFinite);
  for (const last of ends.toSorted((one, other) => one - other)) {
    const until = operations
      .filter(({ start }) => start <= last)
      .map((one) => (one.end <= last ? one : { ...one, output: undefined, end: Number.POSITIVE_INFINITY }));
    if (!isLinearizable(until, model)) return until.toSorted((one, other) => one.start - other.start);
  }
  return operations;
}
