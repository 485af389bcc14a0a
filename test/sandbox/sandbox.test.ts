import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Refusal, StateVersionError, startSandbox } from '../../src/sandbox/index.ts';
import { APPROVED_CARD, type Entered, entrances, PIX, send } from './entrances.ts';

describe.each(entrances)('a sandbox $name', ({ open }) => {
  let entered: Entered;
  beforeAll(async () => {
    entered = await open({ clock: '2026-11-20T12:00:00Z' });
  });
  afterAll(() => entered[Symbol.asyncDispose]());
  beforeEach(() => entered.sandbox.reset());

  const create = async (body: object = PIX) => (await send(entered, 'POST', '/v1/transactions', body)).body;
  const retrieve = async (id: number) => (await send(entered, 'GET', `/v1/transactions/${id}`)).body;

  test('stores what a request created and every later change', async () => {
    const created = await create();
    expect(created).toMatchObject({ id: 1001, amount: 15_990, status: 'waiting_payment' });
    expect(await retrieve(1001)).toEqual(created);
    expect(await entered.sandbox.pay(1001)).toMatchObject({ id: 1001, status: 'paid', paid_amount: 15_990 });
    expect(await retrieve(1001)).toMatchObject({ id: 1001, status: 'paid', pix_qr_code: created.pix_qr_code });
  });

  test('refuses an action in the wrong state, and names the allowed states', async () => {
    const { id } = await create({ amount: 500, payment_method: 'credit_card', card: APPROVED_CARD });
    const refused = await send(entered, 'POST', `/v1/transactions/${id}/capture`, {});
    expect(refused.status).toBe(422);
    expect(refused.body.errors).toEqual([`status: transaction ${id} is paid; to capture it, it must be authorized`]);
    expect((await send(entered, 'GET', '/v1/transactions/9')).body.errors).toEqual(['There is no transaction 9']);
  });

  test('a refused control rejects with the status code and the message', async () => {
    const error = await entered.sandbox.pay(77).catch((error: unknown) => error);
    expect(error).toBeInstanceOf(Refusal);
    expect(error).toMatchObject({ status: 404, message: 'There is no object 77' });
    const { id } = await create();
    await entered.sandbox.expire(id);
    await expect(entered.sandbox.pay(id)).rejects.toMatchObject({ status: 422, message: /is canceled; to pay it/ });
  });

  test('advances the clock, and due work runs at its own time', async () => {
    const { id } = await create();
    expect(await entered.sandbox.clock.advance({ days: 31 })).toEqual(new Date('2026-12-21T12:00:00Z'));
    expect(await retrieve(id)).toMatchObject({ status: 'canceled', updated_at: '2026-11-21T12:00:00.000000Z' });
    await expect(entered.sandbox.clock.advanceTo('2026-11-20T12:00:00Z')).rejects.toThrow('never goes back');
  });

  test('events are recorded before the control resolves', async () => {
    const { id } = await create();
    await entered.sandbox.pay(id);
    const event = await entered.sandbox.events.waitFor('transaction.status_changed', { id, status: 'paid' });
    expect(event).toMatchObject({ objectId: id, payload: { id, status: 'paid' }, time: '2026-11-20T12:00:00.000Z' });
    await entered.sandbox.events.settled();
    expect(await entered.sandbox.events.list({ id })).toHaveLength(2);
  });

  test('a snapshot restores everything, including ids, clock and events', async () => {
    const { id } = await create();
    await entered.sandbox.clock.advance('1h');
    const saved = await entered.sandbox.snapshot();
    await entered.sandbox.reset();
    expect((await send(entered, 'GET', `/v1/transactions/${id}`)).status).toBe(404);
    await entered.sandbox.restore(JSON.parse(JSON.stringify(saved)));
    expect(await retrieve(id)).toMatchObject({ id, status: 'waiting_payment' });
    expect(await entered.sandbox.clock.now()).toEqual(new Date('2026-11-20T13:00:00Z'));
    expect((await create()).id).toBe(id + 1);
  });

  test('refuses a snapshot of another version with one line, and changes nothing', async () => {
    const { id } = await create();
    const saved = await entered.sandbox.snapshot();
    const refused = entered.sandbox.restore({ ...saved, version: saved.version + 1 });
    await expect(refused).rejects.toBeInstanceOf(StateVersionError);
    expect(await retrieve(id)).toMatchObject({ id });
  });

  test('populate creates the given number of objects of each kind, the same ones each time', async () => {
    const population = { transactions: 40, customers: 3, links: 2, subscriptions: 2 };
    const total = async (path: string) => (await send(entered, 'GET', path)).body.total;
    const bodies: unknown[] = [];
    for (const _ of [1, 2]) {
      await entered.sandbox.reset();
      expect(await entered.sandbox.populate(population)).toEqual(population);
      // Two of these transactions are first charges of subscriptions.
      expect(await total('/v1/transactions')).toBe(42);
      expect([await total('/v1/links'), await total('/v1/subscriptions')]).toEqual([2, 2]);
      const { data } = (await send(entered, 'GET', '/v1/transactions?per_page=100')).body;
      expect(new Set(data.map(({ status }: { status: string }) => status))).toEqual(
        new Set(['paid', 'refunded', 'refused', 'waiting_payment']),
      );
      bodies.push(JSON.parse(JSON.stringify(data, (key, value) => (key === 'url' ? null : value))));
    }
    expect(bodies[1]).toEqual(bodies[0]);
  });

  test('card numbers and tokens are not in snapshots, the journal or events', async () => {
    await create({ amount: 500, payment_method: 'credit_card', card: { ...APPROVED_CARD, card_cvv: '987' } });
    const everything = JSON.stringify([
      await entered.sandbox.snapshot(),
      entered.sandbox.requests,
      await entered.sandbox.events.list(),
    ]);
    expect(everything).toContain('411111');
    for (const secret of [APPROVED_CARD.card_number, '987"', 'test-token']) expect(everything).not.toContain(secret);
  });
});

test('a receiver of events can call controls', async () => {
  await using sandbox = await startSandbox({ port: 0 });
  const { id } = (await send({ url: sandbox.url, fetch }, 'POST', '/v1/transactions', PIX)).body;
  await Promise.all([sandbox.pay(id), sandbox.events.waitFor('transaction.status_changed', { id, status: 'paid' })]);
});

test('the error for a dropped object says that it was dropped', async () => {
  await using sandbox = await startSandbox({ port: 0, keep: 3 });
  const entered = { url: sandbox.url, fetch };
  for (let count = 0; count < 10; count++) await send(entered, 'POST', '/v1/transactions', PIX);
  const { status, body } = await send(entered, 'GET', '/v1/transactions/1001');
  expect(status).toBe(404);
  expect(body.errors[0]).toMatch(/was dropped.*--keep/);
});

test('page addresses use the address that the sandbox listens on', async () => {
  await using sandbox = await startSandbox({ port: 0 });
  const { body } = await send({ url: sandbox.url, fetch }, 'POST', '/v1/links', { amount: 500 });
  expect(body.url).toMatch(new RegExp(`^${sandbox.url}/_sandbox/pay/`));
  await using elsewhere = await startSandbox({ port: 0, publicUrl: 'https://sandbox.example/' });
  const link = await send({ url: elsewhere.url, fetch }, 'POST', '/v1/links', { amount: 500 });
  expect(link.body.url).toMatch(/^https:\/\/sandbox\.example\/_sandbox\/pay\//);
});
