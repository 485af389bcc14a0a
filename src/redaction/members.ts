import { isObject, type Members } from './json.js';
import { mask } from './mask.js';

/** What errors, requests and responses keep where JSON does not see it. */
const unlisted = ['name', 'message', 'stack', 'cause', 'errors', 'method', 'url', 'status', 'statusText', 'headers'];

/** What JSON makes of an object, and what it loses of it: members, or a value that stands for it. Never throws: what cannot be read is hidden. */
export function membersOf(source: object): Members | { readonly value: unknown } {
  try {
    return read(source);
  } catch {
    return { value: mask };
  }
}

function read(source: object): ReturnType<typeof membersOf> {
  if (Array.isArray(source)) return { values: source };
  if (ArrayBuffer.isView(source) || source instanceof ArrayBuffer) return { value: `[${source.byteLength} bytes]` };
  if (source instanceof Set) return { values: [...source] };
  if (isEntries(source)) return fromPairs([...source]);
  const { toJSON, headers, type, data } = source as Record<string, unknown>;
  const isError = source instanceof Error;
  if (typeof toJSON === 'function' && !isError) {
    const json: unknown = toJSON.call(source);
    // It is not asked for its own `toJSON`.
    if (Array.isArray(json)) return { values: json };
    return isObject(json) ? record(json, Object.keys(json)) : { value: json };
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

function record(source: object, names: readonly string[]): Members {
  const valueAt = (name: string): unknown => {
    try {
      return source[name as keyof typeof source];
    } catch {
      return mask;
    }
  };
  return { names, values: names.map(valueAt) };
}
