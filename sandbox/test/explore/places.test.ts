/** Places that a shop names itself. */
import { afterAll, expect, test } from 'vitest';
import type { ExploreGateway } from '../../src/explore/shop.js';
import { setUpSandbox } from '../../src/testing/index.js';
import { explore } from './shops/failure.js';
import { Shop, scenarioOf } from './shops/shop.js';

const newAccount = setUpSandbox(afterAll);

/** Explores a shop with a step between its charge and its end, and returns what its steps did. */
async function stepsOf(
  step: (place: ExploreGateway['place'], say: (what: string) => void) => Promise<void>,
  only: string,
) {
  const said: string[] = [];
  let place: ExploreGateway['place'] = async () => {};
  const shop = {
    ...scenarioOf(Shop),
    start(gateway: ExploreGateway) {
      place = gateway.place;
      said.length = 0;
      return new Shop(gateway.client);
    },
    async flow(own: Shop) {
      await own.checkout();
      await step(place, (what) => said.push(what));
    },
  };
  const { tried } = await explore(newAccount, shop, { only, jobs: 1 });
  expect(tried[0]?.outcome).not.toBe('did not happen');
  return said;
}

test.each([undefined, null, 1, '', 'a: b', 'a + b', 'a #1', 'x'.repeat(61)])('refuses the name %j', async (name) => {
  const said = await stepsOf(async (place, say) => {
    await place(name as string).catch((error: Error) => say(error.message));
  }, 'flow: second click after');
  expect(said[0]).toMatch(/^place: must be a name of up to 60 letters/);
});

test('a place that fails rejects, and is reached at the next attempt', async () => {
  const said = await stepsOf(async (place, say) => {
    await place('commit').catch((error: Error) => say(error.message));
    await place('commit').then(() => say('reached'));
  }, 'commit #1: fails');
  expect(said).toEqual(['commit: failed, as planned by explore', 'reached']);
});

test('after a crash at a place nothing of the process goes on, and the flow starts again', async () => {
  const said = await stepsOf(async (place, say) => {
    say('before');
    const other = new Promise<void>((resolve) => setTimeout(resolve, 5)).then(() => place('beside'));
    await place('commit');
    await other;
    say('after');
  }, 'commit #1: crash');
  expect(said).toEqual(['before', 'before', 'after']);
});
