/** SECURITY.md: the client writes no log. */
import { expect, test, vi } from 'vitest';
import { shop } from './observed-fetch.ts';

const watched = [
  ...(['debug', 'error', 'info', 'log', 'trace', 'warn'] as const).map((name) => () => vi.spyOn(console, name)),
  () => vi.spyOn(process.stdout, 'write'),
  () => vi.spyOn(process.stderr, 'write'),
  () => vi.spyOn(process, 'emitWarning'),
];

const failures = {
  'a response': () => Response.json({ id: 1 }),
  'an error response': () => Response.json({ errors: ['no'] }, { status: 422 }),
  'a response that is no JSON': () => new Response('<html>', { headers: { 'content-type': 'text/html' } }),
  'a server error that is retried': () => new Response('', { status: 503 }),
  'a redirect': () => new Response('', { status: 302, headers: { location: 'https://other.example/' } }),
  'a network error': () => Promise.reject(Object.assign(new TypeError('fetch failed'), { code: 'ECONNRESET' })),
};

test.each(Object.entries(failures))('the client writes no log for %s [S3]', async (_, respond) => {
  const { client, requests } = shop({ retries: 1 }, respond);
  const spies = watched.map((watch) => watch());
  await client.GET('/v1/transactions').catch(() => {});
  await client.POST('/v1/transactions', { body: { amount: 100, payment_method: 'pix' } }).catch(() => {});
  const written = spies.flatMap((spy) => spy.mock.calls);
  vi.restoreAllMocks();
  expect(written).toEqual([]);
  expect(requests.length).toBeGreaterThan(1);
});
