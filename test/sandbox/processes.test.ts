/** Guarantees for any number of processes on one account: one in memory, two on a SQLite file, three on Redis. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Receiver, receivers } from './events/receiver.ts';
import { inFiles, onRedis, type Place } from './places.ts';
import type { Job, Result } from './process.ts';
import { type EngineProcess, engineProcesses } from './processes.ts';
import { describeRedis } from './stores/redis-server.ts';
import { describeSqlite } from './stores/stores.ts';

const CARD = {
  card_number: '4111111111111111',
  card_holder_name: 'ANA SOUZA',
  card_expiration_date: '1239',
  card_cvv: '123',
};
const PIX = { amount: 15_990, payment_method: 'pix', async: true };
const AUTHORIZED = { amount: 15_990, payment_method: 'credit_card', card: CARD, capture: false };
const PAID = { ...AUTHORIZED, capture: true };

const create = (body: object): Job => ({ call: 'createTransaction', body: { ...body } });
const retrieve = (id: number): Job => ({ call: 'retrieveTransaction', id });
const refund = (id: number, body = {}): Job => ({ call: 'refundTransaction', id, body });
const capture = (id: number, body = {}): Job => ({ call: 'captureTransaction', id, body });

describe('one process, in memory', () => suite(1, () => ({ state: undefined, open: async () => undefined })));
describeSqlite('two processes on one SQLite file', () => suite(2, inFiles()));
describeRedis('three processes on one Redis', () =>
  suite(3, onRedis(['--appendonly', 'yes', '--appendfsync', 'always'])),
);

function suite(count: number, newPlace: () => Place): void {
  const start = engineProcesses();
  const receiverThat = receivers(afterAll);
  let place: Place;
  let receiver: Receiver;
  let engines: EngineProcess[];
  beforeAll(async () => {
    place = newPlace();
    receiver = await receiverThat();
    engines = await Promise.all(Array.from({ length: count }, () => start(place.state, receiver.url)));
  }, 180_000);

  /** Returns the deliveries of an account. Its transactions have the account's name as metadata. */
  const receivedOf = (account: string) => receiver.received.filter(({ payload }) => payload.metadata === account);

  let accounts = 0;
  /** Returns a new account that all processes can use. */
  function newAccount() {
    const account = `account-${++accounts}`;
    const runAt = (index: number, job: Job): Promise<Result> => {
      const engine = engines[index % count];
      if (engine === undefined) throw new Error('there is no process');
      return engine.run(job, account);
    };
    /** Spreads the jobs over the processes and runs them all at the same time. */
    const runAll = (jobs: readonly Job[]): Promise<Result[]> =>
      Promise.all(jobs.map((job, index) => runAt(index, job)));
    const make = async (body: object): Promise<number> => (await runAt(0, create(body))).body.id;
    return { account, runAt, runAll, make };
  }

  const statusesOf = (results: readonly Result[], ...statuses: number[]): number[] =>
    statuses.map((status) => results.filter((result) => result.status === status).length);

  test('assigns each id once, ascending in the order of the acknowledged requests', async () => {
    const { runAt } = newAccount();
    const all = await Promise.all(
      Array.from({ length: count }, async (_, index) => {
        const ids: number[] = [];
        for (let round = 0; round < 60; round++) {
          const { status, body } = await runAt(index, create(PIX));
          expect(status).toBe(200);
          ids.push(body.id);
        }
        return ids;
      }),
    );
    for (const ids of all) expect(ids).toEqual(ids.toSorted((one, other) => one - other));
    const ids = all.flat().sort((one, other) => one - other);
    expect(ids).toEqual(Array.from({ length: ids.length }, (_, index) => 1001 + index));
    const { body } = await runAt(count - 1, { call: 'listTransactions' });
    expect(body.total).toBe(ids.length);
  });

  test('exactly one of 100 parallel refunds, captures, payments or expiries succeeds', {
    timeout: 180_000,
  }, async () => {
    const { runAt, runAll, make } = newAccount();
    const hundred = (job: Job): Job[] => Array.from({ length: 100 }, () => job);
    const cases: [object, (id: number) => Job[], string | RegExp][] = [
      [PAID, (id) => hundred(refund(id)), 'refunded'],
      [AUTHORIZED, (id) => hundred(capture(id)), 'paid'],
      [PIX, (id) => hundred({ act: 'pay', id }), 'paid'],
      [PIX, (id) => hundred({ act: 'expire', id }), 'canceled'],
      [
        PIX,
        (id) => hundred({ act: 'pay', id }).map((job, index) => (index % 2 ? job : { act: 'expire', id })),
        /paid|canceled/,
      ],
      [
        AUTHORIZED,
        (id) => hundred(capture(id)).map((job, index) => (index % 2 ? job : { act: 'cancel', id })),
        /paid|canceled/,
      ],
    ];
    for (const [body, jobsOf, status] of cases) {
      const id = await make(body);
      expect(statusesOf(await runAll(jobsOf(id)), 200, 422)).toEqual([1, 99]);
      expect((await runAt(1, retrieve(id))).body.status).toMatch(status);
      const history = await runAt(2, { call: 'listTransactionHistory', id });
      expect(history.body.total).toBe(2);
    }
  });

  test('refunds exactly the captured amount in parallel parts', async () => {
    const { runAt, runAll, make } = newAccount();
    const id = await make(AUTHORIZED);
    await runAt(0, capture(id, { amount: 10_000 }));
    const parts = await runAll(Array.from({ length: 100 }, () => refund(id, { amount: 300 })));
    expect(statusesOf(parts, 200, 422)).toEqual([33, 67]);
    const { body } = await runAt(1, retrieve(id));
    expect(body).toMatchObject({ status: 'paid', amount: 15_990, capture_amount: 10_000, paid_amount: 100 });
    const history = (await runAt(2, { call: 'listTransactionHistory', id })).body.data;
    const amounts = history.map(({ amount }: { amount: number }) => amount);
    expect(amounts).toEqual([15_990, 10_000, ...Array.from({ length: 33 }, () => 300)]);
    expect(statusesOf(await runAll(Array.from({ length: 10 }, () => refund(id))), 200, 422)).toEqual([1, 9]);
    expect((await runAt(1, retrieve(id))).body).toMatchObject({ status: 'refunded', paid_amount: 0 });
  });

  test('accepts a unique key once', async () => {
    const { runAll } = newAccount();
    const results = await runAll(Array.from({ length: 30 }, () => create({ ...PIX, reference_key: 'order-1' })));
    expect(statusesOf(results, 200, 422)).toEqual([1, 29]);
    const customers = await runAll(
      Array.from({ length: 30 }, () => create({ ...PIX, customer: { external_id: 'ana', name: 'Ana' } })),
    );
    expect(new Set(customers.map(({ body }) => body.customer.id)).size).toBe(1);
  });

  test('every process sees every acknowledged write', async () => {
    const { runAt, make } = newAccount();
    for (let round = 0; round < 20; round++) {
      const id = await make(PIX);
      expect((await runAt(round + 1, retrieve(id))).status).toBe(200);
      await runAt(round + 1, { act: 'pay', id });
      expect((await runAt(round + 2, retrieve(id))).body.status).toBe('paid');
    }
  });

  test('an advance in one process moves the clock of all, and due work runs once', {
    timeout: 180_000,
  }, async () => {
    const { runAt, make } = newAccount();
    const ids: number[] = [];
    for (let round = 0; round < 20; round++) ids.push(await make(PIX));
    const from = Number((await runAt(1, { now: true })).body);
    await Promise.all(Array.from({ length: count }, (_, index) => runAt(index, { advance: '1d' })));
    for (let index = 0; index < count; index++) {
      expect((await runAt(index, { now: true })).body).toBeGreaterThanOrEqual(from + 86_400_000);
      for (const id of ids) expect((await runAt(index, retrieve(id))).body.status).toBe('canceled');
    }
    const events = (await runAt(1, { events: true })).body as { payload: { id: number; status: string } }[];
    const canceled = events.filter(({ payload }) => payload.status === 'canceled').map(({ payload }) => payload.id);
    expect(canceled.sort()).toEqual(ids);
  });

  test('delivers each event once, in order for each object', async () => {
    const { account, runAt, runAll } = newAccount();
    const created = await runAll(Array.from({ length: 60 }, () => create({ ...PAID, metadata: account })));
    await runAll(created.map(({ body }) => refund(body.id)));
    await expect.poll(async () => pendingIn(await runAt(0, { events: true })), { timeout: 30_000 }).toBe(0);
    for (const { body } of created) {
      const own = receivedOf(account).filter(({ model_id }) => model_id === String(body.id));
      expect(own.map(({ payload }) => payload.status)).toEqual(['paid', 'refunded']);
    }
  });

  test.skipIf(count === 1)(
    'loses no acknowledged write if one is killed under load, and delivers all events',
    { timeout: 180_000 },
    async () => {
      const { account, runAt } = newAccount();
      const acknowledged: number[] = [];
      const load = async (index: number): Promise<void> => {
        for (let round = 0; round < 150; round++) {
          const result = await runAt(index, create({ ...PIX, metadata: account })).catch(() => undefined);
          if (result === undefined) return;
          expect(result.status).toBe(200);
          acknowledged.push(result.body.id);
        }
      };
      const loading = Array.from({ length: count * 4 }, (_, index) => load(index));
      while (acknowledged.length < 40) await sleep(1);
      await engines[0]?.kill();
      await Promise.all(loading);
      expect(new Set(acknowledged).size).toBe(acknowledged.length);
      const fresh = await start(place.state, receiver.url);
      for (const engine of [...engines.slice(1), fresh]) {
        const found = await Promise.all(acknowledged.map((id) => engine.run(retrieve(id), account)));
        expect(statusesOf(found, 200)).toEqual([acknowledged.length]);
      }
      await expect
        .poll(async () => pendingIn(await fresh.run({ events: true }, account)), { timeout: 60_000, interval: 500 })
        .toBe(0);
      const delivered = new Set(receivedOf(account).map(({ model_id }) => Number(model_id)));
      expect(acknowledged.filter((id) => !delivered.has(id))).toEqual([]);
    },
  );
}

function pendingIn({ body }: Result): number {
  const events: { deliveries: { state: string }[] }[] = body;
  return events.flatMap(({ deliveries }) => deliveries).filter(({ state }) => state === 'pending').length;
}
