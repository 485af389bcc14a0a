/** Whether a part waits for another is known where each request names its part. */
import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { Turns } from '../../src/explore/turns.js';
import { type ExploreShop, setUpSandbox } from '../../src/testing/index.js';
import { Locked } from './shops/careful.js';
import { explore } from './shops/failure.js';
import { BY_CARD, scenarioOf } from './shops/shop.js';

const newAccount = setUpSandbox(afterAll);
const ALIVE = new AbortController().signal;
const LONGER_THAN_A_SILENCE = 400;

test('a part is held until the call of the other has its answer and the part has ended', async () => {
  const turns = new Turns({ slowest: 0, isNamed: true }, () => false);
  const did: string[] = [];
  turns.asks({ part: 'flow', died: ALIVE });
  const other = async (): Promise<void> => {
    const answer = turns.asks({ part: 'second click', died: ALIVE });
    await sleep(LONGER_THAN_A_SILENCE);
    answer();
    did.push('second click');
  };

  await turns.hold(other(), 'flow', 'flow or second click');

  expect([did, turns.silences]).toEqual([['second click'], 0]);
});

test('a part without a call waits for the held one, and the call of a dead process is nothing to wait for', async () => {
  const turns = new Turns({ slowest: 0, isNamed: true }, () => false);
  turns.asks({ part: 'flow', died: ALIVE });
  turns.asks({ part: 'second click', died: AbortSignal.abort() });

  await turns.hold(new Promise(() => {}), 'flow', 'flow or second click');

  expect([turns.silences, turns.mixed]).toEqual([0, 'flow or second click']);
});

test('the silence of a part whose requests do not name it is a guess', async () => {
  const turns = new Turns({ slowest: 0, isNamed: false }, () => false);

  await turns.hold(new Promise(() => {}), 'flow', 'flow or second click');

  expect(turns.silences).toBe(1);
});

/** Charges by its own means, and lets one click through at a time. */
function lockedBy(post: (url: string, init: { body: string; headers: Record<string, string> }) => Promise<number>) {
  const shop: ExploreShop<{ pay(): Promise<void> }> = {
    start({ baseUrl, accessToken }) {
      let last = Promise.resolve();
      let isDone = false;
      const pay = async (): Promise<void> => {
        if (isDone) return;
        isDone = true;
        const headers = { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' };
        await post(`${baseUrl}/v1/transactions`, { body: JSON.stringify(BY_CARD), headers });
      };
      return {
        pay() {
          last = last.catch(() => {}).then(pay);
          return last;
        },
      };
    },
    flow: (shop) => shop.pay(),
  };
  return shop;
}

const byFetch = lockedBy(async (url, init) => (await fetch(url, { ...init, method: 'POST' })).status);
const byHttp = lockedBy(
  (url, { body, headers }) =>
    new Promise((resolve, reject) => {
      const sent = request(url, { method: 'POST', headers }, (response) => {
        response.resume().on('end', () => resolve(response.statusCode ?? 0));
      });
      sent.on('error', reject).end(body);
    }),
);

const CLICKS = { without: ['request', 'crash', 'event', 'forged', 'buyer', 'later', 'assumption'] } as const;

test('each plan of a shop with a lock runs once', async () => {
  expect(await explore(newAccount, scenarioOf(Locked), CLICKS)).toMatchObject({ failures: [], repeated: 0 });
  expect(await explore(newAccount, byFetch, CLICKS)).toMatchObject({ failures: [], repeated: 0 });
});

test('a plan with a guessed silence runs once more alone', async () => {
  const { repeated } = await explore(newAccount, byHttp, CLICKS);
  expect(repeated).toBeGreaterThan(0);
});
