import { describe, expect, test } from 'vitest';
import { Refusal } from '../../src/index.ts';
import { entrances, inProcess, PIX, send, shared } from '../entrances.ts';

describe.each(entrances)('a sandbox $name', async ({ open }) => {
  const entered = await shared(open, { clock: '2026-11-20T12:00:00Z' });

  const create = async () => (await send(entered, 'POST', '/v1/transactions', PIX)).body;
  const retrieve = async (id: number) => (await send(entered, 'GET', `/v1/transactions/${id}`)).body;

  test('stores what a request created and every later change', async () => {
    const created = await create();
    expect(created).toMatchObject({ id: 1001, amount: 15_990, status: 'waiting_payment' });
    expect(await retrieve(1001)).toEqual(created);
    expect(await entered.sandbox.pay(1001)).toMatchObject({ id: 1001, status: 'paid', paid_amount: 15_990 });
    expect(await retrieve(1001)).toMatchObject({ id: 1001, status: 'paid', pix_qr_code: created.pix_qr_code });
  });

  test('a refused control rejects with the status code and the message', async () => {
    const error = await entered.sandbox.pay(77).catch((error: unknown) => error);
    expect(error).toBeInstanceOf(Refusal);
    expect(error).toMatchObject({ status: 404, message: 'There is no object 77' });
    const { id } = await create();
    await entered.sandbox.expire(id);
    await expect(entered.sandbox.pay(id)).rejects.toMatchObject({ status: 422, message: /is canceled; to pay it/ });
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
});

describe('populate', () => {
  const listed = async (entered: Awaited<ReturnType<typeof inProcess>>, kind: string) =>
    (await send(entered, 'GET', `/_sandbox/objects?kind=${kind}&per_page=100`)).body;

  test('creates exactly the customers that it reports, and their transactions', async () => {
    await using entered = await inProcess({ clock: '2026-11-20T12:00:00Z' });
    const population = { customers: 20, transactions: 60, links: 2, subscriptions: 2 };
    expect(await entered.sandbox.populate(population)).toEqual(population);
    const [customers, transactions] = [await listed(entered, 'customers'), await listed(entered, 'transactions')];
    // Two of the transactions are first charges of subscriptions.
    expect([customers.total, transactions.total]).toEqual([20, 62]);
    for (const kind of ['links', 'subscriptions']) expect((await listed(entered, kind)).total).toBe(2);
    const ids = new Set(customers.data.map(({ id }: { id: number }) => id));
    for (const { customer } of transactions.data) expect(ids).toContain(customer.id);
    const distinct = (list: { data: Record<string, unknown>[] }, field: string) =>
      new Set(list.data.map((object) => object[field])).size;
    expect(distinct(customers, 'email')).toBe(20);
    expect(distinct(customers, 'name')).toBeGreaterThan(10);
    expect(distinct(transactions, 'amount')).toBeGreaterThan(20);
    expect(distinct(transactions, 'created_at')).toBe(transactions.total);
    // The times are never after the clock, so no work is due at once.
    expect(transactions.data.every(({ created_at }: { created_at: string }) => created_at < '2026-11-20T12')).toBe(
      true,
    );
    expect(new Set(transactions.data.map(({ status }: { status: string }) => status))).toEqual(
      new Set(['paid', 'refunded', 'refused', 'waiting_payment']),
    );
  });

  test('called again, creates other customers; another seed does too', async () => {
    await using entered = await inProcess();
    await entered.sandbox.populate({ customers: 30 });
    await entered.sandbox.populate({ customers: 30 });
    const { data, total } = await listed(entered, 'customers');
    expect([total, new Set(data.map(({ email }: { email: string }) => email)).size]).toEqual([60, 60]);
    const names = async (seed: string) => {
      await entered.sandbox.reset();
      await entered.sandbox.populate({ customers: 30, transactions: 10, seed });
      const names = (await listed(entered, 'customers')).data.map(({ name }: { name: string }) => name);
      return [names, (await listed(entered, 'transactions')).data.map(({ amount }: { amount: number }) => amount)];
    };
    expect(await names('a')).toEqual(await names('a'));
    expect(await names('a')).not.toEqual(await names('b'));
  });

  test('without customers creates one for every three transactions; with 0 takes those of the account, or none', async () => {
    await using entered = await inProcess();
    const none = { customers: 0, links: 0, subscriptions: 0 };
    expect(await entered.sandbox.populate({ customers: 0, transactions: 4 })).toEqual({ ...none, transactions: 4 });
    expect((await listed(entered, 'customers')).total).toBe(0);
    expect(await entered.sandbox.populate({ transactions: 4 })).toMatchObject({ customers: 2, transactions: 4 });
    expect(await entered.sandbox.populate({ customers: 0, transactions: 9 })).toMatchObject({ customers: 0 });
    const { data } = await listed(entered, 'transactions');
    const buyers = data.map(({ customer }: { customer: { id: number } | null }) => customer?.id ?? 'none');
    expect([(await listed(entered, 'customers')).total, new Set(buyers).size]).toEqual([2, 3]);
  });
});
