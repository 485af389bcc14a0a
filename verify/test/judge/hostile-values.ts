/** JSON values that a hostile or broken server may return in any place. */

/** Returns arrays that are nested to a depth, built without recursion. */
function nested(depth: number): unknown {
  let deep: unknown = 'x';
  for (let at = 0; at < depth; at++) deep = [deep];
  return deep;
}

const objects = [
  '{"toString": 1}',
  '{"valueOf": 1, "toString": 1}',
  '{"__proto__": 1}',
  '{"toJSON": 1}',
  '{"length": 9}',
];
const dates = [
  '9999-12-15T00:00:00.000000Z',
  '9999-12-31',
  '+010000-01-01',
  '0000-01-01',
  '-000001-01-01',
  '2026-02-30',
];
const numbers = [0, -0, -1, 1, 0.5, 1e15, 2 ** 53, 1e21, 1.7e308, -1e308];
const texts = [
  '',
  ' ',
  '[redacted]',
  '__proto__',
  'constructor',
  'NaN',
  '12',
  '\ud800',
  '\u0000\u202e',
  '%E0%A4%A',
  '..',
];

/** Texts of JSON are parsed, so that `__proto__` is a field. */
export const HOSTILE_VALUES: readonly unknown[] = [
  ...objects.map((text): unknown => JSON.parse(text)),
  ...dates,
  ...numbers,
  ...texts,
  ...[null, true, false, [], {}, [null], [[]], [{}], { '': '' }],
  ...['refunded', 'paid', 'pending_refund', '/'.repeat(5_000), 'a'.repeat(100_000)],
  Array.from({ length: 2_000 }, () => ({})),
  nested(100_000),
];

/** Returns the path of every value in a body, the body first. */
export function pathsOf(value: unknown, path: readonly string[] = []): (readonly string[])[] {
  const below = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  return [path, ...below.flatMap(([name, child]) => pathsOf(child, [...path, name]))];
}

/** Returns a copy of a body with another value at a path. */
export function withValueAt(body: unknown, [name, ...rest]: readonly string[], value: unknown): unknown {
  if (name === undefined) return value;
  if (Array.isArray(body)) return body.map((item, at) => (String(at) === name ? withValueAt(item, rest, value) : item));
  const entries = Object.entries(body as object);
  return Object.fromEntries(
    entries.map(([key, child]) => [key, key === name ? withValueAt(child, rest, value) : child]),
  );
}
