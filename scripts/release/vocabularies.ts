import { elements, list, target } from '../contract/elements.js';
import { readContract } from '../contract/read.ts';

/**
 * What was taken out of the open vocabularies, one sentence each. `redocly diff` does not read `x-extensible-enum`: a new
 * value passes, and rightly, since callers of an open vocabulary have to expect it. A value that is gone passes
 * there too, though callers may wait for it; so does a vocabulary that is not open any more.
 */
export function lostValues(released: string, current: string): string[] {
  const now = readContract(current).root;
  return elements(readContract(released).root).flatMap(({ node, path }) => {
    const values = list(node, 'x-extensible-enum').map(String);
    if (values.length === 0) return [];
    const place = `#/${path.map((key) => String(key).replaceAll('~', '~0').replaceAll('/', '~1')).join('/')}`;
    const there = target(now, { $ref: place });
    // Where the whole place is gone, redocly says so.
    if (!there) return [];
    const kept = list(there, 'x-extensible-enum').map(String);
    if (kept.length === 0) return [`${place} is not an open vocabulary any more.`];
    return values.filter((value) => !kept.includes(value)).map((value) => `${place} has lost the value ${value}.`);
  });
}
