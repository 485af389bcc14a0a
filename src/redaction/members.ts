import { isObject, type Members } from './json.js';
import { mask } from './mask.js';

/** What errors, requests and responses keep where JSON does not see it. */
const unlisted = ['name', 'message', 'stack', 'cause', 'errors', 'method', 'url', 'status', 'statusText', 'headers'];

/**
 * A member weighs 1, an object 3 more. What is there is finite; what code makes when it is looked at (a getter, a proxy, `toJSON`) need
 * not be. It weighs more, so that redaction ends after about a second.
 */
export const HEAVIEST = 2 ** 21;
const MADE = 64;
/** Characters of a string from a getter that weigh as much as one member: both take the same time. */
const CHARACTERS = 32;

/** Thrown for a value that has more members than are looked at. */
export class Endless extends RangeError {}

export interface Content extends Members {
  /** Of the members alone. */
  readonly weight: number;
}

/**
 * The members that JSON would show of an object and those that it would leave out, or the value that replaces the object. What cannot be read is hidden.
 *
 * @throws Endless when it has more members than a value may have
 */
export function membersOf(source: object): Content | { readonly value: unknown } {
  try {
    return read(source);
  } catch (error) {
    if (error instanceof Endless) throw error;
    return { value: mask };
  }
}

function read(source: object): ReturnType<typeof membersOf> {
  if (Array.isArray(source)) return list(source);
  if (ArrayBuffer.isView(source) || source instanceof ArrayBuffer) return { value: `[${source.byteLength} bytes]` };
  if (source instanceof Set) return weighed({ values: all(source) });
  if (isEntries(source)) return weighed(fromPairs(all(source)));
  const { toJSON, headers, type, data } = source as Record<string, unknown>;
  const isError = source instanceof Error;
  if (typeof toJSON === 'function' && !isError) {
    const json: unknown = toJSON.call(source);
    // It is not asked for its own `toJSON`.
    const members = Array.isArray(json) ? list(json) : isObject(json) ? record(json, Object.keys(json)) : undefined;
    return members ? { ...members, weight: members.weight + MADE } : { value: json };
  }
  if (source instanceof String || source instanceof Number || source instanceof Boolean || source instanceof BigInt) {
    return { value: source.valueOf() };
  }
  // A Buffer that went through JSON.
  if (type === 'Buffer' && Array.isArray(data)) return { value: `[${data.length} bytes]` };
  const names = Object.keys(source);
  const isOpaque = isError || (isObject(headers) && isEntries(headers));
  return record(source, isOpaque ? [...new Set([...unlisted.filter((name) => name in source), ...names])] : names);
}

/** Map, Headers, FormData, URLSearchParams. */
function isEntries(source: object): source is Iterable<[unknown, unknown]> {
  return Symbol.iterator in source && (source as Partial<Map<unknown, unknown>>).entries === source[Symbol.iterator];
}

/** A record; the pairs as they are where a key is an object or stands twice. */
function fromPairs(pairs: [unknown, unknown][]): Members {
  const names = pairs.map(([key]) => (isObject(key) ? '' : String(key)));
  if (names.includes('') || new Set(names).size < names.length) return { values: pairs };
  return { names, values: pairs.map(([, value]) => value) };
}

function record(source: object, names: readonly string[]): Content {
  let weight = names.length;
  const valueAt = (name: string): unknown => {
    try {
      const value: unknown = source[name as keyof typeof source];
      weight += weightMade(source, name, value);
      return value;
    } catch {
      return mask;
    }
  };
  return { names, values: names.map(valueAt), weight };
}

/** What a list holds, with its holes as undefined. A proxy may give another length each time. */
function list(source: readonly unknown[]): Content {
  const { length } = source;
  if (length > HEAVIEST) throw new Endless();
  let weight = length;
  const values = Array.from({ length }, (_, index) => {
    const value = source[index];
    weight += weightMade(source, index, value);
    return value;
  });
  return { values, weight };
}

const weighed = (members: Members): Content => ({ ...members, weight: members.values.length });

/** What an iterator gives, which may go on for ever. */
function all<Item>(source: Iterable<Item>): Item[] {
  const items: Item[] = [];
  for (const item of source) {
    if (items.push(item) > HEAVIEST) throw new Endless();
  }
  return items;
}

/** The extra weight of a member that was made when it was read: by a getter, or because a second read gives another object. */
function weightMade(source: object, name: string | number, value: unknown): number {
  const isString = typeof value === 'string' && value.length > CHARACTERS;
  if (!isString && !isObject(value)) return 0;
  const isGiven = Object.getOwnPropertyDescriptor(source, name)?.get === undefined;
  if (isGiven && (isString || source[name as keyof typeof source] === value)) return 0;
  if (isString) return value.length / CHARACTERS;
  // What a list holds was made with it.
  return MADE + (Array.isArray(value) ? 4 * value.length : 0);
}
