import fc from 'fast-check';
import { expect, inject, test } from 'vitest';
import { sendJson } from '../../sandbox/test/server/send.ts';
import { runs } from '../property-runs.ts';
import { createStub } from '../stub-server.ts';
import { examplePairs, operations } from './example-pairs.ts';

const prismUrl = inject('prismUrl');
const usualStub = createStub({ log: 'silent' });
const strict = createStub({ strict: true, log: 'silent' });
const refusing = createStub({ refuseWarnings: true, log: 'silent' });

interface Sent {
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
}

/** The values that replace a value of a request. Each is wrong for some schemas and right for others. */
const VALUES: readonly unknown[] = [
  null,
  '',
  'text',
  '15990',
  '2045-12-11',
  0,
  1,
  -1,
  1.5,
  true,
  false,
  [],
  {},
  ['x'],
  [1],
  [{}],
  undefined,
];
const QUERY_VALUES = ['', '1', '-1', '1.5', 'x', 'true'];

const GET = { method: 'GET', body: undefined };

/** Where `--strict` and stock Prism differ, each with a reason and an example. */
const EXCEPTIONS: readonly {
  reason: string;
  holds(sent: Sent): boolean;
  example: Sent;
  ours: number;
  prisms: number;
}[] = [
  {
    reason: 'an empty text is no integer; Prism reads it as none',
    holds: ({ path }) => path.endsWith('='),
    example: { ...GET, path: '/v1/cards?page=' },
    ours: 400,
    prisms: 200,
  },
  {
    reason: 'an empty object has no field; clients send one where the contract has no body, and Prism takes none there',
    holds: ({ method, body }) => method !== 'GET' && JSON.stringify(body) === '{}',
    example: { method: 'DELETE', path: '/v1/customers/77', body: {} },
    ours: 200,
    prisms: 422,
  },
  {
    reason: 'null is no object; Prism reads it as no body',
    holds: ({ body }) => body === null,
    example: { method: 'POST', path: '/v1/transactions/1001/refund', body: null },
    ours: 400,
    prisms: 200,
  },
  {
    reason: 'the text undefined is no id; Prism returns its example for any text',
    holds: ({ path }) => path.includes('undefined'),
    example: { ...GET, path: '/v1/transactions/undefined' },
    ours: 404,
    prisms: 200,
  },
];

/** Returns the path of each value in a body, the body itself first. */
function placesIn(value: unknown, at: readonly string[] = []): (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [at];
  return [at, ...Object.entries(value).flatMap(([key, member]) => placesIn(member, [...at, key]))];
}

/** Returns a copy of a value with another one at a path. `undefined` removes it. */
function replaced(value: unknown, [key, ...rest]: readonly string[], by: unknown): unknown {
  if (key === undefined) return by;
  const copy = (Array.isArray(value) ? [...value] : { ...(value as object) }) as Record<string, unknown>;
  copy[key] = replaced(copy[key], rest, by);
  return copy;
}

async function statusAt(url: string | undefined, { method, path, body }: Sent): Promise<number> {
  const init = {
    method,
    headers: { authorization: 'Bearer token', ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  };
  const response = await (url === undefined ? strict.fetch(path, init) : fetch(url + path, init));
  await response.arrayBuffer();
  return response.status;
}

/** A request of an example, as it is or with one mutation. */
const requests: fc.Arbitrary<Sent> = fc
  .constantFrom(...examplePairs)
  .chain(({ operationId, method, path, request }) => {
    const sent = { method, path, body: request };
    // An operation without a body may get one all the same.
    const places = request === undefined ? (method === 'GET' ? [] : [[]]) : placesIn(request);
    const operation = operations.find((one) => one.operationId === operationId);
    const parameters = operation?.parameters ?? [];
    const queries = parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name);
    const hasId = /\d/.test(path.replace('/v1', ''));
    return fc.oneof(
      { weight: 1, arbitrary: fc.constant(sent) },
      {
        weight: places.length === 0 ? 0 : request === undefined ? 2 : 20,
        arbitrary: fc
          .tuple(fc.nat(), fc.constantFrom(...VALUES))
          .map(([at, value]) => ({ ...sent, body: replaced(request, places[at % places.length] ?? [], value) })),
      },
      {
        weight: queries.length === 0 ? 0 : 4,
        arbitrary: fc
          .tuple(fc.nat(), fc.constantFrom(...QUERY_VALUES))
          .map(([at, value]) => ({ ...sent, path: `${path}?${queries[at % queries.length]}=${value}` })),
      },
      {
        weight: hasId ? 2 : 0,
        arbitrary: fc
          .constantFrom('5', 'x', '-1', '1.5', '999999999')
          .map((id) => ({ ...sent, path: path.replace(/\d+/g, (all, at) => (at < 4 ? all : id)) })),
      },
    );
  });

test('--strict refuses exactly the requests that stock Prism refuses', async () => {
  await fc.assert(
    fc.asyncProperty(requests, async (sent) => {
      const [ours, prisms] = [await statusAt(undefined, sent), await statusAt(prismUrl, sent)];
      const isException = EXCEPTIONS.some(({ holds }) => holds(sent));
      if (!isException) expect([ours, ours >= 400]).toEqual([ours, prisms >= 400]);
    }),
    { numRuns: runs(800) },
  );
});

test.each(EXCEPTIONS)('$reason', async ({ example, holds, ours, prisms }) => {
  expect(holds(example)).toBe(true);
  expect([await statusAt(undefined, example), await statusAt(prismUrl, example)]).toEqual([ours, prisms]);
});

const TAX = { brand: 'mastercard', installments: 2, amount: 19000, fee_responsible: 'customer' };
const PIX = { amount: 100, payment_method: 'pix' };

test.each<[string, string, string, unknown, number, number, number]>([
  [
    'a wrong check digit',
    'POST',
    '/v1/customers',
    { name: 'Ana', documents: [{ type: 'cpf', number: '52998224726' }] },
    200,
    200,
    400,
  ],
  [
    'a new value of an open vocabulary',
    'POST',
    '/v1/simulate/tax',
    { ...TAX, fee_responsible: 'nobody' },
    200,
    200,
    400,
  ],
  ['a boleto without a payer', 'POST', '/v1/transactions', { amount: 100, payment_method: 'boleto' }, 200, 200, 400],
  ['a field of another form', 'POST', '/v1/transactions', { ...PIX, boleto: {} }, 200, 200, 400],
  ['an unknown parameter', 'GET', '/v1/customers?per_pag=1', undefined, 200, 200, 400],
  ['a field that no schema knows', 'POST', '/v1/transactions', { ...PIX, referense_key: 'x' }, 200, 400, 400],
  ['a body that the operation does not have', 'DELETE', '/v1/customers/77', { a: 1 }, 200, 400, 400],
  ['an amount as text', 'POST', '/v1/transactions', { ...PIX, amount: '100' }, 200, 400, 400],
  [
    'an amount with decimals of a multiplication',
    'POST',
    '/v1/transactions',
    { ...PIX, amount: 100.00000001 },
    200,
    400,
    400,
  ],
  ['a missing field', 'POST', '/v1/transactions', { payment_method: 'pix' }, 400, 400, 400],
])('%s: usual, with --strict and with --refuse-warnings', async (_, method, path, body, usual, ...refused) => {
  const mocks = [usualStub, strict, refusing];
  const responses = await Promise.all(mocks.map((stub) => sendJson(stub, method, path, body)));
  expect(responses.map(({ status }) => status)).toEqual([usual, ...refused]);
});

test('--strict counts fields that no schema knows also after many warnings', async () => {
  const items = Array.from({ length: 30 }, () => ({ unit_price: -1, title: 'x', quantity: 1 }));
  const body = { ...PIX, items, zzz: 1 };
  expect((await sendJson(strict, 'POST', '/v1/transactions', body)).status).toBe(400);
});
