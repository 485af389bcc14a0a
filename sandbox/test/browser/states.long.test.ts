import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buyersOf, checkPlace, checkScene, consolePlaces, DARK, ground, LIGHT } from './states.ts';
import { openWorld, type World } from './world.ts';

const WIDE = { width: 1440, height: 900 };
const NARROW = { width: 390, height: 844 };

describe('in Chromium', { tags: 'chromium' }, () => {
  let world: World;
  beforeAll(async () => {
    world = await openWorld({ clock: '2026-11-20T12:00:00Z' });
  });
  afterAll(() => world?.[Symbol.asyncDispose]());

  test.each([LIGHT, DARK])('every state of the buyer pages renders correctly: $name', async (view) => {
    const { page, complaints, elsewhere, close } = await world.open('about:blank', view.options);
    for (const scene of buyersOf(world).scenes) await checkScene(page, scene, view);
    const [red] = /\d+/.exec(await ground(page)) ?? [];
    expect(Number(red) < 128).toBe(view === DARK);
    expect({ complaints, elsewhere }).toEqual({ complaints: [], elsewhere: [] });
    await close();
  });

  test.each([
    ['wide and light', WIDE, 'light', 'pt-BR'],
    ['wide and dark', WIDE, 'dark', 'en-US'],
    ['narrow and light', NARROW, 'light', 'en-US'],
    ['narrow and dark', NARROW, 'dark', 'pt-BR'],
  ] as const)('every section of the console renders correctly: %s', async (_, viewport, colorScheme, locale) => {
    await world.api('POST', '/_sandbox/populate', { transactions: 16, links: 3, subscriptions: 2 });
    const { data } = await world.api('GET', '/_sandbox/objects?kind=transactions&status=paid');
    const { requests } = await world.api('GET', '/_sandbox/requests');
    const { page, complaints, elsewhere, close } = await world.open('/_sandbox/', { viewport, colorScheme, locale });
    const places = [...consolePlaces(data[0].id), 'customers', 'receivers', 'events/1', 'events?state=failed'];
    for (const place of [...places, `requests/${requests[0].number}`]) await checkPlace(world, page, place);
    expect({ complaints, elsewhere }).toEqual({ complaints: [], elsewhere: [] });
    await close();
  });
});
