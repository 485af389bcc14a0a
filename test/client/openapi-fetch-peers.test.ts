import { QueryClient } from '@tanstack/react-query';
import { wrapAsPathBasedClient } from 'openapi-fetch';
import createQueryApi from 'openapi-react-query';
import { act, createElement } from 'react';
import { create } from 'react-test-renderer';
import { createQueryHook } from 'swr-openapi';
import { assertType, expect, test } from 'vitest';
import { createGatewayClient } from '../../src/index.js';
import { asOpenapiFetch } from '../../src/openapi-fetch.js';
import { baseUrl, observedFetch } from './observed-fetch.ts';

const params = { path: { id: 1 } };
const shop = (...responses: Response[]) => {
  const { fetch, requests } = observedFetch(...responses);
  return { api: asOpenapiFetch(createGatewayClient({ baseUrl, accessToken: 'token', fetch, retries: 0 })), requests };
};

test('openapi-react-query calls through it, with its types', async () => {
  const { api, requests } = shop(Response.json({ id: 1, name: 'Maria' }));
  const options = createQueryApi(api).queryOptions('get', '/v1/customers/{id}', { params });
  const data = await new QueryClient().fetchQuery(options);
  assertType<string | undefined>(data.name);
  expect(data).toEqual({ id: 1, name: 'Maria' });
  expect(requests[0]?.url).toBe(`${baseUrl}/v1/customers/1`);
  expect(requests[0]?.headers.get('authorization')).toBe('Bearer token');
});

test('an error response is an error of openapi-react-query', async () => {
  const { api } = shop(Response.json({ errors: ['no such customer'] }, { status: 404 }));
  const options = createQueryApi(api).queryOptions('get', '/v1/customers/{id}', { params });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  await expect(client.fetchQuery(options)).rejects.toEqual({ errors: ['no such customer'] });
});

test('swr-openapi calls through it, with its types', async () => {
  const { api, requests } = shop(Response.json({ id: 1, name: 'Maria' }));
  const useQuery = createQueryHook(api, 'gateway');
  function Name() {
    const { data } = useQuery('/v1/customers/{id}', { params });
    assertType<string | undefined>(data?.name);
    return createElement('p', null, data?.name ?? 'loading');
  }
  // `act` needs this flag.
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  const page = await act(() => create(createElement(Name)));
  await act(() => expect.poll(() => requests.length).toBe(1));
  await act(() => new Promise((resolve) => setTimeout(resolve, 20)));
  expect(page.toJSON()).toMatchObject({ children: ['Maria'] });
  await act(() => page.unmount());
});

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
