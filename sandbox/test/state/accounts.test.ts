/** Tests units of work on many accounts, with memory and with a store that counts and fails on demand. */
import { performance } from 'node:perf_hooks';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import type { Engine, EngineOptions } from '../../src/engine/engine.js';
import { epochOf } from '../../src/state/account.js';
import { Accounts, type AccountsOptions } from '../../src/state/accounts.js';
import { EVENTS, rowKey } from '../../src/state/model.js';
import type { Unit } from '../../src/state/unit.js';
import { RealTime } from '../../src/stores/index.js';
import {
  type Changes,
  type CommitOptions,
  type Position,
  type Row,
  START,
  type Store,
  StoreUnavailable,
} from '../../src/stores/store.js';
import { engines } from '../engines.js';

/** A store in this process. Each account is a list of commits. */
class FakeStore implements Store {
  readonly commits = new Map<string, { tag: string; rows: readonly Row[]; options: CommitOptions }[]>();
  readonly drops: string[] = [];
  readonly touches: string[] = [];
  failure: string | undefined;
  changesCalls = 0;
  readonly #numbers = new Map<string, number>();
  /** Milliseconds from the clock of this process to the store's. */
  skew = 0;

  async numberOf(account: string): Promise<number> {
    const known = this.#numbers.get(account) ?? this.#numbers.size + 1;
    this.#numbers.set(account, known);
    return known;
  }

  async changes(account: string, at: Position): Promise<Changes> {
    this.changesCalls++;
    if (this.failure !== undefined) throw new StoreUnavailable(this.failure);
    const commits = this.commits.get(account) ?? [];
    const known = at.sequence === 0 || commits[at.sequence - 1]?.tag === at.tag;
    const replaced = commits.findLastIndex(({ options }) => options.replace === true);
    const full = at.sequence === 0 || !known || replaced >= at.sequence;
    const rows = commits.slice(full ? Math.max(replaced, 0) : at.sequence).flatMap((commit) => commit.rows);
    const last = new Map(rows.map((row) => [row.key, row]));
    const kept = [...last.values()].filter(({ value }) => !full || value !== undefined);
    const tag = commits.at(-1)?.tag ?? '';
    return { sequence: commits.length, tag, full, lost: !known, rows: kept, now: Date.now() + this.skew };
  }

  async commit(account: string, at: Position, rows: readonly Row[], options: CommitOptions) {
    const found = await this.changes(account, at);
    if (found.sequence !== at.sequence || found.lost) return { ok: false, ...found } as const;
    const tag = Math.random().toString(36);
    this.commits.set(account, [...(this.commits.get(account) ?? []), { tag, rows, options }]);
    return { ok: true, sequence: at.sequence + 1, tag } as const;
  }

  accounts = async () => [...this.commits.keys()];
  due = async () => [];
  touch = async (account: string) => void this.touches.push(account);
  close = async () => {};

  async drop(account: string): Promise<void> {
    this.drops.push(account);
    this.commits.delete(account);
  }
}

const create = (engine: Engine, account = 'a'): Promise<number> =>
  engine.run(account, (work) => {
    const id = work.id();
    return work.create('plans', { id, value: { id } }).id;
  });

const totalOf = (engine: Engine, account: string): Promise<number> =>
  engine.run(account, (work) => work.page('plans', { page: 1, perPage: 1 }).total);

const engineOn = engines();
const engineWith = (store: Store, options: Partial<EngineOptions> = {}): Promise<Engine> =>
  engineOn({ state: undefined, open: async () => store }, options);

async function opened() {
  const store = new FakeStore();
  return { store, engine: await engineWith(store) };
}

test('concurrent units share commits of at most 100, and each resolves separately', async () => {
  const { store, engine } = await opened();
  const outcomes = await Promise.allSettled(
    Array.from({ length: 450 }, (_, index) =>
      engine.run('a', (work) => {
        const id = work.id();
        work.create('plans', { id, value: { id } });
        if (index % 10 === 0) throw new Error(`refused ${index}`);
        return id;
      }),
    ),
  );
  const ids = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
  expect(ids).toEqual(Array.from({ length: 405 }, (_, index) => 1001 + index));
  expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(45);
  const sizes = store.commits.get('a')?.map(({ rows }) => rows.length) ?? [];
  expect(sizes).toHaveLength(5);
  // Each unit writes one object, and each commit writes the last id.
  expect(Math.max(...sizes)).toBeLessThanOrEqual(101);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(405 + sizes.length);
});

test('a failed commit leaves no changes, and the next unit runs', async () => {
  const { store, engine } = await opened();
  await create(engine);
  store.failure = 'the disk is full';
  const failed = await Promise.allSettled([create(engine), totalOf(engine, 'a'), engine.reset('a')]);
  for (const outcome of failed) {
    expect(outcome).toMatchObject({ status: 'rejected', reason: new StoreUnavailable('the disk is full') });
  }
  store.failure = undefined;
  expect([await totalOf(engine, 'a'), await create(engine)]).toEqual([1, 1002]);
});

test('a read-only unit writes no commit, and queries the store once', async () => {
  const { store, engine } = await opened();
  await create(engine);
  store.changesCalls = 0;
  await Promise.all(Array.from({ length: 50 }, () => totalOf(engine, 'a')));
  expect(store.changesCalls).toBeLessThan(5);
  expect(store.commits.get('a')).toHaveLength(1);
});

test('a reset and a restore are commits that replace everything, between the units around them', async () => {
  const { store, engine } = await opened();
  const saved = await engine.snapshot('a');
  const done = await Promise.all([create(engine), engine.reset('a'), create(engine), create(engine)]);
  expect(done).toEqual([1001, undefined, 1001, 1002]);
  expect(store.commits.get('a')?.map(({ options }) => options.replace === true)).toEqual([false, true, false]);
  await engine.restore('a', saved);
  expect([await totalOf(engine, 'a'), await create(engine)]).toEqual([0, 1001]);
});

test("a commit contains the time of the next due work, on the store's clock", async () => {
  const store = new FakeStore();
  const engine = await engineWith(store, { clock: { kind: 'system', offset: 5000 } });
  const due = Date.now() + 100_000;
  await engine.run('a', (work) => work.create('plans', { id: work.id(), value: {}, due }).id);
  expect(store.commits.get('a')?.at(-1)?.options.wake).toBe(due - 5000);
  await engine.clocks.freeze('a');
  expect(store.commits.get('a')?.at(-1)?.options.wake).toBeUndefined();
});

test('requests a turn after three conflicts in a row', async () => {
  const store = new FakeStore();
  const turns: unknown[] = [];
  const commit = store.commit.bind(store);
  store.commit = async (account, at, rows, options) => {
    turns.push(options.turn);
    if (turns.length > 5) return commit(account, at, rows, options);
    return { ok: false, ...(await store.changes(account, at)) };
  };
  const engine = await engineWith(store);
  expect(await create(engine)).toBe(1001);
  expect(turns).toEqual([false, false, false, true, true, true]);
});

test('fails after 100 conflicts in a row, and leaves no changes', async () => {
  const store = new FakeStore();
  const commit = store.commit.bind(store);
  let conflicts = 0;
  store.commit = async (account) => {
    conflicts++;
    return { ok: false, ...(await store.changes(account, START)) };
  };
  const engine = await engineWith(store);
  await expect(create(engine)).rejects.toThrow(/^state: other processes change the same account [^\n]*try again$/);
  expect([conflicts, await totalOf(engine, 'a')]).toEqual([100, 0]);
  store.commit = commit;
  expect(await create(engine)).toBe(1001);
});

/** Returns accounts without an engine, and records their reports. */
function accountsOn(store?: Store, options: Partial<AccountsOptions> = {}) {
  const reported = {
    commits: [] as unknown[],
    drops: [] as string[],
    notices: [] as string[],
    events: [] as unknown[],
  };
  const accounts = new Accounts({
    store,
    settings: { assumed: {}, settleMs: 1, pixExpiryMs: 1, boletoGraceDays: 3, publicUrl: '', randomKey: () => 'key' },
    clock: { kind: 'system', offset: 0 },
    keep: 1000,
    keepAccounts: 1000,
    writeEvents: (_, events) => reported.events.push(...events),
    onCommit: (account, next) => reported.commits.push([account, next]),
    onDrop: (account) => reported.drops.push(account),
    onNotice: (line) => reported.notices.push(line),
    onError: (error) => {
      throw error;
    },
    ...options,
  });
  const createIn = (account: string, due?: number): Promise<number> =>
    accounts.run(account, (unit) => unit.create('plans', { id: unit.id(), value: {}, due }).id);
  return { accounts, createIn, ...reported };
}

const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 5));

/** Lets time pass for everything that measures durations. */
function pass(milliseconds: number): void {
  const now = performance.now() + milliseconds;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
}
afterEach(() => void vi.restoreAllMocks());

test('accounts are listed by last use, which background work does not change', async () => {
  const { accounts, createIn } = accountsOn();
  await createIn('one');
  await createIn('two');
  await accounts.run('one', () => {}, { background: true });
  await accounts.run('unknown', () => {}, { background: true });
  expect(await accounts.names()).toEqual(['one', 'two']);
  await createIn('one');
  expect(await accounts.names()).toEqual(['two', 'one']);
});

test('the store learns of the use of an account, at most once per second', async () => {
  const store = new FakeStore();
  const { accounts, createIn } = accountsOn(store);
  await createIn('one');
  await createIn('one');
  await accounts.run('one', () => {}, { background: true });
  expect(store.touches).toEqual(['one']);
  pass(1001);
  await createIn('one');
  expect(store.touches).toEqual(['one', 'one']);
});

test('an account without a commit is listed after those of the store, and once if another process commits', async () => {
  const store = new FakeStore();
  const [{ accounts }, other] = [accountsOn(store), accountsOn(store)];
  await accounts.run('read', () => {});
  await other.createIn('stored');
  expect(await accounts.names()).toEqual(['stored', 'read']);
  await other.createIn('read');
  expect(await accounts.names()).toEqual(['stored', 'read']);
});

test('a replacement that fails leaves the account as it was', async () => {
  for (const store of [undefined, new FakeStore()]) {
    const { accounts, createIn } = accountsOn(store);
    await createIn('a', 7000);
    const failed = accounts.run(
      'a',
      () => {
        throw new Error('damaged');
      },
      { replace: true },
    );
    await expect(failed).rejects.toThrow('damaged');
    expect([accounts.nextWork('a'), await createIn('a')]).toEqual([7000, 1002]);
  }
});

test('only commits are reported, with the time of the next work', async () => {
  const { accounts, createIn, commits } = accountsOn();
  await createIn('a');
  await createIn('a', 7000);
  await createIn('a', 6000);
  await accounts.run('a', () => {});
  expect(commits).toEqual([
    ['a', undefined],
    ['a', 7000],
    ['a', 6000],
  ]);
  expect([accounts.nextWork('a'), accounts.nextWork('unknown')]).toEqual([6000, undefined]);
});

test('the events of a unit are written once, in its commit', async () => {
  const store = new FakeStore();
  const { accounts, events } = accountsOn(store, { writeEvents: (unit, [event]) => event && unit.addEvent(event) });
  const recorded = accountsOn(new FakeStore());
  for (const { run } of [accounts, recorded.accounts]) {
    await run('a', (unit) => unit.emit('customer.created', unit.create('plans', { id: unit.id(), value: { a: 1 } })));
    await run('a', () => {});
  }
  expect(events).toEqual([]);
  expect(recorded.events).toMatchObject([{ name: 'customer.created', kind: 'plans', object: 1001, payload: { a: 1 } }]);
  expect(store.commits.get('a')?.map(({ rows }) => rows.map(({ key }) => key))).toEqual([
    ['last', 'plans/1001', 'event/1'],
  ]);
});

test('accounts above the limit are dropped, except busy ones, and only the first is reported', async () => {
  for (const store of [undefined, new FakeStore()]) {
    const { createIn, drops, notices } = accountsOn(store, { keepAccounts: 1 });
    await createIn('one');
    await createIn('two');
    await settled();
    expect(drops).toEqual(['one']);
    expect(notices).toEqual([expect.stringMatching(/^there are more than 1 accounts: [^\n]*--keep-accounts/)]);
    await createIn('three');
    await settled();
    expect([drops, notices.length]).toEqual([['one', 'two'], 1]);
    if (store !== undefined) expect(store.drops).toEqual(drops);
    // A dropped account starts empty. Only the store remembers which ids it had.
    expect(await createIn('one')).toBe(store === undefined ? 3_001_001 : 1001);
  }
  const { accounts, drops } = accountsOn(new FakeStore(), { keepAccounts: 1 });
  await Promise.all(['one', 'two'].map((name) => accounts.run(name, () => {})));
  expect(drops).toEqual([]);
});

test('each replacement counts as an epoch', async () => {
  const { accounts, createIn } = accountsOn(new FakeStore());
  const epoch = () => accounts.run('a', ({ state }) => epochOf(state));
  await createIn('a');
  const epochs = [await epoch()];
  for (let count = 0; count < 2; count++) {
    await accounts.run('a', () => {}, { replace: true });
    epochs.push(await epoch());
  }
  expect(epochs).toEqual([0, 1, 2]);
  expect(await createIn('a')).toBe(1001);
});

/** Stops the clocks of this process, so that a busy machine changes no time. */
function stopClocks(): void {
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 20), toFake: ['Date'] });
  // Of the module, which sources import. A whole number, so that sums are exact.
  vi.spyOn(performance, 'now').mockReturnValue(1000);
  onTestFinished(() => void vi.useRealTimers());
}

test("the real time is the store's", async () => {
  stopClocks();
  const store = new FakeStore();
  const { accounts } = accountsOn(store);
  expect(accounts.realTime).toBe(Date.now());
  store.skew = 100_000;
  const { realTime, now } = await accounts.run('a', ({ realTime, now }) => ({ realTime, now }));
  expect(now).toBe(realTime);
  expect([realTime, accounts.realTime].map((time) => time - Date.now())).toEqual([100_000, 100_000]);
});

test("the store's clock is followed, unless it was set back by more than a second", () => {
  stopClocks();
  const time = new RealTime();
  const followed = (ahead: number): number => {
    time.follow(Date.now() + ahead);
    return time.now() - Date.now();
  };
  expect([100_000, 99_500, -100_000, 98_000, 200_000].map(followed)).toEqual([
    ...[100_000, 99_500, 99_500, 99_500, 200_000],
  ]);
  expect(new RealTime().now()).toBe(Date.now());
});

test('a clock of the host that is wrong for a while moves no time that comes from a store', () => {
  const time = new RealTime();
  const { now } = Date;
  time.follow(now());
  Date.now = () => now() + 3_600_000;
  try {
    expect(Math.abs(time.now() - now())).toBeLessThan(60_000);
  } finally {
    Date.now = now;
  }
});

test('tending reads the changes of other processes, and unloads accounts after a minute without use', async () => {
  const store = new FakeStore();
  const [{ accounts, createIn }, other] = [accountsOn(store), accountsOn(store)];
  await createIn('a');
  await other.createIn('a', 7000);
  expect(accounts.nextWork('a')).toBeUndefined();
  accounts.tend();
  await expect.poll(() => accounts.nextWork('a')).toBe(7000);
  pass(60_001);
  accounts.tend();
  expect(accounts.nextWork('a')).toBeUndefined();
  // Without a store nothing can be loaded again.
  const inMemory = accountsOn();
  await inMemory.createIn('a', 7000);
  pass(120_000);
  inMemory.accounts.tend();
  expect(await inMemory.accounts.run('a', (unit) => unit.seek('plans', 1001)?.id)).toBe(1001);
  expect(await createIn('a')).toBe(1003);
});

test.each(['in memory', 'unloaded'])('skips ids after a loss of data, also of an account that is %s', async (place) => {
  const store = new FakeStore();
  const { accounts, createIn, notices } = accountsOn(store);
  for (let count = 0; count < 3; count++) await createIn('a');
  await accounts.run('a', (unit) => unit.addEvent({ time: 1, name: 'x', kind: 'plans', object: 1001, payload: {} }));
  if (place === 'unloaded') {
    pass(60_001);
    accounts.tend();
  }
  store.commits.clear();
  expect(await accounts.run('a', ({ state }) => state.last)).toEqual({ id: 2003, event: 1001 });
  // Other processes see it at once.
  await expect
    .poll(() => store.commits.get('a')?.flatMap(({ rows }) => rows))
    .toMatchObject([{ key: 'last', value: '{"id":2003,"event":1001}' }]);
  expect(await createIn('a')).toBe(2004);
  expect(notices).toEqual([expect.stringMatching(/^the store has lost data that it had confirmed: [^\n]+$/)]);
});

test('a unit has its cause, and an event is in the group of its object', async () => {
  const { accounts, events } = accountsOn();
  const at = performance.now();
  const [untimed, timed] = [
    await accounts.run('a', ({ cause, realTime }) => [cause, { at: realTime }]),
    await accounts.run('a', ({ cause, realTime }) => [cause, { at: realTime, request: at }], { at }),
  ];
  for (const [cause, expected] of [untimed, timed]) expect(cause).toEqual(expected);
  const object = 1007;
  const listed = await accounts.run('a', (unit) => {
    const head = { time: 1, cause: unit.cause, name: 'customer.created', kind: 'customers', object } as const;
    const id = unit.addEvent({ ...head, payload: { id: object } });
    const { items } = unit.state.list(EVENTS, { group: rowKey('customers', object), offset: 0, limit: 5 });
    return [id, items, unit.seek(EVENTS, id)?.hidden];
  });
  expect(listed).toEqual([
    1,
    [1],
    { time: 1, cause: expect.anything(), name: 'customer.created', kind: 'customers', object },
  ]);
  expect(events).toEqual([]);
});

test('a unit that emits nothing writes no events, and a variant may keep an event back or change its body', async () => {
  const { accounts, events } = accountsOn();
  const stored = { kind: 'transactions', id: 1001, hidden: {}, groups: [], keys: [] } as const;
  const refund = (unit: Unit) =>
    unit.emit('transaction.status_changed', { ...stored, value: { id: 1001, status: 'refunded' } });
  await accounts.run('a', refund);
  await accounts.run('a', (unit) => unit.assume({ 'webhook-events': 'none-for-refund' }));
  await accounts.run('a', refund, { counted: true });
  expect(accounts.usesOf('a').entries()).toEqual([{ entry: 'webhook-events', uses: 1 }]);
  await accounts.run('a', (unit) => unit.assume({ 'webhook-events': undefined, 'response-ids': 'strings' }));
  await accounts.run('a', refund);
  expect(events).toEqual([
    expect.not.objectContaining({ varied: expect.anything() }),
    expect.objectContaining({ varied: { 'response-ids': 'strings' } }),
  ]);
});

test('a unit counts the entries that decide if it is asked to, and a replacement forgets them', async () => {
  const { accounts } = accountsOn();
  const usesOf = (account: string) => accounts.usesOf(account).entries();
  const ask = (unit: Unit) => unit.use('pix-flow');
  expect(await accounts.run('a', ask)).toBeUndefined();
  expect(usesOf('a')).toEqual([]);
  await accounts.run('a', (unit) => unit.assume({ 'pix-flow': 'stays-open' }));
  expect(await accounts.run('a', ask, { counted: true })).toBe('stays-open');
  expect(await accounts.run('a', ({ assumed }) => assumed)).toEqual({ 'pix-flow': 'stays-open' });
  accounts.count('a', ['refund-rules', 'pix-flow']);
  accounts.count('unknown', ['pix-flow']);
  expect(usesOf('a')).toEqual([
    { entry: 'pix-flow', uses: 2 },
    { entry: 'refund-rules', uses: 1 },
  ]);
  expect(usesOf('unknown')).toEqual([]);
  await accounts.run('a', () => {}, { replace: true });
  expect([usesOf('a'), accounts.totals.entries().length]).toEqual([[], 2]);
});
