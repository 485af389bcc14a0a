import { expect, test } from 'vitest';
import { overSocket, send } from '../entrances.ts';
import { connect, describeSqlite, temporaryFiles } from './stores.js';

const PIX = { amount: 1990, payment_method: 'pix', async: false };

describeSqlite('a request that the state file cannot take', () => {
  const files = temporaryFiles();

  test('gets 503 while another process locks the file, and succeeds when it is sent again', async () => {
    const file = files.next();
    await using entered = await overSocket({ state: file });
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

  test('gets 503 if a row is damaged, also when it is sent again', async () => {
    const file = files.next();
    const before = await overSocket({ state: file });
    await send(before, 'POST', '/v1/transactions', PIX);
    await before[Symbol.asyncDispose]();
    const other = connect(file);
    other.exec("UPDATE rows SET value = '{' WHERE key LIKE 'transactions/%'");
    other.close();
    await using entered = await overSocket({ state: file });
    for (const method of ['GET', 'GET', 'POST']) {
      const sent = method === 'POST' ? PIX : undefined;
      const { status, body } = await send(entered, method, '/v1/transactions', sent);
      expect(status).toBe(503);
      expect(body.errors).toEqual([expect.stringMatching(/ is damaged: restore a copy, or start with a new state$/)]);
    }
  });
});
