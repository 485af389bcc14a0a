import type { Kind, Stored } from '../store/index.js';
import { Refusal } from './refusal.js';
import type { Work } from './work.js';

/** The object, or undefined when there is none any more: removed, or dropped because only the newest are kept. */
export async function seek(work: Work, kind: Kind, id: number): Promise<Stored | undefined> {
  try {
    return await work.get(kind, id);
  } catch (error) {
    if (error instanceof Refusal && error.status === 404) return undefined;
    throw error;
  }
}
