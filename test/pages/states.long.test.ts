import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buyersOf, checkPlace, checkScene, consolePlaces, DARK, LIGHT } from './states.ts';
import { openWorld, type World } from './world.ts';

// browser.test.ts looks at some of the states, in one of the two.
describe('in Chromium', { tags: 'chromium', timeout: 180_000 }, () => {
  let world: World;
  beforeAll(async () => {
    world = await openWorld({ clock: '2026-11-20T12:00:00Z' });
  }, 90_000);
  afterAll(() => world?.[Symbol.asyncDispose]());

  test.each([LIGHT, DARK])('every state of the buyer pages looks as it should: $name', async (view) => {
    const { page, complaints, elsewhere } = await world.open('about:blank', view.options);
    for (const scene of buyersOf(world).scenes) await checkScene(page, scene, view);
    expect({ complaints, elsewhere }).toEqual({ complaints: [], elsewhere: [] });
    await page.context().close();
  });

  test.each([
    ['wide and light', {}],
    ['narrow and dark', DARK.options],
  ])('every section of the console looks as it should: %s', async (_, options) => {
    await world.api('POST', '/_sandbox/populate', { transactions: 16, links: 3, subscriptions: 2 });
    const { data } = await world.api('GET', '/_sandbox/objects?kind=transactions&status=paid');
    const { page, complaints, elsewhere } = await world.open('/_sandbox/#/transactions', options);
    for (const place of consolePlaces(data[0].id)) await checkPlace(world, page, place);
    expect({ complaints, elsewhere }).toEqual({ complaints: [], elsewhere: [] });
    await page.context().close();
  });
});
