import { createServer } from 'node:http';
import { expect, test } from 'vitest';
import { startMockServer } from '../../src/mock/index.js';
import { listen } from '../listen.ts';

const headers = { authorization: 'Bearer token' };

test('an option that is undefined has its default, and the mock can be closed twice', { tags: 'long' }, async () => {
  await using mock = await startMockServer({
    port: undefined,
    host: undefined,
    dynamic: undefined,
    seed: undefined,
  } as object);
  expect(new URL(mock.url).hostname).toBe('127.0.0.1');
  expect((await fetch(`${mock.url}/v1/customers`, { headers })).status).toBe(200);
  await Promise.all([mock.close(), mock.close()]);
  await expect(fetch(`${mock.url}/v1/customers`)).rejects.toThrow();
});

test.each([{ port: Number.NaN }, { port: -1 }, { port: null }, { host: '' }])(
  'rejects %j in one line',
  async (options) => {
    await expect(startMockServer(options as object)).rejects.toThrow(/^startMockServer: .{10,200}$/);
  },
);

test('names the port that another program uses', async () => {
  const port = Number(new URL(await listen(createServer())).port);
  await expect(startMockServer({ port })).rejects.toThrow(
    `startMockServer: cannot listen on port ${port} of 127.0.0.1: `,
  );
});

test('makes responses up with dynamic, the same ones for the same seed', { tags: 'long' }, async () => {
  const answer = async (seed: string) => {
    await using mock = await startMockServer({ dynamic: true, seed });
    return (await fetch(`${mock.url}/v1/customers/1`, { headers })).json();
  };
  const first = await answer('a');
  expect(await answer('a')).toEqual(first);
  expect(await answer('b')).not.toEqual(first);
});
