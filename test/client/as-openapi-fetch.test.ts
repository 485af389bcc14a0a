import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createGatewayClient } from '../../src/index.js';
import { asOpenapiFetch } from '../../src/openapi-fetch.js';
import { baseUrl, observedFetch } from './observed-fetch.ts';

// test/consumers/adapters.ts tests the libraries that are built on openapi-fetch.

const params = { path: { id: 1 } };
const shop = (...responses: Response[]) => {
  const { fetch, requests } = observedFetch(...responses);
  return { api: asOpenapiFetch(createGatewayClient({ baseUrl, accessToken: 'token', fetch, retries: 0 })), requests };
};

test('the version of openapi-fetch, which gets no updates, is pinned exactly', () => {
  const read = (path: string) => JSON.parse(readFileSync(path, 'utf8')) as { version: string; dependencies: object };
  const { version } = read('node_modules/openapi-fetch/package.json');
  expect(read('package.json').dependencies).toMatchObject({ 'openapi-fetch': version });
});

test('request() and every method are there, and keep their rules', async () => {
  const { api, requests } = shop(new Response(null, { status: 503 }));
  const found = await api.request('get', '/v1/customers/{id}', { params });
  expect(found.response.status).toBe(503);
  for (const method of ['GET', 'PUT', 'POST', 'DELETE', 'OPTIONS', 'HEAD', 'PATCH', 'TRACE'] as const) {
    expect(api[method]).toBeTypeOf('function');
  }
  expect(requests).toHaveLength(1);
});
