/** Tests units of work on many accounts, with memory and with a store that counts and fails on demand. */
import { expect, test } from 'vitest';
import type { Engine } from '../../../src/sandbox/engine.js';
import {
  type Changes,
  type CommitOptions,
  type Position,
  type Row,
  type Store,
  StoreUnavailable,
} from '../../../src/sandbox/stores/store.js';
import { engines } from '../engines.js';
import { describeEachPlace } from '../places.js';

/** A store in this process. Each account is a list of commits. */
class FakeStore implements Store {
  readonly commits = new Map<string, { tag: string; rows: readonly Row[]; options: CommitOptions }[]>();
  readonly drops: string[] = [];
  failure: string | undefined;
  changesCalls = 0;

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
    return { sequence: commits.length, tag, full, lost: !known, rows: kept, now: Date.now() };
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
  touch = async () => {};
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

describeEachPlace('Accounts', (newPlace) => {
  const engineOn = engines();

  test('are kept by last use, and dropped accounts start empty', async () => {
    const notices: string[] = [];
    const engine = await engineOn(newPlace(), { keepAccounts: 2, onNotice: (line) => notices.push(line) });
    await create(engine, 'one');
    await create(engine, 'two');
    expect(notices).toEqual([]);
    await create(engine, 'three');
    await expect.poll(async () => [...(await engine.accounts())].sort()).toEqual(['three', 'two']);
    expect(notices).toEqual([expect.stringMatching(/^there are more than 2 accounts: [^\n]*--keep-accounts/)]);
    expect(await create(engine, 'three')).toBe(1002);
    await create(engine, 'four');
    await expect.poll(async () => (await engine.accounts()).length).toBe(2);
    expect(notices).toHaveLength(1);
  });

  test('exist and are empty after a read', async () => {
    const engine = await engineOn(newPlace());
    expect(await totalOf(engine, 'empty')).toBe(0);
    expect(await engine.accounts()).toEqual(['empty']);
  });
});

const engineOn = engines();

test('concurrent units share commits of at most 200, and each resolves separately', async () => {
  const store = new FakeStore();
  const engine = await engineOn({ state: undefined, open: async () => store });
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
  expect(sizes.length).toBeLessThan(20);
  // Each unit writes one object, and each commit writes the last id.
  expect(Math.max(...sizes)).toBeLessThanOrEqual(201);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(405 + sizes.length);
});

test('a failed commit leaves no changes, and the next unit runs', async () => {
  const store = new FakeStore();
  const engine = await engineOn({ state: undefined, open: async () => store });
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
  const store = new FakeStore();
  const engine = await engineOn({ state: undefined, open: async () => store });
  await create(engine);
  store.changesCalls = 0;
  await Promise.all(Array.from({ length: 50 }, () => totalOf(engine, 'a')));
  expect(store.changesCalls).toBeLessThan(5);
  expect(store.commits.get('a')).toHaveLength(1);
});

test('a reset and a restore are commits that replace everything, between the units around them', async () => {
  const store = new FakeStore();
  const engine = await engineOn({ state: undefined, open: async () => store });
  const saved = await engine.snapshot('a');
  const done = await Promise.all([create(engine), engine.reset('a'), create(engine), create(engine)]);
  expect(done).toEqual([1001, undefined, 1001, 1002]);
  expect(store.commits.get('a')?.map(({ options }) => options.replace === true)).toEqual([false, true, false]);
  await engine.restore('a', saved);
  expect([await totalOf(engine, 'a'), await create(engine)]).toEqual([0, 1001]);
});

test("a commit contains the time of the next due work, on the store's clock", async () => {
  const store = new FakeStore();
  const engine = await engineOn(
    { state: undefined, open: async () => store },
    { clock: { kind: 'system', offset: 5000 } },
  );
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
  const engine = await engineOn({ state: undefined, open: async () => store });
  expect(await create(engine)).toBe(1001);
  expect(turns).toEqual([false, false, false, true, true, true]);
});
