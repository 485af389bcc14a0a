import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, test } from 'vitest';
import { Engine } from '../../../src/sandbox/engine.js';
import {
  type NewEvent,
  STATE_VERSION,
  StateVersionError,
  type Store,
  type Stored,
} from '../../../src/sandbox/store/index.js';
import { openSqliteStore } from '../../../src/sandbox/store/sqlite/sqlite.js';
import type { Work } from '../../../src/sandbox/work/index.js';
import { programs } from '../../programs.ts';
import { engines } from '../engines.js';
import { receivers } from '../events/receiver.js';
import { commitTo, objectOf } from './commits.js';
import { describeSqlite, temporaryFiles } from './stores.js';

const CHILD = fileURLToPath(new URL('./child.ts', import.meta.url));

interface Connection {
  exec(sql: string): void;
  prepare(sql: string): { get(): Record<string, unknown> | undefined };
  close(): void;
}

/** The file as another program sees it. */
function connect(file: string): Connection {
  const { DatabaseSync } = process.getBuiltinModule('node:sqlite' as 'node:fs') as unknown as {
    DatabaseSync: new (file: string) => Connection;
  };
  return new DatabaseSync(file);
}

test.skipIf(programs.sqlite.path)('a Node without node:sqlite is told which one has it', () => {
  expect(() => openSqliteStore('/nowhere/state.db')).toThrow(/^a state file needs Node 22\.13 or newer[^\n]*$/);
});

describeSqlite('a state file', () => {
  const files = temporaryFiles();
  const receiverThat = receivers();
  const children: ChildProcessWithoutNullStreams[] = [];
  const stores: Store[] = [];
  afterEach(() => {
    for (const child of children.splice(0)) child.kill('SIGKILL');
    for (const store of stores.splice(0)) store.close();
  });

  const engineOn = engines();

  const opened = (file: string): Store => {
    const store = openSqliteStore(file);
    stores.push(store);
    return store;
  };
  /** A child and the lines that it prints after it is ready. */
  const start = async (
    args: readonly string[],
    wrap: (command: readonly string[]) => readonly string[] = (command) => command,
  ) => {
    const node = [process.execPath, '--no-warnings', '--import', 'ts-blank-space/register', CHILD, ...args];
    const [command = '', ...rest] = wrap(node);
    const child = spawn(command, rest);
    children.push(child);
    child.stderr.on('data', (data) => process.stderr.write(data));
    const lines: string[] = [];
    const reader = createInterface({ input: child.stdout });
    reader.on('line', (line) => lines.push(line));
    const ended = once(reader, 'close');
    await once(reader, 'line');
    lines.shift();
    return { child, lines, ended };
  };

  test('has everything that was acknowledged before kill -9, no id twice, and delivers each event', {
    timeout: 120_000,
  }, async () => {
    const file = files.next();
    const receiver = await receiverThat();
    const acknowledged: number[] = [];
    for (let round = 0; acknowledged.length < 2000; round++) {
      const { child, lines, ended } = await start([file, 'create', receiver.url]);
      await expect.poll(() => lines.length, { timeout: 60_000, interval: 3 }).toBeGreaterThan(200 + round * 97);
      child.kill('SIGKILL');
      await ended;
      acknowledged.push(...lines.filter((line) => /^\d+$/.test(line)).map(Number));
    }
    expect(new Set(acknowledged).size).toBe(acknowledged.length);
    const store = openSqliteStore(file);
    const engine = new Engine({ store, receivers: [{ url: receiver.url }] });
    await engine.start();
    for (const id of acknowledged) {
      expect(await store.read('a', 'transactions', id), `transaction ${id}`).toMatchObject({ value: { id } });
    }
    const { total } = await store.list('a', 'transactions', { offset: 0, limit: 1 });
    expect((await store.events('a', { offset: 0, limit: 1 })).total).toBe(total);
    await engine.events.settled('a', { timeout: 60_000 });
    await engine.close();
    const delivered = new Set(receiver.received.map(({ model_id }) => Number(model_id)));
    expect(acknowledged.filter((id) => !delivered.has(id))).toEqual([]);
    expect(delivered.size).toBe(total);
  });

  test('is changed by two processes as if by one: 100 refunds at once refund once', { timeout: 60_000 }, async () => {
    const file = files.next();
    const store = opened(file);
    await commitTo(store, 'a', { writes: [objectOf({ id: 1001, value: { id: 1001, status: 'paid' } })] });
    const both = await Promise.all([start([file, 'refund']), start([file, 'refund'])]);
    await Promise.all(both.map(({ ended }) => ended));
    const lines = both.flatMap(({ lines }) => lines);
    expect(lines).toHaveLength(100);
    expect(lines.filter((line) => line === 'refunded')).toHaveLength(1);
    expect(lines.filter((line) => line === 'Refusal: refunded already')).toHaveLength(99);
    expect((await store.events('a', { offset: 0, limit: 9 })).total).toBe(1);
  });

  test('gives no id twice to two processes', { timeout: 60_000 }, async () => {
    const file = files.next();
    const both = await Promise.all([start([file, 'create50']), start([file, 'create50'])]);
    await Promise.all(both.map(({ ended }) => ended));
    const ids = both.flatMap(({ lines }) => lines.map(Number));
    expect(ids.every(Number.isSafeInteger)).toBe(true);
    expect([new Set(ids).size, ids.length]).toEqual([100, 100]);
    expect((await opened(file).list('a', 'transactions', { offset: 0, limit: 1 })).total).toBe(100);
  });

  test('that the disk has no more room for fails with a clear error, and nothing is half done', {
    timeout: 60_000,
  }, async () => {
    const file = files.next();
    // A limit on the size of files stands for a full disk: the write fails in the same way.
    const limited = (command: readonly string[]) => [
      'sh',
      '-c',
      `trap '' XFSZ; ulimit -f 8192; exec "$@"`,
      'sh',
      ...command,
    ];
    const { lines, ended } = await start([file, 'create'], limited);
    await ended;
    expect(lines.pop()).toMatch(
      /^StoreUnavailable: the state file .* cannot be used: the disk (is full|does not take it)/,
    );
    expect(lines.length).toBeGreaterThan(10);
    const store = opened(file);
    expect((await store.list('a', 'transactions', { offset: 0, limit: 1 })).total).toBe(lines.length);
    expect((await store.events('a', { offset: 0, limit: 1 })).total).toBe(lines.length);
    await commitTo(store, 'a', { writes: [objectOf({ id: 9999 })] });
    expect(connect(file).prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' });
  });

  test('that another process keeps locked fails with a clear error, works again later, and holds up no timer', {
    timeout: 60_000,
  }, async () => {
    const file = files.next();
    const store = opened(file);
    await commitTo(store, 'a', { writes: [objectOf({ id: 1 })] });
    const other = connect(file);
    other.exec('BEGIN IMMEDIATE');
    let longest = 0;
    let last = performance.now();
    const ticker = setInterval(() => {
      longest = Math.max(longest, performance.now() - last);
      last = performance.now();
    }, 5);
    const committing = commitTo(store, 'a', { writes: [objectOf({ id: 2 })] });
    expect((await store.read('a', 'transactions', 1))?.id).toBe(1);
    await expect(committing).rejects.toThrow(/^the state file .* cannot be used: another process keeps it locked$/);
    clearInterval(ticker);
    expect(longest).toBeLessThan(1000);
    other.exec('ROLLBACK');
    other.close();
    expect(await store.read('a', 'transactions', 2)).toBeUndefined();
    expect(await commitTo(store, 'a', { writes: [objectOf({ id: 2 })] })).toEqual({ ok: true });
  });

  test('waits for another process that is done in time', { timeout: 60_000 }, async () => {
    const file = files.next();
    const store = opened(file);
    await commitTo(store, 'a', { writes: [objectOf({ id: 1 })] });
    const other = connect(file);
    other.exec('BEGIN IMMEDIATE');
    setTimeout(() => other.exec('COMMIT'), 200);
    expect(await commitTo(store, 'a', { writes: [objectOf({ id: 2 })] })).toEqual({ ok: true });
    other.close();
  });

  test('of another version, of another program, or of no program is refused in one line and left as it is', () => {
    const newer = files.next();
    openSqliteStore(newer).close();
    const connection = connect(newer);
    connection.exec(`PRAGMA user_version = ${STATE_VERSION + 1}`);
    connection.close();
    const foreign = files.next();
    const program = connect(foreign);
    program.exec('CREATE TABLE notes (text)');
    program.close();
    const text = files.next();
    writeFileSync(
      text,
      'this is a letter to my grandmother, and it is long enough to be read as a header of a file\n'.repeat(9),
    );
    for (const [file, message] of [
      [newer, `state version ${STATE_VERSION + 1}, and this version of the package reads only ${STATE_VERSION}`],
      [foreign, 'is a SQLite file of another program'],
      [text, 'is no state file of the sandbox'],
    ] as const) {
      const before = readFileSync(file);
      expect(() => openSqliteStore(file)).toThrow(StateVersionError);
      expect(() => openSqliteStore(file)).toThrow(message);
      expect(() => openSqliteStore(file)).toThrow(/^[^\n]+$/);
      expect(readFileSync(file).equals(before)).toBe(true);
    }
  });

  test('in a folder that is not there fails with a clear error', () => {
    expect(() => openSqliteStore('/nowhere/at/all/state.db')).toThrow(
      /^the state file .* cannot be opened|cannot be used: it cannot be opened/,
    );
  });

  test('gives an id to one of two who take it at the same time, and leaves no gap', async () => {
    const file = files.next();
    const [one, two] = [await engineOn(openSqliteStore(file)), await engineOn(openSqliteStore(file))];
    const create = async (work: Work): Promise<number> => {
      const [id = 0] = await work.ids(1);
      return work.create('plans', { id, value: { id } }).id;
    };
    const tried: number[] = [];
    const id = await one.run('a', async (work) => {
      const [first = 0, second = 0] = [...(await work.ids(1)), ...(await work.ids(1))];
      tried.push(first, second);
      if (tried.length === 2) expect(await two.run('a', create)).toBe(first);
      work.create('cards', { id: first, value: {} });
      return work.create('cards', { id: second, value: {} }).id;
    });
    expect(tried).toEqual([1001, 1002, 1002, 1003]);
    expect(id).toBe(1003);
    expect(await two.run('a', create)).toBe(1004);
    const ids = await Promise.all(Array.from({ length: 60 }, (_, index) => (index % 2 ? one : two).run('a', create)));
    expect(ids.sort((a, b) => a - b)).toEqual(Array.from({ length: 60 }, (_, index) => 1005 + index));
  });

  test('keeps all of the newest, and drops older ones together', { timeout: 60_000 }, async () => {
    const keep = 128;
    const store = openSqliteStore(files.next(), { keep });
    stores.push(store);
    const drops: number[] = [];
    for (let id = 1; id <= 400; id++) {
      const plan = objectOf({ id, groups: ['g'], keys: [`k${id}`] });
      await commitTo(store, 'a', { writes: [plan], events: [eventAbout(plan)] });
      const { total } = await store.list('a', plan.kind, { offset: 0, limit: 1 });
      expect(total).toBeGreaterThanOrEqual(Math.min(id, keep));
      expect(total).toBeLessThanOrEqual(keep + 2);
      const dropped = await store.dropped('a', plan.kind);
      if (dropped !== drops.at(-1)) drops.push(dropped);
      expect(total).toBe(id - dropped);
      expect((await store.events('a', { offset: 0, limit: 1 })).total).toBe(total);
      expect((await store.list('a', plan.kind, { group: 'g', offset: 0, limit: 1 })).total).toBe(total);
      expect(await store.find('a', plan.kind, `k${dropped}`)).toBeUndefined();
      expect(await store.find('a', plan.kind, `k${dropped + 1}`)).toMatchObject({ id: dropped + 1 });
    }
    // Three at a time.
    expect(drops.slice(0, 4)).toEqual([0, 3, 6, 9]);
  });

  test('keeps its size when it keeps only the newest', { timeout: 60_000 }, async () => {
    const file = files.next();
    const store = openSqliteStore(file, { keep: 20 });
    stores.push(store);
    const value = { text: 'x'.repeat(2000) };
    const fill = async (from: number, to: number): Promise<void> => {
      for (let id = from; id < to; id++) {
        await commitTo(store, 'a', { writes: [objectOf({ id, value, keys: [`k${id}`], groups: [`g${id}`] })] });
      }
    };
    await fill(1, 200);
    const size = pagesOf(file);
    await fill(200, 1500);
    expect(pagesOf(file)).toBeLessThanOrEqual(size * 1.5);
  });
});

function eventAbout({ kind, id, value }: Stored): NewEvent {
  return { time: 0, name: 'transaction.created', kind, object: id, payload: value, deliveries: [] };
}

function pagesOf(file: string): number {
  const connection = connect(file);
  const pages = Number(connection.prepare('PRAGMA page_count').get()?.page_count);
  connection.close();
  return pages;
}
