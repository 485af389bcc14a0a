import { isObject, type Members } from './json.js';
import { mask } from './text.js';

/** Members of errors, requests and responses that JSON leaves out. */
const unlisted = ['name', 'message', 'stack', 'cause', 'errors', 'method', 'url', 'status', 'statusText', 'headers'];

/**
 * A member weighs 1, an object 3 more. Getters, proxies, `toJSON` and iterators can make members without end. Such members weigh more, so
 * that redaction ends after about a second.
 */
export const HEAVIEST = 2 ** 21;
const MADE = 64;
/** This many characters of a made string weigh as much as one member: both take the same time. */
const CHARACTERS = 32;

/** Thrown for a value with more members than redaction reads. */
export class Endless extends RangeError {}

export interface Content extends Members {
  /** Of the members alone. */
  readonly weight: number;
}

/** The value that replaces an object. */
export interface Replacement {
  readonly value: unknown;
  readonly weight: number;
}

/**
 * Returns all members of an object, also those that JSON leaves out, or the value that replaces the object. Unreadable members are hidden.
 *
 * @param made the objects that reading made, with their contents; this call adds its own
 * @throws Endless if the object has too many members
 */
export function membersOf(source: object, made: Set<object>): Content | Replacement {
  try {
    return read(source, made);
  } catch (error) {
    if (error instanceof Endless) throw error;
    return replacement(mask);
  }
}

function read(source: object, made: Set<object>): Content | Replacement {
  if (Array.isArray(source)) return list(source, made);
  if (ArrayBuffer.isView(source) || source instanceof ArrayBuffer) return replacement(`[${source.byteLength} bytes]`);
  if (source instanceof Set) {
    const { items, weight } = all(source, made, (item) => [item]);
    return { values: items, weight };
  }
  if (isEntries(source)) {
    const { items, weight } = all(source, made, (pair) => pair);
    return { ...fromPairs(items), weight };
  }
  const { toJSON, headers, type, data } = source as Record<string, unknown>;
  const isError = source instanceof Error;
  if (typeof toJSON === 'function' && !isError) {
    const json: unknown = toJSON.call(source);
    // It is not asked for its own `toJSON`.
    if (!isObject(json)) return { value: json, weight: weightOf(json, false, source, made) };
    made.add(json);
    const members = Array.isArray(json) ? list(json, made) : record(json, Object.keys(json), made);
    return { ...members, weight: members.weight + MADE };
  }
  if (source instanceof String || source instanceof Number || source instanceof Boolean || source instanceof BigInt) {
    return replacement(source.valueOf());
  }
  // A Buffer that went through JSON.
  if (type === 'Buffer' && Array.isArray(data)) return replacement(`[${data.length} bytes]`);
  const names = Object.keys(source);
  const isOpaque = isError || (isObject(headers) && isEntries(headers));
  return record(
    source,
    isOpaque ? [...new Set([...unlisted.filter((name) => name in source), ...names])] : names,
    made,
  );
}

const replacement = (value: unknown): Replacement => ({ value, weight: 0 });

/** Map, Headers, FormData, URLSearchParams. */
function isEntries(source: object): source is Iterable<[unknown, unknown]> {
  return Symbol.iterator in source && (source as Partial<Map<unknown, unknown>>).entries === source[Symbol.iterator];
}

/** Returns a record, or the pairs if a key is an object or occurs twice. */
function fromPairs(pairs: [unknown, unknown][]): Members {
  const names = pairs.map(([key]) => (isObject(key) ? '' : String(key)));
  if (names.includes('') || new Set(names).size < names.length) return { values: pairs };
  return { names, values: pairs.map(([, value]) => value) };
}

function record(source: object, names: readonly string[], made: Set<object>): Content {
  let weight = names.length;
  const valueAt = (name: string): unknown => {
    if (weight > HEAVIEST) throw new Endless();
    try {
      const value: unknown = source[name as keyof typeof source];
      weight += weightAt(source, name, value, made);
      return value;
    } catch {
      return mask;
    }
  };
  return { names, values: names.map(valueAt), weight };
}

/** What a list holds, with its holes as undefined. A proxy may give another length each time. */
function list(source: readonly unknown[], made: Set<object>): Content {
  const { length } = source;
  if (length > HEAVIEST) throw new Endless();
  let weight = length;
  const values = Array.from({ length }, (_, index) => {
    const value = source[index];
    weight += weightAt(source, index, value, made);
    if (weight > HEAVIEST) throw new Endless();
    return value;
  });
  return { values, weight };
}

/** What an iterator gives, which may go on for ever. Sets and Maps hold what theirs give, unless a class has another one. */
function all<Item>(
  source: Iterable<Item>,
  made: Set<object>,
  partsOf: (item: Item) => readonly unknown[],
): { items: Item[]; weight: number } {
  const isHeld = ownIterators.has(source[Symbol.iterator]);
  const items: Item[] = [];
  let weight = 0;
  for (const item of source) {
    weight++;
    for (const part of partsOf(item)) weight += weightOf(part, isHeld, source, made);
    if (weight > HEAVIEST) throw new Endless();
    items.push(item);
  }
  return { items, weight };
}

const ownIterators = new Set<unknown>([Set.prototype[Symbol.iterator], Map.prototype[Symbol.iterator]]);

/** The extra weight of a member as it was read. */
function weightAt(source: object, name: string | number, value: unknown, made: Set<object>): number {
  if (!isHeavy(value)) return 0;
  const own = Object.getOwnPropertyDescriptor(source, name);
  // A proxy gives another value than it holds. Of a class it may be a getter, which makes nothing when it gives the same object twice.
  const isHeld =
    own?.value === value ||
    (own?.get === undefined && isObject(value) && source[name as keyof typeof source] === value);
  return weightOf(value, isHeld, source, made);
}

/** The extra weight of a value. `isHeld`: it was there before it was read; in an object that was made it was made too. */
function weightOf(value: unknown, isHeld: boolean, holder: object, made: Set<object>): number {
  if (!isHeavy(value) || (isHeld && !made.has(holder))) return 0;
  if (!isObject(value)) return value.length / CHARACTERS;
  made.add(value);
  // What a list holds was made with it.
  return isHeld ? 0 : MADE + (Array.isArray(value) ? 4 * value.length : 0);
}

function isHeavy(value: unknown): value is object | string {
  return isObject(value) || (typeof value === 'string' && value.length > CHARACTERS);
}
