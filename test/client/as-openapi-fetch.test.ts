import { wrapAsPathBasedClient } from 'openapi-fetch';
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

test('a path-based client calls through it', async () => {
  const { api } = shop(Response.json({ id: 1 }));
  const { data } = await wrapAsPathBasedClient(api)['/v1/customers/{id}'].GET({ params });
  expect(data).toEqual({ id: 1 });
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
