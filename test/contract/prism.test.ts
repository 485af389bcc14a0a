import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { type MockServer, startMockServer } from '../../src/mock/index.js';
import { examplePairs, operations } from '../mock/example-pairs.ts';
import { some } from '../property-runs.ts';

const TOKEN = { authorization: 'Bearer token' };
const JSON_BODY = { ...TOKEN, 'content-type': 'application/json' };

interface Sent {
  readonly method: string;
  readonly path: string;
  readonly headers?: Record<string, string>;
  readonly body?: string;
}

const prismUrl = inject('prismUrl');
let mock: MockServer;
beforeAll(async () => {
  mock = await startMockServer({ port: 0 });
});
afterAll(() => mock.close());

/** The parts of a response that callers use: the status and the relevant headers. */
interface Seen {
  status: number;
  type: string | null;
  retryAfter: string | null;
  body: string;
}

async function ask(url: string, { method, path, headers = TOKEN, body }: Sent): Promise<Seen> {
  const response = await fetch(url + path, { method, headers, ...(body !== undefined && { body }) });
  return {
    status: response.status,
    type: response.headers.get('content-type'),
    retryAfter: response.headers.get('retry-after'),
    body: await response.text(),
  };
}

const askBoth = async (sent: Sent) => ({ prisms: await ask(prismUrl, sent), ours: await ask(mock.url, sent) });

function requestOf(
  { method, path, request }: (typeof examplePairs)[number],
  headers: Record<string, string> = {},
): Sent {
  if (request === undefined) return { method, path, headers: { ...TOKEN, ...headers } };
  return { method, path, headers: { ...JSON_BODY, ...headers }, body: JSON.stringify(request) };
}

describe('the mock responds like Prism', () => {
  test.each(some(examplePairs))('$operationId $name, preferred: same body too', async (pair) => {
    const { prisms, ours } = await askBoth(requestOf(pair, { prefer: `example=${pair.name}` }));
    expect(ours).toEqual(prisms);
  });

  const codes = operations.flatMap(({ operationId, definition }) =>
    Object.keys(definition.responses as object)
      .filter((code) => code !== '200')
      .map((code) => ({ operationId, code: code.replace('XX', '03') })),
  );
  test.each(some(codes))(
    '$operationId, code $code preferred: same status, headers and body',
    async ({ operationId, code }) => {
      const pair = examplePairs.find((one) => one.operationId === operationId);
      if (!pair) throw new Error(`${operationId} has no example`);
      const { prisms, ours } = await askBoth(requestOf(pair, { prefer: `code=${code}` }));
      expect(ours).toEqual(prisms);
      expect(ours.status).toBe(Number(code));
    },
  );
});

test('the mock returns the example closest to the request, because callers test each form', async () => {
  const body = JSON.stringify({ amount: 1, payment_method: 'boleto' });
  const { prisms, ours } = await askBoth({ method: 'POST', path: '/v1/transactions', headers: JSON_BODY, body });
  expect(JSON.parse(prisms.body)).toMatchObject({ payment_method: 'pix', amount: 15990, status: 'processing' });
  expect(JSON.parse(ours.body)).toMatchObject({ payment_method: 'boleto', amount: 1 });
});
