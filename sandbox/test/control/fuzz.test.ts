import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runs } from '../../../test/property-runs.ts';
import { createSandboxFetch, type SandboxFetch } from '../../src/index.ts';
import { PIX, send } from '../entrances.ts';

interface Operation {
  readonly method: string;
  readonly path: string;
}

const { paths } = JSON.parse(readFileSync('sandbox/dist/derived/sandbox.openapi.json', 'utf8'));
const METHODS = ['get', 'post', 'put', 'delete'];
/** Excludes operations that may outlast a test: valid requests can wait for an event, and streams never end. */
const operations: Operation[] = Object.entries<object>(paths)
  .flatMap(([path, item]) => Object.keys(item).map((method) => ({ method, path })))
  .filter(({ method, path }) => METHODS.includes(method) && !/wait|stream|\/pay\/\{|\/3ds\//.test(path));

const names = [
  ...['frozen', 'by', 'to', 'fault', 'times', 'after', 'operation', 'latency', 'url', 'late', 'duplicates'],
  ...['out_of_order', 'transactions', 'amount', 'outcome', 'objects', 'events', 'documents', 'version', 'format'],
  ...['__proto__', 'constructor', 'toString', ''],
];
const values = fc.oneof(
  fc.jsonValue(),
  fc.constantFrom(
    -1,
    0,
    1.5,
    1e308,
    2 ** 53,
    '',
    '\u0000',
    '\ud800',
    'P1D',
    '9'.repeat(400),
    'commit',
    'reset',
    null,
    [],
    {},
  ),
);
const objects = fc.array(fc.tuple(fc.constantFrom(...names), values), { maxLength: 5 }).map((fields) => {
  // Parsed from text, so that `__proto__` is an ordinary field.
  return `{${fields.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`).join(',')}}`;
});
const bodies = fc.oneof(
  objects,
  fc.json(),
  fc.string(),
  fc.constantFrom(
    '[',
    '"',
    'null',
    '[]',
    'NaN',
    '{"by":"1d"',
    '\uFEFF{}',
    '['.repeat(100_000),
    `{"by":"${'x'.repeat(1_000_000)}"}`,
  ),
);
const segments = fc.constantFrom(
  '1',
  '0',
  '-1',
  '1e3',
  '99999999999999999999',
  'x',
  '%00',
  '%E0%A4%A',
  '..',
  '__proto__',
  'pay',
  'refund',
);

let sandbox: SandboxFetch;
beforeAll(async () => {
  sandbox = createSandboxFetch({ clock: '2026-11-20T12:00:00Z' });
});
afterAll(() => sandbox.close());

test('the control paths answer any request as documented, and the sandbox keeps running', async () => {
  expect(operations.length).toBeGreaterThan(20);
  const request = fc.record({
    operation: fc.constantFrom(...operations),
    segment: segments,
    body: bodies,
    query: fc.constantFrom(
      '',
      '?page=0',
      '?page=1e9&per_page=-1',
      '?object=x',
      '?object[]=1&object=2',
      '?%',
      '?page=9'.repeat(500),
    ),
  });
  const run = fc.asyncProperty(request, async ({ operation: { method, path }, segment, body, query }) => {
    const url = `http://127.0.0.1:4010${path.replace(/\{\w+\}/g, segment)}${query}`;
    const response = await sandbox(url, {
      method: method.toUpperCase(),
      headers: { 'content-type': 'application/json' },
      ...(method !== 'get' && { body }),
    });
    const text = await response.text();
    expect(response.status, `${method} ${url}: ${text.slice(0, 300)}`).toBeLessThan(500);
    if (response.status >= 400) expect(JSON.parse(text).errors.length).toBeGreaterThan(0);
    expect(Object.hasOwn(Object.prototype, 'fault')).toBe(false);
  });
  await fc.assert(run, { numRuns: runs(800) });
  await sandbox.reset();
  const entered = { url: 'http://127.0.0.1:4010', fetch: sandbox };
  expect((await send(entered, 'POST', '/v1/transactions', PIX)).body).toMatchObject({ id: 1001 });
});
