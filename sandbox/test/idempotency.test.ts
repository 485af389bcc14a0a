import { describe, expect, test } from 'vitest';
import { APPROVED_CARD, type Entered, inProcess, PIX, send } from './entrances.ts';

describe('idempotency keys', () => {
  const create = (entered: Entered, key: string, body: unknown = PIX, header = 'Idempotency-Key') =>
    send(entered, 'POST', '/v1/transactions', body, { [header]: key });
  const total = async (entered: Entered): Promise<number> =>
    (await send(entered, 'GET', '/v1/transactions')).body.total;

  test('have no effect unless the option is on', async () => {
    await using entered = await inProcess();
    const [first, second] = [await create(entered, 'a'), await create(entered, 'a')];
    expect(second.body.id).not.toBe(first.body.id);
  });

  test('return the first response again, even if its object has changed since', async () => {
    await using entered = await inProcess({ idempotency: true });
    const first = await create(entered, 'a');
    await entered.sandbox.pay(first.body.id);
    const again = await create(entered, 'a');
    expect([again.status, again.body]).toEqual([200, first.body]);
    expect(again.headers.get('x-evidence')).toBe(first.headers.get('x-evidence'));
    expect(await total(entered)).toBe(1);
  });

  test('refuse a different body, but accept another order of its fields', async () => {
    await using entered = await inProcess({ idempotency: true });
    const { async, ...others } = PIX;
    const first = await create(entered, 'a');
    expect((await create(entered, 'a', { async, ...others })).body.id).toBe(first.body.id);
    const other = await create(entered, 'a', { ...PIX, amount: 1 });
    expect([other.status, other.body.errors]).toEqual([
      422,
      ['idempotency-key: this key was used for another request; take a new key for each'],
    ]);
    expect((await create(entered, 'a', { ...PIX, amount: 15_990 })).body.id).toBe(first.body.id);
  });

  test('apply per operation: another operation may use the same key', async () => {
    await using entered = await inProcess({ idempotency: true });
    const { body } = await create(entered, 'a');
    await entered.sandbox.pay(body.id);
    const refund = { headers: { 'idempotency-key': 'a' } };
    const path = `/v1/transactions/${body.id}/refund`;
    const [first, again] = [
      await send(entered, 'POST', path, { amount: 100 }, refund.headers),
      await send(entered, 'POST', path, { amount: 100 }, refund.headers),
    ];
    expect(again.body).toEqual(first.body);
    expect((await send(entered, 'GET', `/v1/transactions/${body.id}`)).body.paid_amount).toBe(15_890);
  });

  test('store a refusal, but not a request that failed validation', async () => {
    await using entered = await inProcess({ idempotency: true });
    const wrong = { ...PIX, customer_id: 1001 };
    expect((await create(entered, 'a', wrong)).status).toBe(422);
    await send(entered, 'POST', '/v1/customers', { name: 'Ana', email: 'ana@example.com' });
    expect((await create(entered, 'a', wrong)).status).toBe(422);
    expect((await create(entered, 'b', { payment_method: 'pix' })).status).toBe(400);
    expect((await create(entered, 'b')).status).toBe(200);
  });

  test('outlive the objects that --keep drops, as reference keys do', async () => {
    await using entered = await inProcess({ idempotency: true, keep: 2 });
    const keyed = { ...PIX, reference_key: 'order-1001-attempt-1' };
    const first = await create(entered, 'a');
    const second = await create(entered, 'b', keyed);
    for (const key of ['c', 'd', 'e']) await create(entered, key);
    expect((await create(entered, 'a')).body).toEqual(first.body);
    expect((await create(entered, 'b', keyed)).body).toEqual(second.body);
    expect((await create(entered, 'f', keyed)).body).toEqual({
      errors: [`reference_key: already used by transaction ${second.body.id}`],
    });
    const { body } = await send(entered, 'GET', '/v1/transactions');
    expect(body.data.map(({ id }: { id: number }) => id)).not.toContain(second.body.id);
  });

  test('carry out parallel requests once', async () => {
    await using entered = await inProcess({ idempotency: 'X-Request-Key' });
    const told = await Promise.all(Array.from({ length: 20 }, () => create(entered, 'a', PIX, 'X-Request-Key')));
    for (const { status, body } of told) expect([status, body.id]).toEqual([200, 1001]);
    expect(await total(entered)).toBe(1);
  });

  test('expire after 24 hours on the clock', async () => {
    await using entered = await inProcess({ idempotency: true, clock: 'manual' });
    const first = await create(entered, 'a');
    await entered.sandbox.clock.advance('23h');
    expect((await create(entered, 'a')).body.id).toBe(first.body.id);
    await entered.sandbox.clock.advance('1h');
    expect((await create(entered, 'a')).body.id).not.toBe(first.body.id);
  });

  test('store no card data, refuse a different card, and do not compare its security code', async () => {
    await using entered = await inProcess({ idempotency: true });
    const body = { amount: 500, payment_method: 'credit_card', card: APPROVED_CARD };
    const first = await create(entered, 'a', body);
    expect((await create(entered, 'a', body)).body.id).toBe(first.body.id);
    expect(JSON.stringify(await entered.sandbox.snapshot())).not.toContain(APPROVED_CARD.card_number);
    const other = { ...body, card: { ...APPROVED_CARD, card_number: '5555555555554444' } };
    expect((await create(entered, 'a', other)).status).toBe(422);
    const otherCode = { ...body, card: { ...APPROVED_CARD, card_cvv: '987' } };
    expect((await create(entered, 'a', otherCode)).body.id).toBe(first.body.id);
  });
});
