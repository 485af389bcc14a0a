/** A string, or a character that structures JSON. Scalars need no look. */
const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],:]/g;

/** The most paths to name. */
const MOST = 10;

interface Open {
  /** The keys of an object; undefined for a list. */
  keys: Set<string> | undefined;
  /** The current key of an object, or the current index of a list. */
  at: string | number;
}

/** Returns the path of each key that an object in a valid JSON text has twice. JSON readers keep only one of the values. */
export function duplicateKeys(text: string): string[][] {
  const found: string[][] = [];
  const open: Open[] = [];
  let key: string | undefined;
  for (const [token] of text.matchAll(TOKEN)) {
    const inner = open.at(-1);
    if (token === '{') open.push({ keys: new Set(), at: '' });
    else if (token === '[') open.push({ keys: undefined, at: 0 });
    else if (token === '}' || token === ']') open.pop();
    else if (token === ',' && typeof inner?.at === 'number') inner.at += 1;
    else if (token === ':' && inner?.keys && key !== undefined) {
      inner.at = key;
      if (inner.keys.has(key) && found.length < MOST) found.push(open.map(({ at }) => String(at)));
      inner.keys.add(key);
    }
    key = token.startsWith('"') ? (JSON.parse(token) as string) : undefined;
  }
  return found;
}

/** Returns whether a JSON text may have more keys than its value. Finds out in less time than `duplicateKeys`. */
export function mayHaveDuplicateKeys(text: string, value: unknown): boolean {
  let colons = 0;
  for (let at = text.indexOf(':'); at !== -1; at = text.indexOf(':', at + 1)) colons++;
  return colons > keysIn(value);
}

function keysIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  let count = 0;
  if (Array.isArray(value)) for (const item of value) count += keysIn(item);
  else {
    for (const name in value) count += 1 + keysIn((value as Record<string, unknown>)[name]);
  }
  return count;
}
