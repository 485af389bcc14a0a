import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { runs } from '../../../test/property-runs.ts';
import type { Engine } from '../../src/engine/engine.js';
import { type DueRule, Refusal } from '../../src/state/index.js';
import { engines, START } from '../engines.js';
import { describeEachPlace, describePlace, describeSharedPlaces } from '../places.js';

const DAY = 86_400_000;

const createDue = (engine: Engine, due: number, hidden = {}): Promise<number> =>
  engine.run('a', (work) => {
    const id = work.id();
    return work.create('plans', { id, value: { id }, hidden, due }).id;
  });

const until = (done: () => boolean): Promise<void> => expect.poll(done, { interval: 2 }).toBe(true);

/** Returns a rule that records when it ran and for which object. */
function noting(next?: (time: number) => number | null): { ran: [id: number, now: number][]; rule: DueRule } {
  const ran: [number, number][] = [];
  const rule: DueRule = (work, object) => {
    ran.push([object.id, work.now]);
    if (next !== undefined) work.change(object, { due: next(work.now) });
  };
  return { ran, rule };
}

describePlace('a clock', (newPlace) => {
  const engineOn = engines();

  test('that is frozen moves only by advances, separately for each account', async () => {
    const engine = await engineOn(newPlace());
    await sleep(5);
    expect(await engine.clocks.now('a')).toBe(START);
    expect(await engine.clocks.advance('a', '31d')).toBe(START + 31 * DAY);
    expect(await engine.clocks.advance('a', { months: 1 })).toBe(Date.UTC(2027, 0, 21, 12));
    expect(await engine.clocks.now('a')).toBe(Date.UTC(2027, 0, 21, 12));
    expect(await engine.clocks.now('b')).toBe(START);
    expect(await engine.run('a', (work) => work.now)).toBe(Date.UTC(2027, 0, 21, 12));
  });

  test('of the system runs, and advances add to it', async () => {
    const engine = await engineOn(newPlace(), { clock: { kind: 'system', offset: 0 } });
    // The server's time is known up to the duration of the request.
    const before = Date.now() - 20_000;
    expect(await engine.clocks.now('a')).toBeGreaterThanOrEqual(before);
    expect(await engine.clocks.now('a')).toBeLessThanOrEqual(Date.now() + 20_000);
    await engine.clocks.advance('a', '1d');
    const now = await engine.clocks.now('a');
    expect(now).toBeGreaterThanOrEqual(before + DAY);
    await sleep(20);
    expect(await engine.clocks.now('a')).toBeGreaterThan(now);
    await engine.clocks.freeze('a');
    const frozen = await engine.clocks.now('a');
    await sleep(20);
    expect(await engine.clocks.now('a')).toBe(frozen);
    await engine.clocks.release('a');
    await sleep(20);
    expect(await engine.clocks.now('a')).toBeGreaterThan(frozen);
  });

  test('of the system runs work that an advance made due, at the new time', async () => {
    const { ran, rule } = noting();
    const engine = await engineOn(newPlace(), { clock: { kind: 'system', offset: 0 }, dueRules: { plans: rule } });
    const now = await engine.clocks.now('a');
    const near = await createDue(engine, now + DAY);
    const far = await createDue(engine, now + 2 * DAY);
    await engine.clocks.advanceTo('a', now + DAY / 2);
    expect(ran).toEqual([]);
    await engine.clocks.advanceTo('a', now + DAY - 500);
    await until(() => ran.length > 0);
    expect(ran).toEqual([[near, now + DAY]]);
    await engine.clocks.advanceTo('a', now + 2 * DAY - 50);
    await until(() => ran.length > 1);
    expect(ran[1]).toEqual([far, now + 2 * DAY]);
  });

  // Redis has a clock of its own.
  const withRedis = process.env.SANDBOX_STATE === 'redis';
  test.skipIf(withRedis)('of the system follows the clock of the host when it is set forward', async () => {
    const engine = await engineOn(newPlace(), { clock: { kind: 'system', offset: 0 } });
    const before = await engine.clocks.now('a');
    const hostTime = Date.now.bind(Date);
    vi.spyOn(Date, 'now').mockImplementation(() => hostTime() + 3_600_000);
    try {
      // A store tells its time with each answer, so the next call has it. Both clocks are cut to whole milliseconds.
      await engine.clocks.now('a');
      expect(await engine.clocks.now('a')).toBeGreaterThanOrEqual(before + 3_600_000 - 1);
    } finally {
      vi.restoreAllMocks();
    }
  });

  test('never moves backward', async () => {
    const engine = await engineOn(newPlace());
    await engine.clocks.advanceTo('a', START + DAY);
    await expect(engine.clocks.advanceTo('a', START)).rejects.toThrow(
      /^to: is before the clock, which is at 2026-11-21T12:00:00.000Z and never goes back/,
    );
    await expect(engine.clocks.advanceTo('a', Number.NaN)).rejects.toThrow(/never goes back/);
    expect(await engine.clocks.now('a')).toBe(START + DAY);
  });

  test('runs due work in time order, each item at its own time', async () => {
    const { ran, rule } = noting();
    const engine = await engineOn(newPlace(), { dueRules: { plans: rule } });
    const run = fc.asyncProperty(
      fc.array(fc.integer({ min: 1, max: 50 }), { maxLength: 15 }),
      fc.nat(60),
      async (dues, ahead) => {
        ran.length = 0;
        await engine.reset('a');
        for (const due of dues) await createDue(engine, START + due);
        await engine.clocks.advance('a', { milliseconds: ahead });
        const expected = dues
          .map((due, index): [number, number] => [1001 + index, START + due])
          .filter(([, due]) => due <= START + ahead)
          .sort((a, b) => a[1] - b[1] || a[0] - b[0]);
        expect(ran).toEqual(expected);
      },
    );
    await fc.assert(run, { numRuns: runs(40) });
  });

  test('other work between two due items sees the time of the first item', async () => {
    const seen: number[] = [];
    const others: Promise<unknown>[] = [];
    const look = (): Promise<unknown> => engine.run('a', (work) => seen.push(work.now));
    const busy: DueRule = () => {
      others.push(look());
      // This takes longer than due work may block other work.
      for (const end = performance.now() + 10; performance.now() < end; );
    };
    const engine: Engine = await engineOn(newPlace(), { dueRules: { plans: busy } });
    await createDue(engine, START + DAY);
    await createDue(engine, START + 2 * DAY);
    await engine.clocks.advance('a', '3d');
    await Promise.all(others);
    expect(seen).toEqual([START + DAY, START + 2 * DAY]);
  });

  test('does not loop if a rule sets no later due time', async () => {
    const { ran, rule } = noting((now) => now);
    const engine = await engineOn(newPlace(), { dueRules: { plans: rule } });
    const id = await createDue(engine, START + 1);
    await engine.clocks.advance('a', '1d');
    expect(ran).toEqual([[id, START + 1]]);
    expect((await engine.run('a', (work) => work.get('plans', id)))?.due).toBeUndefined();
  });

  test('continues if a rule fails, reports the error once, and discards its changes', async () => {
    const errors: unknown[] = [];
    const failing: DueRule = (work, object) => {
      work.change(object, { value: { half: 'done' }, due: work.now + 1 });
      throw object.id === 1001 ? new Refusal(422, ['refused']) : new Error('broken');
    };
    const engine = await engineOn(newPlace(), { dueRules: { plans: failing }, onError: (error) => errors.push(error) });
    for (const due of [1, 2]) await createDue(engine, START + due);
    await engine.clocks.advance('a', '1d');
    expect(errors.map(String)).toEqual(['Refusal: refused', 'Error: broken']);
    expect((await engine.run('a', (work) => work.get('plans', 1001)))?.value).toEqual({ id: 1001 });
    expect(await engine.clocks.now('a')).toBe(START + DAY);
  });

  test('runs advances of an account one after the other', async () => {
    const engine = await engineOn(newPlace());
    await Promise.all(Array.from({ length: 5 }, () => engine.clocks.advance('a', '1d')));
    expect(await engine.clocks.now('a')).toBe(START + 5 * DAY);
  });

  test('stops an advance if the account is reset', async () => {
    const resets: Promise<void>[] = [];
    const engine: Engine = await engineOn(newPlace(), {
      dueRules: {
        plans: (_, plan) => {
          if (plan.id === 1005) resets.push(engine.reset('a'));
        },
      },
    });
    for (let due = 1; due <= 10; due++) await createDue(engine, START + due);
    await engine.clocks.advance('a', '1d');
    await Promise.all(resets);
    expect(await engine.clocks.now('a')).toBe(START);
    expect((await engine.run('a', (work) => work.page('plans', { page: 1, perPage: 1 }))).total).toBe(0);
  });

  test('runs overdue work at once, even if it is frozen', async () => {
    const { ran, rule } = noting();
    const engine = await engineOn(newPlace(), { dueRules: { plans: rule } });
    const id = await createDue(engine, START);
    await until(() => ran.length > 0);
    expect(ran).toEqual([[id, START]]);
  });

  test('lets timers and other work run during a long advance', async () => {
    const { ran, rule } = noting((now) => now + 1);
    const engine = await engineOn(newPlace(), { dueRules: { plans: rule } });
    await createDue(engine, START + 1);
    let ticks = 0;
    const ticker = setInterval(() => ticks++, 1);
    const advancing = engine.clocks.advance('a', '3s');
    const meanwhile = createDue(engine, START + 10 * DAY).then(() => ran.length);
    await advancing;
    clearInterval(ticker);
    expect(ran).toHaveLength(3000);
    expect(await meanwhile).toBeLessThan(3000);
    expect(ticks).toBeGreaterThan(0);
  });
});

describeEachPlace('a clock of the system', (newPlace) => {
  const engineOn = engines();

  test('does not go back with the clock of the host, and due work does not wait for it', async () => {
    const { ran, rule } = noting();
    const place = newPlace();
    const options = { clock: { kind: 'system', offset: 0 }, dueRules: { plans: rule } } as const;
    const engine = await engineOn(place, options);
    const before = await engine.clocks.now('a');
    const hostTime = Date.now.bind(Date);
    vi.spyOn(Date, 'now').mockImplementation(() => hostTime() - 3_600_000);
    try {
      await createDue(engine, before + 300);
      expect(await engine.clocks.now('a')).toBeGreaterThanOrEqual(before);
      await until(() => ran.length > 0);
      // A process that starts now sees the same time.
      const other = await engineOn(place, options);
      if (place.state !== undefined) expect(await other.clocks.now('a')).toBeGreaterThanOrEqual(before);
    } finally {
      vi.restoreAllMocks();
    }
  });

  test.each([
    ['released', (engine: Engine) => engine.clocks.release('a')],
    ['advanced', (engine: Engine) => engine.clocks.advance('a', '1d')],
  ])('does not go back for a request that arrived before the clock was %s', async (_, move) => {
    const place = newPlace();
    const engine = await engineOn(place);
    const other = place.state === undefined ? engine : await engineOn(place);
    await engine.clocks.release('a');
    await engine.clocks.freeze('a');
    const arrived = performance.now() - 10_000;
    await engine.clocks.release('a');
    await move(engine);
    const before = await engine.clocks.now('a');
    for (const one of [engine, other]) {
      expect(await one.run('a', (work) => work.now, { at: arrived })).toBeGreaterThanOrEqual(before - 1000);
    }
  });
});

describeSharedPlaces('the clock of an account that two sandboxes share', (newPlace) => {
  const engineOn = engines();

  test('advances by the sum of all advances, one after the other', async () => {
    const place = newPlace();
    const { ran, rule } = noting((time) => time + DAY / 2);
    const both = [
      await engineOn(place, { dueRules: { plans: rule } }),
      await engineOn(place, { dueRules: { plans: rule } }),
    ];
    await createDue(both[0] as Engine, START + DAY / 2);

    const reached = await Promise.all(
      Array.from({ length: 6 }, () => both.map((engine) => engine.clocks.advance('a', '1d'))).flat(),
    );

    expect(reached.toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: 12 }, (_, index) => START + (index + 1) * DAY),
    );
    expect([...new Set(ran.map(([, time]) => time))]).toEqual(
      Array.from({ length: 24 }, (_, index) => START + ((index + 1) * DAY) / 2),
    );
    for (const engine of both) expect(await engine.clocks.now('a')).toBe(START + 12 * DAY);
  });

  test('does not wait for a sandbox that ended during its advance', async () => {
    const engine = await engineOn(newPlace());
    await engine.run('a', (unit) => unit.setDocument('advance', { by: 'ended', until: unit.realTime + 200 }));
    expect(await engine.clocks.advance('a', '1d')).toBe(START + DAY);
    expect(JSON.stringify(await engine.snapshot('a'))).not.toContain('"advance"');
  });
});
