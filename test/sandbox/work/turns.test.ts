import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Turns } from '../../../src/sandbox/work/turns.js';
import { runs } from '../../property-runs.ts';

const MOST = 3;

test('begins tasks in order: some side by side up to the bound, each other one alone', async () => {
  const task = fc.record({ abreast: fc.boolean(), ticks: fc.nat(5), fails: fc.boolean() });
  const run = fc.asyncProperty(fc.array(task, { maxLength: 30 }), async (tasks) => {
    const turns = new Turns(MOST);
    const begun: number[] = [];
    const running = new Set<number>();
    const results = await Promise.allSettled(
      tasks.map(({ abreast, ticks, fails }, index) =>
        turns.run(
          'a',
          async () => {
            begun.push(index);
            running.add(index);
            expect(running.size).toBeLessThanOrEqual(MOST);
            if ([...running].some((one) => tasks[one]?.abreast === false)) expect(running.size).toBe(1);
            for (let tick = 0; tick < ticks; tick++) await undefined;
            running.delete(index);
            if (fails) throw new Error('failed');
            return index;
          },
          { abreast },
        ),
      ),
    );
    expect(begun).toEqual(tasks.map((_, index) => index));
    expect(results.map(({ status }) => status)).toEqual(tasks.map(({ fails }) => (fails ? 'rejected' : 'fulfilled')));
  });
  await fc.assert(run, { numRuns: runs(200) });
});

test('runs side by side as many as it may, and by other names without regard to each other', async () => {
  const turns = new Turns(MOST);
  let running = 0;
  let most = 0;
  const task = async (): Promise<void> => {
    running++;
    most = Math.max(most, running);
    await new Promise(setImmediate);
    running--;
  };
  await Promise.all(Array.from({ length: 10 }, () => turns.run('a', task, { abreast: true })));
  expect(most).toBe(MOST);
  most = 0;
  await Promise.all(['a', 'b', 'c', 'd'].map((name) => turns.run(name, task)));
  expect(most).toBe(4);
  most = 0;
  const alone = new Turns(1);
  most = 0;
  await Promise.all(Array.from({ length: 5 }, () => alone.run('a', task, { abreast: true })));
  expect(most).toBe(1);
});
