import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type MockServer, startMockServer } from '../../src/mock/index.js';
import { operations, stories } from './contract.ts';
import { type Prism, startPrism } from './prism.ts';

let prism: Prism;
let mock: MockServer;
beforeAll(async () => {
  [prism, mock] = await Promise.all([startPrism(), startMockServer({ port: 0 })]);
});
afterAll(async () => {
  await prism[Symbol.asyncDispose]();
  await mock.close();
});

interface Sent {
  method: string;
  path: string;
  headers?: Record<string, string>;
  body?: string;
}

/** What callers act on: the status, and the headers that change what they do. */
interface Seen {
  status: number;
  type: string | null;
  retryAfter: string | null;
  body: string;
}

const TOKEN = { authorization: 'Bearer token' };
const JSON_BODY = { ...TOKEN, 'content-type': 'application/json' };
const PIX = JSON.stringify({ amount: 1, payment_method: 'pix' });

async function ask(url: string, { method, path, headers = TOKEN, body }: Sent): Promise<Seen> {
  const response = await fetch(url + path, { method, headers, ...(body !== undefined && { body }) });
  return {
    status: response.status,
    type: response.headers.get('content-type'),
    retryAfter: response.headers.get('retry-after'),
    body: await response.text(),
  };
}

const askBoth = async (sent: Sent) => ({ prisms: await ask(prism.url, sent), ours: await ask(mock.url, sent) });

function requestOf({ method, path, request }: (typeof stories)[number], headers: Record<string, string> = {}): Sent {
  if (request === undefined) return { method, path, headers: { ...TOKEN, ...headers } };
  return { method, path, headers: { ...JSON_BODY, ...headers }, body: JSON.stringify(request) };
}

describe('the mock does as Prism does', () => {
  test.each(stories)('$operationId $name: same status and headers', async (story) => {
    const { prisms, ours } = await askBoth(requestOf(story));
    expect(prisms.status).toBe(200);
    expect({ ...ours, body: '' }).toEqual({ ...prisms, body: '' });
  });

  test.each(stories)('$operationId $name, preferred: same body too', async (story) => {
    const { prisms, ours } = await askBoth(requestOf(story, { prefer: `example=${story.name}` }));
    expect(ours).toEqual(prisms);
  });

  const codes = operations.flatMap(({ operationId, definition }) =>
    Object.keys(definition.responses as object)
      .filter((code) => code !== '200')
      .map((code) => ({ operationId, code: code.replace('XX', '03') })),
  );
  test.each(codes)(
    '$operationId, code $code preferred: same status, headers and body',
    async ({ operationId, code }) => {
      const story = stories.find((one) => one.operationId === operationId);
      if (!story) throw new Error(`${operationId} has no example`);
      const { prisms, ours } = await askBoth(requestOf(story, { prefer: `code=${code}` }));
      expect(ours).toEqual(prisms);
      expect(ours.status).toBe(Number(code));
    },
  );

  test.each(operations)('$operationId, dynamic: same status and headers', async ({ operationId }) => {
    const story = stories.find((one) => one.operationId === operationId);
    if (!story) throw new Error(`${operationId} has no example`);
    const { prisms, ours } = await askBoth(requestOf(story, { prefer: 'dynamic=true' }));
    expect({ ...ours, body: '' }).toEqual({ ...prisms, body: '' });
  });
});

/** Every way in which the mock means to differ: what Prism answers, what the mock answers, and why. */
const DIFFERENCES: readonly { what: string; why: string; sent: Sent; prism: number; mock: number }[] = [
  {
    what: 'an invalid body',
    why: 'the document knows 400 for an integration error; 422 was only observed',
    sent: { method: 'POST', path: '/v1/transactions', headers: JSON_BODY, body: '{}' },
    prism: 422,
    mock: 400,
  },
  {
    what: 'an array for a body',
    why: 'as above',
    sent: { method: 'POST', path: '/v1/transactions', headers: JSON_BODY, body: '[]' },
    prism: 422,
    mock: 400,
  },
  {
    what: 'no body',
    why: 'as above',
    sent: { method: 'POST', path: '/v1/transactions' },
    prism: 422,
    mock: 400,
  },
  {
    what: 'a body of another type',
    why: '415 says what is wrong; Prism looks for an answer with that status in the contract and takes the next best',
    sent: { method: 'POST', path: '/v1/transactions', headers: { ...TOKEN, 'content-type': 'text/plain' }, body: PIX },
    prism: 422,
    mock: 415,
  },
  {
    what: 'a body where the contract has none',
    why: 'some HTTP clients send {} with DELETE, and nothing says that the gateway minds',
    sent: { method: 'DELETE', path: '/v1/customers/1', headers: JSON_BODY, body: '{}' },
    prism: 400,
    mock: 200,
  },
  {
    what: 'a slash at the end of a collection',
    why: 'an empty id is a mistake of the caller, and the nearest path shows it',
    sent: { method: 'GET', path: '/v1/cards/' },
    prism: 400,
    mock: 404,
  },
  {
    what: 'a body of more than 1 MiB',
    why: 'Prism reads 10 MB before it looks; no request of this gateway is that large',
    sent: {
      method: 'POST',
      path: '/v1/transactions',
      headers: JSON_BODY,
      body: JSON.stringify({ amount: 1, payment_method: 'pix', metadata: 'x'.repeat(1 << 20) }),
    },
    prism: 200,
    mock: 413,
  },
  {
    what: 'a card that could be real',
    why: 'a mock that takes it pulls whoever runs it into PCI scope',
    sent: { method: 'POST', path: '/v1/cards', headers: JSON_BODY, body: '{"card_number":"4012888888881881"}' },
    prism: 200,
    mock: 400,
  },
  {
    what: 'a preference that is none',
    why: 'a wrong header is no violation of a field',
    sent: { method: 'GET', path: '/v1/cards', headers: { ...TOKEN, prefer: 'code=abc' } },
    prism: 422,
    mock: 400,
  },
];

/** The same status, told in the contract's error shape and with what was wrong instead of in Prism's words. */
const SAME_STATUS_OTHER_WORDS: readonly (Sent & { what: string; status: number; names: string })[] = [
  {
    what: 'broken JSON',
    method: 'POST',
    path: '/v1/cards',
    headers: JSON_BODY,
    body: '{',
    status: 400,
    names: 'line 1',
  },
  { what: 'a wrong query', method: 'GET', path: '/v1/cards?page=x', status: 400, names: 'query.page' },
  { what: 'no token', method: 'GET', path: '/v1/cards', headers: {}, status: 401, names: 'authorization' },
  { what: 'an unknown path', method: 'GET', path: '/v1/card', status: 404, names: 'GET /v1/cards' },
  { what: 'an empty id', method: 'GET', path: '/v1//cards', status: 404, names: 'GET /v1/cards' },
  { what: 'a wrong method', method: 'PATCH', path: '/v1/customers/1', status: 405, names: 'DELETE, GET, PUT' },
  {
    what: 'another media type',
    method: 'GET',
    path: '/v1/cards',
    headers: { ...TOKEN, accept: 'text/html' },
    status: 406,
    names: 'application/json',
  },
  {
    what: 'a status that the contract does not have',
    method: 'GET',
    path: '/v1/cards',
    headers: { ...TOKEN, prefer: 'code=418' },
    status: 404,
    names: '200, 400, 401, 429, 5XX',
  },
  {
    what: 'an example that the contract does not have',
    method: 'GET',
    path: '/v1/cards',
    headers: { ...TOKEN, prefer: 'example=nothing' },
    status: 404,
    names: 'prefer',
  },
];

describe('the mock means to differ', () => {
  test.each(DIFFERENCES)('$what: $mock and not $prism, because $why', async ({ sent, ...expected }) => {
    const { prisms, ours } = await askBoth(sent);
    expect(prisms.status).toBe(expected.prism);
    expect(ours.status).toBe(expected.mock);
  });

  test.each(SAME_STATUS_OTHER_WORDS)(
    '$what: $status in both, in words that help',
    async ({ status, names, ...sent }) => {
      const { prisms, ours } = await askBoth(sent);
      expect([prisms.status, ours.status]).toEqual([status, status]);
      expect(ours.type).toBe('application/json');
      expect(JSON.parse(ours.body)).toEqual({ errors: [expect.stringContaining(names)] });
      expect(prisms.body).not.toContain(names);
    },
  );

  test('the example that the request resembles, and not always the first one', async () => {
    const { prisms, ours } = await askBoth({ method: 'POST', path: '/v1/transactions', headers: JSON_BODY, body: PIX });
    expect(JSON.parse(prisms.body)).toMatchObject({ payment_method: 'credit_card', amount: 15990 });
    expect(JSON.parse(ours.body)).toMatchObject({ payment_method: 'pix', amount: 1 });
  });

  test('it survives a path with broken percent-encoding', async () => {
    const sent = { method: 'GET', path: '/v1/transactions/%E0%A4%A' };
    expect((await ask(mock.url, sent)).status).toBe(400);
    await using other = await startPrism();
    await expect(ask(other.url, sent)).rejects.toThrow('fetch failed');
    await other.ended;
  });
});
