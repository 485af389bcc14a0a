/** Objects by their ids alone: an id is unique over all kinds of an account. */
import type { JsonObject } from './json.js';
import { type Act, acts, KINDS as KIND_OF } from './rules/index.js';
import type { Stored } from './store/index.js';
import { Refusal, type Work } from './work/index.js';

export type ActName = keyof typeof acts;
export const ACTS = Object.keys(acts) as readonly ActName[];

/** Every kind of object, in the order in which an id is looked for. */
export const KINDS = Object.values(KIND_OF);

/** The object of that id. Throws a `Refusal` of 404 when there is none, or none any more. */
export async function objectOf(work: Work, id: number): Promise<Stored> {
  let dropped: Refusal | undefined;
  for (const kind of KINDS) {
    try {
      const found = await work.get(kind, id);
      if (found !== undefined) return found;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      dropped ??= error;
    }
  }
  throw dropped ?? new Refusal(404, [`There is no object ${id}`]);
}

/** Does something to an object from outside, and returns what it changed or made. Throws a `Refusal` when its kind or state does not allow it. */
export async function actOn(work: Work, name: ActName, id: number, options: JsonObject = {}): Promise<Stored> {
  const act: Act = acts[name];
  const { kind } = await objectOf(work, id);
  return act(work, kind, id, options);
}

/** An id that a caller gives. Throws one line otherwise. */
export function readId(id: unknown): number {
  const number = typeof id === 'string' && /^\d{1,15}$/.test(id) ? Number(id) : id;
  if (typeof number === 'number' && Number.isSafeInteger(number) && number > 0) return number;
  throw new RangeError('id must be the id of an object, such as the id of a transaction');
}
