import { expect, test } from 'vitest';
import { startMockServer } from '../../src/mock/index.js';
import { MOCK_OPTIONS } from '../../src/mock/options.js';
import { transports } from '../mock/send.ts';

test.each([
  [{ latency: -1 }, /latency/],
  [{ journalBytes: -1 }, /journalBytes: must be a whole number/],
  [{ failureRate: 2 }, /failureRate/],
  [{ token: 'a b' }, /token/],
  [{ anonymous: 'yes' as never }, /anonymous: must be true or false/],
  [{ seed: 7 as never }, /seed/],
  [{ log: 'loud' as never }, /log: must be a function or one of pretty, verbose, json, warnings, silent/],
  [{ allowHosts: ['mock:80'] }, /allowHosts/],
  [{ allowHosts: 'mock' as never }, /allowHosts/],
  [{ contract: 'openapi.yaml' as never }, /contract/],
])('an invalid option is refused: %o', async (options, message) => {
  for (const { open } of transports) await expect(open(options)).rejects.toThrow(message);
});

test.each([
  [{ port: Number.NaN }, /port/],
  [{ host: '' }, /host/],
  [{ requestTimeout: 0 }, /requestTimeout/],
  [{ requestTimeout: 2 ** 31 }, /requestTimeout/],
])('an invalid server option is refused: %o', async (options, message) => {
  await expect(startMockServer({ port: 0, ...options })).rejects.toThrow(message);
});

test('an option that is undefined has its default', async () => {
  const names = [...Object.keys(MOCK_OPTIONS), 'contract'];
  const unset = Object.fromEntries(names.map((name) => [name, undefined]));
  await using mock = await startMockServer({ ...(unset as object), port: 0 });
  const response = await fetch(`${mock.url}/v1/cards`, { headers: { authorization: 'Bearer token' } });
  expect(response.status).toBe(200);
});
