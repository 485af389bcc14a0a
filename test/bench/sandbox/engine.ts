/** Measures the sandbox's engine, without HTTP. */
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { monthsAfter } from '../../../core/src/codes/days.js';
import { Engine, type EngineOptions } from '../../../sandbox/src/engine/engine.js';
import { countUse, countUses, Uses } from '../../../sandbox/src/state/uses.js';
import { openStore, type Store } from '../../../sandbox/src/stores/index.js';
import { atLeast, atMost, median, timed } from '../report.ts';
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

const seconds = async (task: () => Promise<unknown>): Promise<number> => (await timed(task)) / 1000;

/** Runs `count` tasks, 16 at a time. */
async function abreast(count: number, task: (index: number) => Promise<unknown>): Promise<void> {
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < count) await task(next++);
  };
  await Promise.all(Array.from({ length: 16 }, worker));
}

export async function pages(): Promise<void> {
  for (const [name, open] of Object.entries(places)) {
    await withEngine(open, { keep: 200_000 }, async (engine) => {
      await abreast(100, () => engine.run('small', createPix));
      await abreast(100_000, () => engine.run('large', createPix));
      const pageOf = (account: string, page: number) => () =>
        engine.run(account, (work) => work.page('transactions', { page, perPage: 15 }));
      const kinds = [pageOf('small', 1), pageOf('large', 1), pageOf('large', 3333)];
      const times = [0, 0, 0];
      for (let round = 0; round < 3000; round++) {
        for (const [index, read] of kinds.entries()) times[index] = (times[index] ?? 0) + (await seconds(read));
      }
      const [small = 0, first = 0, middle = 0] = times;
      atMost(`${name}, the first page of 15, of 100,000 over of 100`, first / small, 1.5);
      atMost(`${name}, a page in the middle, of 100,000 over of 100`, middle / small, 1.5);
    });
  }
}

/** The entries that decide in a request for a card payment, some twice. */
const DECIDE = ['card-kept', 'card-outcomes', 'status-meanings', 'card-outcomes', 'response-requiredness', 'card-kept'];

export async function counting(): Promise<void> {
  await withEngine(places.memory, {}, async (engine) => {
    await engine.run('a', () => {});
    const uses = new Uses();
    const decide = (): void => {
      for (const entry of DECIDE) countUse(entry);
    };
    const counted = (): void => {
      const used: number[] = [];
      countUses(decide, used);
      uses.add(used);
      engine.count('a', 'response-ids');
    };
    const [runs, rounds] = [100_000, 15];
    const nanoseconds = (task: () => void): number => {
      const before = process.cpuUsage();
      for (let run = 0; run < runs; run++) task();
      const { user, system } = process.cpuUsage(before);
      return ((user + system) * 1000) / runs;
    };
    const costs = Array.from({ length: rounds }, () => nanoseconds(counted) - nanoseconds(decide));
    atMost('to count the assumptions of a request, ns', median(costs), 1000);
  });
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

/** Measures a year over 10,000 monthly subscriptions. */
export async function advances(): Promise<void> {
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
        let [longest, last] = [0, performance.now()];
        const ticker = setInterval(() => {
          longest = Math.max(longest, performance.now() - last);
          last = performance.now();
        }, 5);
        const taken = await seconds(() => engine.clocks.advance('a', { years: 1 }));
        clearInterval(ticker);
        const { items } = await engine.run('a', (work) => work.page('subscriptions', { page: 1, perPage: 1 }));
        const what = `${name}, keep ${keep}, ${Number(items[0]?.hidden.charges) * 10_000} charges`;
        atMost(`${what}, seconds`, taken, 15);
        atMost(`${what}, longest pause of a timer meanwhile, ms`, longest, 100);
      });
    }
  }
}

/** Measures 5,000 creations with 10,000 deliveries, also with a receiver that hangs. */
export async function deliveries(): Promise<void> {
  for (const [name, open] of Object.entries(places)) {
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
        atLeast(`${name}${hanging ? ', beside one that hangs' : ''}, deliveries a second`, 10_000 / taken, 2000);
      });
      for (const one of [server, hanger]) {
        one.closeAllConnections();
        one.close();
      }
    }
  }
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
  const listed = (engine: Engine) =>
    engine.run('a', (work) => void work.page('transactions', { page: 1, perPage: 15 }));
  const times: number[] = [];
  while (times.length < 5) times.push(await seconds(() => withEngine(() => openStore(large), {}, listed)));
  atMost('seconds to open a file of 20,000 transactions and list them', median(times), 1);
}
