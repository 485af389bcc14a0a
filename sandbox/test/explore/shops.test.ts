import { afterAll, expect, test } from 'vitest';
import { explore, setUpSandbox } from '../../src/testing/index.js';
import { describeEachPlace } from '../places.js';
import { type Bug, bugs, run } from './bugs.js';
import * as shops from './shops.js';

describeEachPlace('explore', (newPlace) => {
  const hooks: (() => Promise<void>)[] = [];
  afterAll(async () => {
    for (const hook of hooks) await hook();
  });
  const newSandbox = () => setUpSandbox((hook) => hooks.push(hook), { state: newPlace().state });

  test.each(Object.entries(bugs))('finds the shop that %s, and repeats it by its name', async (_, bug) => {
    const { disruption, problem, timeline } = bug;
    const { failures, result, message } = await run(newSandbox(), bug, { only: disruption });
    expect([result.tried.length, failures.length, failures[0]?.plan]).toEqual([1, 1, disruption]);
    expect(failures[0]?.problem).toMatch(problem);
    expect(message).toContain(`repeat it    explore(newAccount, shop, { only: ${JSON.stringify(disruption)} })`);
    let rest = failures[0]?.timeline ?? [];
    for (const line of timeline) {
      const at = rest.findIndex((one) => line.test(one));
      expect(at, `${line} in\n${failures[0]?.timeline.join('\n')}`).toBeGreaterThanOrEqual(0);
      rest = rest.slice(at + 1);
    }
  });

  test('finds nothing wrong with a careful shop', async () => {
    const { failures } = await explore(newSandbox(), shops.scenarioOf(shops.Careful), { maxRuns: 10 });
    expect(failures).toEqual([]);
  });
});

const newAccount = setUpSandbox(afterAll);

test('groups failures with the same problem', async () => {
  const { Kind } = bugs['charges again after a lost response'] as Bug;
  const { message, failures } = await run(newAccount, { Kind } as Bug, { without: ['event', 'crash'] });
  expect(failures.length).toBeGreaterThan(2);
  expect(message.match(/was charged twice/g)).toHaveLength(1);
  expect(message).toMatch(/^explore: \d+ of \d+ plans broke the shop \(\d+ s\)\n\norder-1 was charged twice/);
  expect(message).toMatch(/also +createTransaction #1: 503 after commit, truncate.*; flow: second click in step/);
});
