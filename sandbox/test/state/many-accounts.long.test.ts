/** @module-tag endurance */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { createSandboxFetch } from '../../src/index.ts';
import { PIX, send } from '../entrances.ts';

setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');
const heap = (): number => {
  collect();
  collect();
  return process.memoryUsage().heapUsed / 1e6;
};

test('memory stays flat over 100,000 tokens', { timeout: 300_000 }, async () => {
  await using sandbox = createSandboxFetch({ accounts: 'per-token', log: 'silent', journalBytes: 10_000 });
  const entered = { url: 'http://gateway.example', fetch: sandbox };
  const create = (token: number) =>
    send(entered, 'POST', '/v1/transactions', PIX, { authorization: `Bearer token-${token}` });
  const marks: number[] = [];
  for (let token = 0; token < 100_000; token++) {
    const { status, body } = await create(token);
    if (status !== 200 || body.id % 1_000_000 !== 1001) throw new Error(`${status} ${body.id}`);
    if ((token + 1) % 20_000 === 0) marks.push(heap());
  }
  const { accounts } = (await send(entered, 'GET', '/_sandbox/accounts')).body;
  expect(accounts).toHaveLength(1000);
  const [first = 0] = marks;
  expect(Math.max(...marks) - first).toBeLessThan(5);
  // The last account still exists. The first one was dropped and starts empty.
  const total = async (token: number) =>
    (await send(entered, 'GET', '/v1/transactions', undefined, { authorization: `Bearer token-${token}` })).body.total;
  expect([await total(99_999), await total(0)]).toEqual([1, 0]);
});
