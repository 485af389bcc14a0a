/** Time in the runs of `explore`. */
import { afterAll, expect, test } from 'vitest';
import { unwrap } from '../../../src/index.js';
import { untilNextWorkday } from '../../src/explore/others.js';
import type { ExploreGateway } from '../../src/explore/shop.js';
import { setUpSandbox } from '../../src/testing/index.js';
import { CarefulPix } from './shops/careful.js';
import { explore } from './shops/failure.js';
import { BY_CARD, payOpen, type Shop, scenarioOf } from './shops/shop.js';

const newAccount = setUpSandbox(afterAll);
const DAY = 86_400_000;
const pix = { ...scenarioOf(CarefulPix), buyer: payOpen };

test.each([
  ['2026-11-27T20:00:00Z', '2026-11-30T15:00:00.000Z'],
  ['2026-11-30T14:00:00Z', '2026-12-01T15:00:00.000Z'],
  ['2026-11-30T15:00:00Z', '2026-12-01T15:00:00.000Z'],
  ['2026-12-01T02:30:00Z', '2026-12-02T15:00:00.000Z'],
])('the next workday after %s is at %s', (from, to) => {
  const time = Date.parse(from);
  const later = time + Number.parseInt(untilNextWorkday(time), 10);
  expect([new Date(later).toISOString(), later - time >= DAY]).toEqual([to, true]);
});

/** Explores a Pix shop, and returns the times of the account at which its parts began. */
async function timesOf(only: string) {
  const times: { part: string; time: number }[] = [];
  let now: ExploreGateway['now'] = () => new Date();
  const at = (part: string) => times.push({ part, time: now().getTime() });
  const shop = {
    ...pix,
    start(gateway: ExploreGateway) {
      now = gateway.now;
      times.length = 0;
      return pix.start(gateway);
    },
    buyer: async (account: Parameters<typeof payOpen>[0], own: Shop) => {
      at('buyer');
      await payOpen(account);
      await own.reconcile();
    },
    reconcile: async (own: Shop) => {
      at('job');
      await own.reconcile();
    },
  };
  const { failures } = await explore(newAccount, shop, { only, jobs: 1 });
  expect(failures).toEqual([]);
  return times;
}

test('what others do later comes a day later, at noon in São Paulo on a workday', async () => {
  const times = await timesOf('later: refund');
  const gaps = times.slice(1).map(({ time }, index) => time - (times[index]?.time ?? 0));
  const longest = gaps.indexOf(Math.max(...gaps));
  expect(gaps[longest]).toBeGreaterThanOrEqual(DAY);
  expect(new Date(times[longest + 1]?.time ?? 0).toISOString()).toMatch(/T15:\d\d:\d\d\.\d{3}Z$/);
});

test('the repair job looks more than 30 times, for more than half an hour, before a slow buyer acts', async () => {
  const times = await timesOf('buyer: acts after the repair job');
  const looks = times.findIndex(({ part }) => part === 'buyer');
  expect(looks).toBeGreaterThan(30);
  expect((times[looks]?.time ?? 0) - (times[0]?.time ?? 0)).toBeGreaterThanOrEqual(30 * 60_000);
});

test('no two writes have the same time, and each response shows the time of the account', async () => {
  const seen: string[] = [];
  const shop = {
    start: (gateway: ExploreGateway) => gateway,
    async flow({ client, now, baseUrl, accessToken }: ExploreGateway) {
      const { id, updated_at: charged } = await unwrap(client.POST('/v1/transactions', { body: BY_CARD }));
      const params = { path: { id } };
      const sent = { params, body: { amount: 1 } };
      const { updated_at: refunded } = await unwrap(client.POST('/v1/transactions/{id}/refund', sent));
      const headers = { authorization: `Bearer ${accessToken}` };
      const response = await fetch(`${baseUrl}/v1/transactions/${id}`, { headers });
      await response.text();
      seen.push([charged, refunded].toSorted().join() === [charged, refunded].join() ? 'later' : 'not later');
      seen.push(charged === refunded ? 'equal' : 'different');
      seen.push(response.headers.get('date') === now().toUTCString() ? 'same date' : 'another date');
    },
  };
  await explore(newAccount, shop, { only: 'createTransaction #1: 429' });
  expect(seen.slice(0, 3)).toEqual(['later', 'different', 'same date']);
});
