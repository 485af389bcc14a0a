/** Measures the sandbox's engine, without HTTP. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { monthsAfter } from '../../../src/codes/days.js';
import { Engine, type EngineOptions } from '../../../src/sandbox/engine.js';
import { openStore, type Store } from '../../../src/sandbox/stores/index.js';
import { RedisServer } from '../../sandbox/stores/redis-server.ts';
import { atLeast, atMost } from '../limits.ts';
import { median } from '../mock/load.ts';
import { createPix, renew } from './rules.ts';

const START = Date.UTC(2026, 10, 20, 12);
const folder = mkdtempSync(join(tmpdir(), 'bench-sandbox-'));
let files = 0;
const places = {
  memory: async () => undefined,
  'SQLite file': () => openStore(join(folder, `${++files}.db`)),
} satisfies Record<string, () => Promise<Store | undefined>>;

process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

async function withEngine(
  open: () => Promise<Store | undefined>,
  options: Partial<EngineOptions>,
  task: (engine: Engine) => Promise<void>,
) {
  const engine = new Engine({ store: await open(), clock: { kind: 'frozen', at: START }, ...options });
  await engine.start();
  try {
    await task(engine);
  } finally {
    await engine.close();
  }
}

async function seconds(task: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await task();
  return (performance.now() - start) / 1000;
}

/** Runs `count` tasks, 16 at a time. */
async function abreast(count: number, task: (index: number) => Promise<unknown>): Promise<void> {
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < count) await task(next++);
  };
  await Promise.all(Array.from({ length: 16 }, worker));
}

export async function commits(): Promise<void> {
  console.log('| a PIX with two events, 16 at a time | commits per second | reads by id per second |\n|---|---|---|');
  for (const [name, open] of Object.entries(places)) {
    await withEngine(open, {}, async (engine) => {
      const ids: number[] = [];
      const create = async (): Promise<unknown> => ids.push(await engine.run('a', createPix));
      await abreast(2000, create);
      const count = 20_000;
      const writing = await seconds(() => abreast(count, create));
      const last = ids.slice(-1000);
      const reading = await seconds(() =>
        abreast(count, (index) => engine.run('a', (work) => work.get('transactions', last[index % 1000] ?? 0))),
      );
      console.log(`| ${name} | ${Math.round(count / writing)} | ${Math.round(count / reading)} |`);
    });
  }
  console.log();
}

export async function pages(): Promise<void> {
  const ratios: [string, number][] = [];
  console.log('| a page of 15 | of 100, ms | of 100,000, first, ms | middle, ms |\n|---|---|---|---|');
  for (const [name, open] of Object.entries(places)) {
    await withEngine(open, { keep: 200_000 }, async (engine) => {
      await abreast(100, () => engine.run('small', createPix));
      await abreast(100_000, () => engine.run('large', createPix));
      const rounds = 3000;
      const pageOf = (account: string, page: number) => () =>
        engine.run(account, (work) => work.page('transactions', { page, perPage: 15 }));
      const kinds = [pageOf('small', 1), pageOf('large', 1), pageOf('large', 3333)];
      const times = [0, 0, 0];
      for (let round = 0; round < rounds; round++) {
        for (const [index, read] of kinds.entries()) times[index] = (times[index] ?? 0) + (await seconds(read));
      }
      const [small = 0, first = 0, middle = 0] = times.map((time) => (time * 1000) / rounds);
      console.log(`| ${name} | ${small.toFixed(3)} | ${first.toFixed(3)} | ${middle.toFixed(3)} |`);
      ratios.push([`${name}, the first page`, first / small], [`${name}, a page in the middle`, middle / small]);
    });
  }
  console.log();
  for (const [what, ratio] of ratios) atMost(`${what}, of 100,000 over of 100`, ratio, 1.5);
}

export async function memory(): Promise<void> {
  const heap = (): number => {
    if (globalThis.gc === undefined) throw new Error('run with --expose-gc');
    globalThis.gc();
    globalThis.gc();
    return process.memoryUsage().heapUsed;
  };
  for (const receivers of [[], [{ url: 'http://127.0.0.1:9/' }]]) {
    await withEngine(places.memory, { keep: 50_000, receivers, deliveryPauses: [] }, async (engine) => {
      await abreast(100, () => engine.run('a', createPix));
      await engine.events.settled('a');
      const before = heap();
      await abreast(20_000, () => engine.run('a', createPix));
      await engine.events.settled('a', { timeout: 120_000 });
      const each = (heap() - before) / 20_000 / 1000;
      atMost(`kB of a transaction with its two events and ${receivers.length} receivers`, each, 8);
    });
  }
  await withEngine(places.memory, {}, async (engine) => {
    const marks: number[] = [];
    for (let done = 0; done < 500_000; done += 50_000) {
      await abreast(50_000, () => engine.run('a', createPix));
      marks.push(heap() / 1e6);
    }
    const [first = 0] = marks;
    console.log(`Heap after each 50,000 of 500,000 creations, MB: ${marks.map((mark) => mark.toFixed(0)).join(' ')}`);
    atMost('the highest of these over the first', Math.max(...marks) / first, 1.1);
  });
}

/** Returns the CPU time of this process in milliseconds. */
function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

export async function advances(): Promise<void> {
  const limited: [string, number, number][] = [];
  console.log(
    '| a year over 10,000 monthly subscriptions | seconds | of the processor | units | events kept | longest pause of a timer, ms | most work between two ticks, ms |\n|---|---|---|---|---|---|---|',
  );
  for (const [name, open] of Object.entries(places)) {
    for (const keep of [20_000, 400_000]) {
      await withEngine(open, { keep, dueRules: { subscriptions: renew } }, async (engine) => {
        await abreast(10_000, () =>
          engine.run('a', (work) => {
            const id = work.id();
            const start = START - (id % 1000) * 60_000;
            const hidden = { start, charges: 0 };
            work.create('subscriptions', { id, value: { id, status: 'active' }, hidden, due: monthsAfter(start, 1) });
          }),
        );
        // On a busy machine a pause is longer than its work, so the bench prints both.
        let [longest, busiest] = [0, 0];
        let [last, used] = [performance.now(), processorTime()];
        const ticker = setInterval(() => {
          longest = Math.max(longest, performance.now() - last);
          busiest = Math.max(busiest, processorTime() - used);
          [last, used] = [performance.now(), processorTime()];
        }, 5);
        const cpu = process.cpuUsage();
        const taken = await seconds(() => engine.clocks.advance('a', { years: 1 }));
        const { user, system } = process.cpuUsage(cpu);
        clearInterval(ticker);
        const { total } = await engine.events.list('a', { offset: 0, limit: 1 });
        const { items } = await engine.run('a', (work) => work.page('subscriptions', { page: 1, perPage: 1 }));
        const charges = Number(items[0]?.hidden.charges) * 10_000;
        limited.push([`${name}, keep ${keep}`, taken, longest]);
        console.log(
          `| ${name}, keep ${keep} | ${taken.toFixed(1)} | ${((user + system) / 1e6).toFixed(1)} | ${charges} | ${total} | ${longest.toFixed(0)} | ${busiest.toFixed(0)} |`,
        );
      });
    }
  }
  console.log();
  for (const [what, taken, longest] of limited) {
    atMost(`${what}, seconds`, taken, 15);
    atMost(`${what}, longest pause of a timer meanwhile, ms`, longest, 100);
  }
}

export async function deliveries(): Promise<void> {
  const all: [string, number][] = [];
  console.log(
    '| 5,000 creations, 10,000 deliveries | deliveries per second | beside a receiver that hangs |\n|---|---|---|',
  );
  for (const [name, open] of Object.entries(places)) {
    const rates: number[] = [];
    for (const hanging of [false, true]) {
      let received = 0;
      const server = createServer((request, response) => {
        request.resume().on('end', () => {
          received++;
          response.end();
        });
      }).listen(0, '127.0.0.1');
      const hanger = createServer(() => {}).listen(0, '127.0.0.1');
      await sleep(50);
      const urlOf = (one: typeof server): string => `http://127.0.0.1:${(one.address() as AddressInfo).port}/`;
      const receivers = [{ url: urlOf(server) }, ...(hanging ? [{ url: urlOf(hanger) }] : [])];
      await withEngine(open, { receivers }, async (engine) => {
        const taken = await seconds(async () => {
          await abreast(5000, () => engine.run('a', createPix));
          while (received < 10_000) await sleep(1);
        });
        rates.push(Math.round(10_000 / taken));
      });
      for (const one of [server, hanger]) {
        one.closeAllConnections();
        one.close();
      }
    }
    console.log(`| ${name} | ${rates.join(' | ')} |`);
    all.push(
      ...rates.map((rate, index): [string, number] => [index === 0 ? name : `${name}, beside one that hangs`, rate]),
    );
  }
  console.log();
  for (const [what, rate] of all) atLeast(`${what}, deliveries a second`, rate, 2000);
}

/** Measures a file that keeps 2,000 of each kind after ten times as many creations, and the start with a large file. */
export async function fileSizes(): Promise<void> {
  const path = join(folder, 'kept.db');
  const sizes: number[] = [];
  await withEngine(
    () => openStore(path),
    { keep: 2000 },
    async (engine) => {
      for (let round = 0; round < 10; round++) {
        await abreast(2000, () => engine.run('a', createPix));
        sizes.push([path, `${path}-wal`].reduce((sum, one) => sum + statSync(one).size, 0) / 1e6);
      }
    },
  );
  const [, second = 0] = sizes;
  console.log(
    `A file under --keep 2000 after each 2,000 creations, MB: ${sizes.map((size) => size.toFixed(1)).join(' ')}\n`,
  );
  atMost('the last of these over the second', (sizes.at(-1) ?? 0) / second, 1.2);

  const large = join(folder, 'large.db');
  await withEngine(
    () => openStore(large),
    {},
    (engine) => abreast(20_000, () => engine.run('a', createPix)),
  );
  const times: number[] = [];
  for (let round = 0; round < 5; round++) {
    const load = async (engine: Engine): Promise<unknown> =>
      engine.run('a', (work) => work.page('transactions', { page: 1, perPage: 15 }));
    times.push(
      await seconds(() =>
        withEngine(
          () => openStore(large),
          {},
          async (engine) => void (await load(engine)),
        ),
      ),
    );
  }
  atMost('seconds to open a file of 20,000 transactions and list them', median(times), 1);
}

/** Measures how long a request waits if three processes use one account on one server. */
export async function contention(): Promise<void> {
  const server = await RedisServer.start(['--appendonly', 'yes', '--appendfsync', 'everysec']);
  const module = fileURLToPath(new URL('../../sandbox/process.ts', import.meta.url));
  const children = Array.from({ length: 3 }, () => fork(module, [server.address, ''], { execArgv: process.execArgv }));
  try {
    await Promise.all(children.map((child) => once(child, 'message')));
    const call = { call: 'createTransaction', body: { amount: 15_990, payment_method: 'pix', async: true } };
    const waits = await Promise.all(children.map((child) => waitsOf(child, call, 3000)));
    for (const [index, own] of waits.entries()) {
      console.log(
        `process ${index + 1}: ${own.length} creations, p50 ${percentile(own, 0.5)} ms, p99 ${percentile(own, 0.99)} ms`,
      );
    }
    atMost('p99 of three processes on one account, 4 requests at a time each, ms', percentile(waits.flat(), 0.99), 100);
  } finally {
    for (const child of children) child.kill('SIGKILL');
    await server.remove();
  }
}

/** Returns the milliseconds of each of `count` jobs, four at a time. @throws if a job fails */
async function waitsOf(child: ChildProcess, job: object, count: number): Promise<number[]> {
  const waits: number[] = [];
  const pending = new Map<number, (status: number) => void>();
  child.on('message', ({ number, result }: { number: number; result: { status: number } }) =>
    pending.get(number)?.(result.status),
  );
  let last = 0;
  const worker = async (): Promise<void> => {
    while (last < count) {
      const number = ++last;
      const start = performance.now();
      const status = await new Promise<number>((resolve) => {
        pending.set(number, resolve);
        child.send({ number, account: 'a', job });
      });
      pending.delete(number);
      if (status !== 200) throw new Error(`a creation got ${status}`);
      waits.push(performance.now() - start);
    }
  };
  await Promise.all([worker(), worker(), worker(), worker()]);
  return waits;
}

function percentile(values: readonly number[], share: number): number {
  return Math.round(values.toSorted((one, other) => one - other)[Math.floor(values.length * share)] ?? 0);
}
