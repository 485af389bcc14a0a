import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { startSandbox } from '../../src/sandbox/index.js';
import { send } from './entrances.ts';
import { describeSqlite, temporaryFiles } from './stores/stores.js';

const PIX = { amount: 1990, payment_method: 'pix', async: false };
const SERVE = fileURLToPath(new URL('./serve.ts', import.meta.url));

interface Connection {
  exec(sql: string): void;
  close(): void;
}

/** Opens the file as another program would. */
function connect(file: string): Connection {
  const { DatabaseSync } = process.getBuiltinModule('node:sqlite' as 'node:fs') as unknown as {
    DatabaseSync: new (file: string) => Connection;
  };
  return new DatabaseSync(file);
}

describeSqlite('a request that the state file cannot take', () => {
  const files = temporaryFiles();

  test('gets 503 while another process locks the file, and succeeds when it is sent again', {
    timeout: 180_000,
  }, async () => {
    const file = files.next();
    await using sandbox = await startSandbox({ port: 0, state: file });
    const entered = { url: sandbox.url, fetch };
    expect((await send(entered, 'POST', '/v1/transactions', PIX)).status).toBe(200);
    const other = connect(file);
    other.exec('BEGIN IMMEDIATE');

    const [refused, planned, retrieved] = await Promise.all([
      send(entered, 'POST', '/v1/transactions', { ...PIX, reference_key: 'once' }),
      send(entered, 'POST', '/_sandbox/faults', { fault: 'reset' }),
      send(entered, 'GET', '/v1/transactions/1001'),
    ]);
    for (const { status, headers, body } of [refused, planned]) {
      expect([status, headers.get('retry-after')]).toEqual([503, '1']);
      expect(body.errors).toEqual([
        expect.stringMatching(/^the sandbox cannot use its store: the state file .* another process keeps it locked$/),
      ]);
    }
    expect(retrieved.status).toBe(200); // a read does not wait for the lock

    other.exec('ROLLBACK');
    other.close();
    expect((await send(entered, 'POST', '/v1/transactions', { ...PIX, reference_key: 'once' })).status).toBe(200);
    expect((await send(entered, 'GET', '/v1/transactions')).body.total).toBe(2);
  });

  test('gets 503 if the disk is full; it is not stored, and existing data can be read', {
    timeout: 180_000,
  }, async () => {
    const file = files.next();
    // A limit on file sizes fails like a full disk.
    const command = [process.execPath, '--no-warnings', '--import', 'ts-blank-space/register', SERVE, file];
    const child = spawn('sh', ['-c', `trap '' XFSZ; ulimit -f 2048; exec "$@"`, 'sh', ...command]);
    try {
      child.stderr.pipe(process.stderr);
      const [url] = (await once(createInterface(child.stdout), 'line')) as [string];
      const entered = { url, fetch };
      let created = 0;
      let last = await send(entered, 'POST', '/v1/transactions', { ...PIX, metadata: 'x'.repeat(10_000) });
      while (last.status === 200 && created < 5_000) {
        created++;
        last = await send(entered, 'POST', '/v1/transactions', { ...PIX, metadata: 'x'.repeat(10_000) });
      }
      expect([last.status, last.headers.get('retry-after')]).toEqual([503, '1']);
      expect(last.body.errors).toEqual([
        expect.stringMatching(/^the sandbox cannot use its store: .*: the disk (is full|does not take it)/),
      ]);
      expect(created).toBeGreaterThan(5);
      expect((await send(entered, 'GET', '/v1/transactions')).body.total).toBe(created);
      expect((await send(entered, 'GET', '/v1/transactions/1001')).status).toBe(200);
    } finally {
      child.kill('SIGKILL');
    }
  });

  test('never arrives if the file cannot be opened: the start fails with one line', async () => {
    await expect(startSandbox({ port: 0, state: '/nowhere/at/all/state.db' })).rejects.toThrow(
      /^the state file \/nowhere\/at\/all\/state\.db cannot be used: it cannot be opened[^\n]*$/,
    );
  });
});
