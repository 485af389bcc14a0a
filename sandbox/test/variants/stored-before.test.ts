/** Snapshots and states that the package wrote before it had variants, by that version. Drop a file when `STORE_VERSION` refuses it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createClient } from '@redis/client';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../test/temporary-folder.ts';
import { createSandboxFetch, type SandboxFetch } from '../../src/index.ts';
import { PIX, send } from '../entrances.ts';
import { describeRedis, redisServers } from '../stores/redis-server.ts';
import { describeSqlite } from '../stores/stores.ts';

const folder = temporaryFolder('stored-before');

const stored = (name: string): string => readFileSync(`sandbox/test/variants/stored-before/${name}`, 'utf8');
const OPTIONS = { clock: '2026-11-20T12:00:00Z', log: 'silent' } as const;

/** Expects a partly refunded payment, an authorized one, and a Pix with a key, and continues each. */
async function expectContinued(sandbox: SandboxFetch): Promise<void> {
  const entered = { url: 'http://gateway.example', fetch: sandbox };
  const call = async (method: string, path: string, body?: object) => {
    const { status, body: returned } = await send(entered, method, `/v1/transactions${path}`, body);
    return [status, returned.status, returned.paid_amount];
  };
  expect((await sandbox.assumptions()).filter(({ variant }) => variant !== undefined)).toEqual([]);
  expect(await call('GET', '/1001')).toEqual([200, 'paid', 700]);
  expect(await call('POST', '/1001/refund', { amount: 200 })).toEqual([200, 'paid', 500]);
  await sandbox.assume({ 'refund-rules': 'keeps-paid-amount' });
  expect(await call('POST', '/1001/refund', { amount: 100 })).toEqual([200, 'paid', 500]);
  expect(await call('POST', '/1001/refund', {})).toEqual([200, 'refunded', 500]);
  expect(await call('POST', '/1003/capture', { amount: 400 })).toEqual([200, 'paid', 400]);
  expect((await call('POST', '', { ...PIX, reference_key: 'order-1001-attempt-1' }))[0]).toBe(422);
  await sandbox.assume({ 'reference-key': 'accepted-again' });
  expect((await call('POST', '', { ...PIX, reference_key: 'order-1001-attempt-1' }))[0]).toBe(200);
}

test('a snapshot from before loads', async () => {
  await using sandbox = createSandboxFetch({ ...OPTIONS, assume: { 'refund-rules': undefined } });
  await sandbox.restore(JSON.parse(stored('snapshot.json')));
  await expectContinued(sandbox);
});

describeSqlite('a state file from before', () => {
  test('loads', async () => {
    const state = join(folder, 'state.db');
    const { DatabaseSync } = process.getBuiltinModule('node:sqlite' as 'node:fs') as unknown as {
      DatabaseSync: new (file: string) => { exec(sql: string): void; close(): void };
    };
    const file = new DatabaseSync(state);
    file.exec(stored('state.sql'));
    file.close();
    await using sandbox = createSandboxFetch({ ...OPTIONS, state });
    await expectContinued(sandbox);
  });
});

describeRedis('a state on Redis from before', () => {
  const servers = redisServers();

  test('loads', async () => {
    const { address } = await servers.start();
    const client = createClient({ url: address });
    await client.connect();
    for (const command of JSON.parse(stored('redis.json')) as string[][]) await client.sendCommand(command);
    await client.close();
    await using sandbox = createSandboxFetch({ ...OPTIONS, state: address });
    await expectContinued(sandbox);
  });
});
