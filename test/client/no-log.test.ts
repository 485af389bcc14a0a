/** SECURITY.md: the client writes no log. */
import { expect, test } from 'vitest';
import { createGatewayClient } from '../../src/index.js';
import { baseUrl, observedFetch } from './observed-fetch.ts';

/** Runs a task. Returns what it wrote to the standard streams and the console, and its warnings. */
async function writtenBy(task: () => Promise<unknown>): Promise<string[]> {
  const written: string[] = [];
  const restores: (() => void)[] = [];
  const observe = <Target extends object>(target: Target, names: readonly (keyof Target)[]): void => {
    for (const name of names) {
      const original = target[name];
      Object.assign(target, { [name]: (...args: unknown[]) => written.push(args.map(String).join(' ')) > 0 });
      restores.push(() => Object.assign(target, { [name]: original }));
    }
  };
  observe(console, ['debug', 'error', 'info', 'log', 'trace', 'warn']);
  observe(process.stdout, ['write']);
  observe(process.stderr, ['write']);
  observe(process, ['emitWarning']);
  try {
    await task();
  } finally {
    for (const restore of restores) restore();
  }
  return written;
}

const failures = {
  'a response': () => Response.json({ id: 1 }),
  'an error response': () => Response.json({ errors: ['no'] }, { status: 422 }),
  'a response that is no JSON': () => new Response('<html>', { headers: { 'content-type': 'text/html' } }),
  'a server error that is retried': () => new Response('', { status: 503 }),
  'a redirect': () => new Response('', { status: 302, headers: { location: 'https://other.example/' } }),
  'a network error': () => Promise.reject(Object.assign(new TypeError('fetch failed'), { code: 'ECONNRESET' })),
};

test.each(Object.entries(failures))('the client writes no log for %s', async (_, respond) => {
  const { fetch, requests } = observedFetch(respond);
  const client = createGatewayClient({
    baseUrl,
    accessToken: 'token',
    retries: 1,
    retryDelayMs: 0,
    fetch,
    onRequest: () => {
      throw new Error('a hook that fails');
    },
  });
  const calls = async () => {
    await client.GET('/v1/transactions').catch(() => {});
    await client.POST('/v1/transactions', { body: { amount: 100, payment_method: 'pix' } }).catch(() => {});
  };
  expect(await writtenBy(calls)).toEqual([]);
  expect(requests.length).toBeGreaterThan(1);
});
