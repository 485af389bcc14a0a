import { expect, test } from 'vitest';
import { openStore, type Store } from '../../../src/sandbox/stores/index.js';
import { START } from '../../../src/sandbox/stores/store.js';
import { children } from './children.js';
import { describeRedis, redisServers } from './redis-server.js';
import { describeSqlite, temporaryFiles } from './stores.js';

const numbersOf = (lines: readonly string[]): number[] => lines.filter((line) => /^\d+$/.test(line)).map(Number);

async function rowsOf(store: Store): Promise<Map<string, string | undefined>> {
  const { rows } = await store.changes('a', START);
  return new Map(rows.map(({ key, value }) => [key, value]));
}

/**
 * Races processes. Expects that the acknowledged commits form one sequence without gaps, and that none overwrote
 * another.
 */
async function race(start: ReturnType<typeof children>, address: string, processes: number, each: number) {
  const running = await Promise.all(Array.from({ length: processes }, (_, index) => start(address, `${index}`, each)));
  await Promise.all(running.map(({ ended }) => ended));
  const lines = running.flatMap(({ lines }) => lines);
  expect(lines.filter((line) => !/^\d+$/.test(line))).toEqual([]);
  const total = processes * each;
  expect(numbersOf(lines).sort((a, b) => a - b)).toEqual(Array.from({ length: total }, (_, index) => index + 1));
  const store = await openStore(address);
  const rows = await rowsOf(store);
  await store.close();
  expect(rows.get('sum')).toBe(String(total));
  expect(rows.size).toBe(total + 1);
}

describeSqlite('Processes on one SQLite file', () => {
  const files = temporaryFiles();
  const start = children();

  test('lose no update', async () => {
    await race(start, files.next(), 2, 300);
  });

  test('keep every acknowledged commit if a process is killed under load', async () => {
    const file = files.next();
    const acknowledged: number[] = [];
    const names: string[] = [];
    for (let round = 0; round < 4; round++) {
      const other = start(file, `other-${round}`, 100);
      const { process, lines, ended } = await start(file, `killed-${round}`, 1e9);
      await expect.poll(() => lines.length, { timeout: 30_000, interval: 3 }).toBeGreaterThan(100 + round * 57);
      process.kill('SIGKILL');
      await ended;
      const { lines: others, ended: otherEnded } = await other;
      await otherEnded;
      expect(numbersOf(others)).toHaveLength(100);
      const killed = numbersOf(lines);
      names.push(...killed.map((_, index) => `row/killed-${round}/${index}`));
      acknowledged.push(...killed, ...numbersOf(others));
    }
    expect(new Set(acknowledged).size).toBe(acknowledged.length);
    const store = await openStore(file);
    const rows = await rowsOf(store);
    await store.close();
    expect(names.filter((name) => !rows.has(name))).toEqual([]);
    // The kill may have cut off the reply to one commit. Every other commit was acknowledged.
    const made = Number(rows.get('sum'));
    expect(made).toBe(rows.size - 1);
    expect(made - acknowledged.length).toBeLessThanOrEqual(4 * 2);
    expect(made).toBeGreaterThanOrEqual(acknowledged.length);
  });
});

describeRedis('Processes on one Redis', () => {
  const servers = redisServers();
  const start = children();

  test('lose no update', async () => {
    await race(start, (await servers.start([])).address, 3, 200);
  });

  test('keep every acknowledged commit if a process and the server are killed under load', {
    timeout: 180_000,
  }, async () => {
    const server = await servers.start();
    const running = await Promise.all(['0', '1', '2'].map((name) => start(server.address, name, 1e9)));
    const lines = () => running.flatMap((child) => child.lines);
    await expect.poll(() => lines().length, { timeout: 30_000 }).toBeGreaterThan(300);
    running[0]?.process.kill('SIGKILL');
    const atDeath = lines().length;
    await expect.poll(() => lines().length, { timeout: 30_000 }).toBeGreaterThan(atDeath + 100);
    await server.kill();
    await server.start();
    // The others continue.
    const atRestart = lines().length;
    await expect.poll(() => lines().length, { timeout: 30_000 }).toBeGreaterThan(atRestart + 100);
    for (const { process } of running) process.kill('SIGKILL');
    await Promise.all(running.map(({ ended }) => ended));
    const acknowledged = numbersOf(lines());
    expect(lines().filter((line) => !/^\d+$/.test(line))).toEqual([]);
    expect(new Set(acknowledged).size).toBe(acknowledged.length);
    const store = await openStore(server.address);
    const rows = await rowsOf(store);
    await store.close();
    for (const [name, child] of running.entries()) {
      const missing = child.lines.map((_, index) => `row/${name}/${index}`).filter((key) => !rows.has(key));
      expect(missing).toEqual([]);
    }
    expect(Number(rows.get('sum'))).toBe(rows.size - 1);
    expect(Number(rows.get('sum')) - acknowledged.length).toBeLessThanOrEqual(3);
  });
});
