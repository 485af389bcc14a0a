/** Finds objects by id alone. An id is unique across all kinds of an account. */

import type { JsonObject } from 'payment-gateway-core/util';
import type { ActName } from '../acts/index.js';
import { Refusal, type Stored, type Work } from '../state/index.js';
import { acts } from './acts.js';
import { SCHEMA_KINDS } from './kinds.js';
import { elsewhere } from './refusals.js';

/** Every kind of object, in the search order of `objectOf`. */
export const KIND_NAMES = Object.values(SCHEMA_KINDS);

/** Returns the object with the id. Throws a 404 `Refusal` if no such object exists or retention dropped it. */
export function objectOf(work: Work, id: number): Stored {
  for (const kind of KIND_NAMES) {
    const found = work.seek(kind, id);
    if (found !== undefined) return found;
  }
  for (const kind of KIND_NAMES) work.get(kind, id); // throws for a dropped object
  const hint = KIND_NAMES.map((kind) => elsewhere(work, kind, id)).join('');
  throw new Refusal(404, [`There is no object ${id}${hint}`]);
}

/** Carries out an act, and returns the object that it changed or created. Throws a `Refusal` if the kind or the state does not allow it. */
export function actOn(work: Work, name: ActName, id: number, options: JsonObject = {}): Stored {
  return acts[name](work, objectOf(work, id).kind, id, options);
}
