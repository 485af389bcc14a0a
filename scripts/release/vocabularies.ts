import { targetOf } from '../../core/src/contract/document.ts';
import { elements } from '../../core/src/contract/elements.ts';
import { listAt } from '../../core/src/util/json.ts';
import { pointerOf } from '../../core/src/util/json-pointer.ts';
import { readContractFile } from '../contract/read.ts';

/**
 * Returns one sentence for each value that was removed from an open vocabulary. `redocly diff` does not read `x-extensible-enum`. A new value is
 * no breaking change, because callers of an open vocabulary must expect it. A removed value is, since callers may wait for it; so is a vocabulary
 * that was closed.
 */
export function lostValues(released: string, current: string): string[] {
  const now = readContractFile(current).root;
  return elements(readContractFile(released).root).flatMap(({ node, path }) => {
    const values = listAt(node, 'x-extensible-enum').map(String);
    if (values.length === 0) return [];
    const place = pointerOf(path);
    const there = targetOf(now, { $ref: place });
    // If the whole schema is gone, redocly reports it.
    if (!there) return [];
    const kept = listAt(there, 'x-extensible-enum').map(String);
    if (kept.length === 0) return [`${place} is not an open vocabulary any more.`];
    return values.filter((value) => !kept.includes(value)).map((value) => `${place} has lost the value ${value}.`);
  });
}
