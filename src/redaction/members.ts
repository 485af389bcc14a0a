import { isObject } from './json-text.js';
import { mask } from './text.js';

/** The members of a list, or of a record with their names. */
export interface Members {
  readonly names?: readonly string[] | undefined;
  readonly values: readonly unknown[];
}

/** Members of errors, requests and responses that JSON leaves out. */
const unlisted = ['name', 'message', 'stack', 'cause', 'errors', 'method', 'url', 'status', 'statusText', 'headers'];

/** Counts a member that is read. Throws if there are too many: getters, proxies and iterators can make members without end. */
export type Count = () => void;

/**
 * Returns all members of an object, also those that JSON leaves out, or the value that replaces the object. Unreadable members are hidden.
 *
 * @throws the exception of `count`
 */
export function membersOf(source: object, count: Count): Members | { readonly value: unknown } {
  if (ArrayBuffer.isView(source) || source instanceof ArrayBuffer) return { value: `[${source.byteLength} bytes]` };
  if (Array.isArray(source) || source instanceof Set) return { values: all(source, count) };
  if (isEntries(source)) return fromPairs(all(source, count));
  const { toJSON, headers, type, data } = source as Record<string, unknown>;
  const isError = source instanceof Error;
  if (typeof toJSON === 'function' && !isError) {
    const json: unknown = toJSON.call(source);
    // It is not asked for its own `toJSON`.
    if (!isObject(json)) return { value: json };
    return Array.isArray(json) ? { values: all(json, count) } : recordOf(json, Object.keys(json), count);
  }
  if (source instanceof String || source instanceof Number || source instanceof Boolean || source instanceof BigInt) {
    return { value: source.valueOf() };
  }
  // A Buffer that went through JSON.
  if (type === 'Buffer' && Array.isArray(data)) return { value: `[${data.length} bytes]` };
  const isOpaque = isError || (isObject(headers) && isEntries(headers));
  const also = isOpaque ? unlisted.filter((name) => name in source) : [];
  const listed = Object.keys(source);
  return recordOf(source, also.length ? [...new Set([...also, ...listed])] : listed, count);
}

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

function recordOf(source: object, names: readonly string[], count: Count): Members {
  const values = names.map((name) => {
    let value: unknown = mask;
    try {
      value = source[name as keyof typeof source];
    } catch {}
    count();
    return value;
  });
  return { names, values };
}

/** Returns the items of a list or an iterator, with holes as undefined. */
function all<Item>(source: Iterable<Item>, count: Count): Item[] {
  const items: Item[] = [];
  for (const item of source) {
    count();
    items.push(item);
  }
  return items;
}
