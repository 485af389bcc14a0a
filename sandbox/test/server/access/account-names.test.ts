import { describe, expect, test } from 'vitest';
import { type Entered, inProcess, PIX, send } from '../../entrances.ts';

describe('accounts per token', () => {
  const as = (entered: Entered, token: string) => (method: string, path: string, body?: unknown) =>
    send(entered, method, path, body, { authorization: `Bearer ${token}` });

  test('are isolated from each other', async () => {
    await using entered = await inProcess({ accounts: 'per-token', clock: '2026-11-20T12:00:00Z' });
    const [ana, bruno] = [as(entered, 'ana'), as(entered, 'bruno')];
    const [anas, brunos] = [entered.sandbox.account('ana'), entered.sandbox.account('bruno')];
    expect((await ana('POST', '/v1/transactions', PIX)).body.id).toBe(1001);
    expect((await bruno('GET', '/v1/transactions/1001')).status).toBe(404);
    const { id } = (await bruno('POST', '/v1/transactions', PIX)).body;

    await anas.pay(1001);
    expect((await bruno('GET', `/v1/transactions/${id}`)).body.status).toBe('waiting_payment');
    await anas.clock.advance({ days: 2 });
    expect(await brunos.clock.now()).toEqual(new Date('2026-11-20T12:00:00Z'));

    await anas.failNext('listTransactions', { fault: 500 });
    expect((await bruno('GET', '/v1/transactions')).status).toBe(200);
    expect((await ana('GET', '/v1/transactions')).status).toBe(500);

    await anas.assume({ 'unknown-id': 'bad-request' });
    const statuses = [await ana('GET', '/v1/customers/9'), await bruno('GET', '/v1/customers/9')];
    expect(statuses.map(({ status }) => status)).toEqual([400, 404]);
    const usesOf = async (account: typeof anas) =>
      (await account.assumptions()).find(({ entry }) => entry === 'unknown-id');
    expect(await usesOf(anas)).toMatchObject({ uses: 1 });

    const saved = await anas.snapshot();
    await anas.reset();
    expect((await bruno('GET', `/v1/transactions/${id}`)).status).toBe(200);
    await brunos.restore(saved);
    expect((await bruno('GET', '/v1/transactions/1001')).body.status).toBe('paid');
    expect((await ana('GET', '/v1/transactions')).body.total).toBe(0);
  });

  test('show no token [S14]', async () => {
    await using entered = await inProcess({ accounts: 'per-token' });
    await as(entered, 'very-secret-token')('POST', '/v1/transactions', PIX);
    const snapshot = await entered.sandbox.account('very-secret-token').snapshot();
    expect(JSON.stringify([snapshot, entered.sandbox.requests])).not.toContain('very-secret-token');
  });

  test('are reached only by their tokens', async () => {
    await using entered = await inProcess({ accounts: 'per-token' });
    await expect(entered.sandbox.reset()).rejects.toThrow('use sandbox.account(token)');
    for (const token of ['', 'two words', undefined, Number.NaN]) {
      expect(() => entered.sandbox.account(token as string)).toThrow('token: must be one word');
    }
    await using shared = await inProcess();
    expect(() => shared.sandbox.account('ana')).toThrow("accounts: 'per-token'");
  });
});
