import { headerNames } from './assignments.js';
import { mask } from './mask.js';
import type { Kind } from './names.js';

/** What a request or response shows of itself; it keeps all of it behind getters. */
const messageFields = ['method', 'url', 'status', 'statusText', 'headers'];
const errorFields = ['name', 'message', 'stack', 'cause', 'errors'];

/** What JSON makes of an object, and what it loses of it: members, or a value that stands for it. */
export type Opened =
  | { readonly list: readonly unknown[] }
  | { readonly record: object; readonly names: readonly string[] }
  | { readonly value: unknown };

/** Never throws: what cannot be read is hidden. */
export function opened(source: object): Opened {
  try {
    const content = open(source);
    // What `toJSON` gives is not asked for its own `toJSON`.
    return 'value' in content && isObject(content.value) ? { value: mask } : content;
  } catch {
    return { value: mask };
  }
}

function open(source: object): Opened {
  if (Array.isArray(source)) return { list: source };
  if (ArrayBuffer.isView(source) || source instanceof ArrayBuffer) return { value: `[${source.byteLength} bytes]` };
  if (source instanceof Set) return { list: [...source] };
  if (isEntries(source)) return fromPairs([...source]);
  if (source instanceof Error) {
    return { record: source, names: [...new Set([...present(errorFields, source), ...Object.keys(source)])] };
  }
  const { toJSON, headers, type, data } = source as Record<string, unknown>;
  if (typeof toJSON === 'function') {
    const json: unknown = toJSON.call(source);
    if (Array.isArray(json)) return { list: json };
    return isObject(json) ? { record: json, names: Object.keys(json) } : { value: json };
  }
  if (source instanceof String || source instanceof Number || source instanceof Boolean || source instanceof BigInt) {
    return { value: source.valueOf() };
  }
  // A Buffer that went through JSON.
  if (type === 'Buffer' && Array.isArray(data)) return { value: `[${data.length} bytes]` };
  const names = Object.keys(source);
  const isMessage = names.length === 0 && isObject(headers) && isEntries(headers);
  return { record: source, names: isMessage ? present(messageFields, source) : names };
}

export function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** Map, Headers, FormData, URLSearchParams. */
function isEntries(source: object): source is Iterable<[unknown, unknown]> {
  return Symbol.iterator in source && (source as Partial<Map<unknown, unknown>>).entries === source[Symbol.iterator];
}

function present(names: readonly string[], source: object): string[] {
  return names.filter((name) => name in source);
}

/** A record; the pairs as they are where a key is an object or stands twice. */
function fromPairs(pairs: [unknown, unknown][]): Opened {
  const names = pairs.map(([key]) => (isObject(key) ? '' : String(key)));
  if (names.includes('') || new Set(names).size < names.length) return { list: pairs };
  return { record: Object.fromEntries(pairs.map(([, value], index) => [names[index], value])), names };
}

/**
 * The members of an object or list, each with what its name says of it. In a list of headers the names are members too:
 * `['Cookie', '…']`, or pairs of them.
 *
 * @param name under which the list stands
 */
export function* membersOf(
  content: Exclude<Opened, { value: unknown }>,
  kindOf: (name: string) => Kind,
  name: string,
  isListed: boolean,
): Generator<[key: string | number, member: unknown, kind: Kind]> {
  if ('list' in content) {
    const { list } = content;
    const isPair = isListed && list.length === 2;
    const areHeaders = /(headers|trailers)$/i.test(name);
    for (let index = 0; index < list.length; index++) {
      const before = index % 2 ? list[index - 1] : undefined;
      const names = typeof before === 'string' && (isPair || areHeaders || headerNames.test(before));
      yield [index, list[index], names ? kindOf(before) : undefined];
    }
    return;
  }
  const { record, names } = content;
  for (const key of names) {
    const member = read(record, key);
    // `{ name: 'Cookie', value: '…' }`, as archives of requests have it.
    const title = key === 'value' ? (read(record, 'name') ?? read(record, 'key')) : undefined;
    const kind = typeof title === 'string' ? kindOf(title) : kindOf(key);
    yield [key, member, key === 'name' && record instanceof Error ? undefined : kind];
  }
}

function read(record: object, key: string): unknown {
  try {
    return record[key as keyof typeof record];
  } catch {
    return mask;
  }
}
