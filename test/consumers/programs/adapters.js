// @ts-nocheck adapters.ts installs these libraries when it runs, so the compiler cannot find them here.
/** The client with openapi-react-query and swr-openapi. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { QueryClient } from '@tanstack/react-query';
import createQueryApi from 'openapi-react-query';
import { act, createElement } from 'react';
import { create } from 'react-test-renderer';
import { createQueryHook } from 'swr-openapi';
import { createGatewayClient } from '../../../src/index.ts';
import { asOpenapiFetch } from '../../../src/openapi-fetch.ts';

const baseUrl = 'https://gateway.example';
const params = { path: { id: 1 } };

function shop(response) {
  const requests = [];
  const fetch = async (request) => {
    requests.push(request);
    return response.clone();
  };
  return { api: asOpenapiFetch(createGatewayClient({ baseUrl, accessToken: 'token', fetch, retries: 0 })), requests };
}

test('openapi-react-query calls through it', async () => {
  const { api, requests } = shop(Response.json({ id: 1, name: 'Maria' }));
  const options = createQueryApi(api).queryOptions('get', '/v1/customers/{id}', { params });
  assert.deepEqual(await new QueryClient().fetchQuery(options), { id: 1, name: 'Maria' });
  assert.equal(requests[0].url, `${baseUrl}/v1/customers/1`);
  assert.equal(requests[0].headers.get('authorization'), 'Bearer token');
});

test('an error response is an error of openapi-react-query', async () => {
  const { api } = shop(Response.json({ errors: ['no such customer'] }, { status: 404 }));
  const options = createQueryApi(api).queryOptions('get', '/v1/customers/{id}', { params });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  await assert.rejects(client.fetchQuery(options), (error) => error.errors[0] === 'no such customer');
});

test('swr-openapi calls through it', async () => {
  const { api } = shop(Response.json({ id: 1, name: 'Maria' }));
  const useQuery = createQueryHook(api, 'gateway');
  const Name = () => createElement('p', null, useQuery('/v1/customers/{id}', { params }).data?.name ?? 'loading');
  // `act` needs this flag.
  globalThis.IS_REACT_ACT_ENVIRONMENT = true;
  const page = await act(() => create(createElement(Name)));
  for (let tries = 0; tries < 100 && page.toJSON().children[0] === 'loading'; tries++) await act(() => setTimeout(20));
  assert.deepEqual(page.toJSON().children, ['Maria']);
  await act(() => page.unmount());
});
