import { expect, test } from 'vitest';
import { createStub, startStub } from '../../../test/stub-server.ts';
import { LISTEN_OPTIONS } from '../../src/options/server-options.js';

test.each([
  [{ latency: -1 }, /latency/],
  [{ journalBytes: -1 }, /journalBytes: must be a whole number/],
  [{ failureRate: 2 }, /failureRate/],
  [{ token: 'a b' }, /token/],
  [{ anonymous: 'yes' as never }, /anonymous: must be true or false/],
  [{ seed: 7 as never }, /seed/],
  [{ log: 'loud' as never }, /log: must be a function or one of pretty, verbose, json, warnings, silent/],
  [{ allowHosts: ['server:80'] }, /allowHosts/],
  [{ allowHosts: 'server' as never }, /allowHosts/],
])('an invalid option is refused: %o', (options, message) => {
  expect(() => createStub(options)).toThrow(message);
});

test.each([
  [{ port: Number.NaN }, /port/],
  [{ host: '' }, /host/],
  [{ requestTimeout: 0 }, /requestTimeout/],
  [{ requestTimeout: 2 ** 31 }, /requestTimeout/],
])('an invalid server option is refused: %o', async (options, message) => {
  await expect(startStub({ port: 0, ...options })).rejects.toThrow(message);
});

test('an IPv6 address may have brackets, as addresses print it', () => {
  const { read } = LISTEN_OPTIONS.host;
  expect(['[::1]', '::1', '[::]', '[name]'].map((host) => read(host))).toEqual(['::1', '::1', '::', '[name]']);
});

test('an option that is undefined has its default', async () => {
  const unset = Object.fromEntries(Object.keys(LISTEN_OPTIONS).map((name) => [name, undefined]));
  await using stub = await startStub({ ...(unset as object), port: 0 });
  const response = await fetch(`${stub.url}/v1/cards`, { headers: { authorization: 'Bearer token' } });
  expect(response.status).toBe(200);
});
