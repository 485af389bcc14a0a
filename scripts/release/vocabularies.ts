import { parse } from 'yaml';

/**
 * What was taken out of the open vocabularies, one sentence each. `redocly diff` does not read `x-extensible-enum`: a new
 * value passes, and rightly, since callers of an open vocabulary have to expect it. A value that is gone passes
 * there too, though callers may wait for it; so does a vocabulary that is not open any more.
 */
export function lostValues(released: string, current: string): string[] {
  const now = openVocabularies(parse(current));
  return [...openVocabularies(parse(released))].flatMap(([place, values]) => {
    const kept = now.get(place);
    // Where the whole place is gone, redocly says so.
    if (kept === undefined)
      return exists(parse(current), place) ? [`${place} is not an open vocabulary any more.`] : [];
    return values.filter((value) => !kept.includes(value)).map((value) => `${place} has lost the value ${value}.`);
  });
}

function openVocabularies(contract: unknown): Map<string, readonly string[]> {
  const found = new Map<string, readonly string[]>();
  const visit = (node: unknown, place: string): void => {
    if (typeof node !== 'object' || node === null) return;
    const values: unknown = Reflect.get(node, 'x-extensible-enum');
    if (Array.isArray(values)) found.set(place, values.map(String));
    for (const [key, inner] of Object.entries(node)) {
      visit(inner, `${place}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`);
    }
  };
  visit(contract, '#');
  return found;
}

function exists(contract: unknown, place: string): boolean {
  const keys = place.split('/').slice(1);
  const node = keys.reduce<unknown>(
    (inner, key) =>
      typeof inner === 'object' && inner !== null
        ? Reflect.get(inner, key.replaceAll('~1', '/').replaceAll('~0', '~'))
        : undefined,
    contract,
  );
  // A reference leads to a vocabulary of its own, which is compared at its own place.
  return typeof node === 'object' && node !== null && !('$ref' in node);
}
