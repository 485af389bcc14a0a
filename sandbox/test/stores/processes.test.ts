/** Guarantees for several processes on one account: two on a SQLite file, three on Redis. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { APPROVED_CARD, PIX } from '../entrances.ts';
import { type Receiver, receivers } from '../events/receiver.ts';
import { inFiles, onRedis, type Place } from '../places.ts';
import type { Job, Result } from '../process.ts';
import { type EngineProcess, engineProcesses } from '../processes.ts';
import { describeRedis } from './redis-server.ts';
import { describeSqlite } from './stores.ts';

const AUTHORIZED = { amount: 15_990, payment_method: 'credit_card', card: APPROVED_CARD, capture: false };
const PAID = { ...AUTHORIZED, capture: true };

const create = (body: object): Job => ({ call: 'createTransaction', body: { ...body } });
const retrieve = (id: number): Job => ({ call: 'retrieveTransaction', id });
const refund = (id: number, body = {}): Job => ({ call: 'refundTransaction', id, body });
const capture = (id: number, body = {}): Job => ({ call: 'captureTransaction', id, body });

describeSqlite('two processes on one SQLite file', () => suite(2, inFiles()));
describeRedis('three processes on one Redis', () => suite(3, onRedis()));

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
  });

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
        for (let round = 0; round < 30; round++) {
          const { status, body } = await runAt(index, create(PIX));
          expect(status).toBe(200);
          ids.push(body.id);
        }
        return ids;
      }),
    );
    for (const ids of all) expect(ids).toEqual(ids.toSorted((one, other) => one - other));
    const ids = all.flat().sort((one, other) => one - other);
    expect(ids).toEqual(ids.map((_, index) => Number(ids[0]) + index));
    const { body } = await runAt(count - 1, { call: 'listTransactions' });
    expect(body.total).toBe(ids.length);
  });

  test('exactly one of 100 parallel refunds, captures, payments or expiries succeeds', async () => {
    const { runAt, runAll, make } = newAccount();
    const hundred = (job: Job): Job[] => Array.from({ length: 100 }, () => job);
    const cases: [object, (id: number) => Job[], string | RegExp][] = [
      [PAID, (id) => hundred(refund(id)), 'refunded'],
      [AUTHORIZED, (id) => hundred(capture(id)), 'paid'],
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

  test('accepts a unique key once', async () => {
    const { runAll } = newAccount();
    const results = await runAll(Array.from({ length: 30 }, () => create({ ...PIX, reference_key: 'order-1' })));
    expect(statusesOf(results, 200, 422)).toEqual([1, 29]);
    const customers = await runAll(
      Array.from({ length: 30 }, () => create({ ...PIX, customer: { external_id: 'ana', name: 'Ana' } })),
    );
    expect(new Set(customers.map(({ body }) => body.customer.id)).size).toBe(1);
  });

  test('an advance in one process moves the clock of all, and due work runs once', async () => {
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
    const created = await runAll(Array.from({ length: 20 }, () => create({ ...PAID, metadata: account })));
    await runAll(created.map(({ body }) => refund(body.id)));
    await expect.poll(async () => pendingIn(await runAt(0, { events: true })), { timeout: 30_000 }).toBe(0);
    for (const { body } of created) {
      const own = receivedOf(account).filter(({ model_id }) => model_id === String(body.id));
      expect(own.map(({ payload }) => payload.status)).toEqual(['paid', 'refunded']);
    }
  });

  test('loses no acknowledged write if one is killed under load, and delivers all events', {
    tags: 'long',
  }, async () => {
    const { account, runAt } = newAccount();
    const acknowledged: number[] = [];
    const load = async (index: number): Promise<void> => {
      for (let round = 0; round < 40; round++) {
        const result = await runAt(index, create({ ...PIX, metadata: account })).catch(() => undefined);
        if (result === undefined) return;
        expect(result.status).toBe(200);
        acknowledged.push(result.body.id);
      }
    };
    const loading = Array.from({ length: count * 2 }, (_, index) => load(index));
    while (acknowledged.length < 40) await sleep(1);
    await engines[0]?.kill();
    await Promise.all(loading);
    expect(new Set(acknowledged).size).toBe(acknowledged.length);
    const fresh = await start(place.state, receiver.url);
    for (const engine of [...engines.slice(1), fresh]) {
      const found = await Promise.all(acknowledged.map((id) => engine.run(retrieve(id), account)));
      expect(statusesOf(found, 200)).toEqual([acknowledged.length]);
    }
    // A delivery that a busy machine cuts off twice waits a minute for its next try.
    await expect
      .poll(async () => pendingIn(await fresh.run({ events: true }, account)), { timeout: 200_000, interval: 500 })
      .toBe(0);
    const delivered = new Set(receivedOf(account).map(({ model_id }) => Number(model_id)));
    expect(acknowledged.filter((id) => !delivered.has(id))).toEqual([]);
  });
}

function pendingIn({ body }: Result): number {
  const events: { deliveries: { state: string }[] }[] = body;
  return events.flatMap(({ deliveries }) => deliveries).filter(({ state }) => state === 'pending').length;
}
