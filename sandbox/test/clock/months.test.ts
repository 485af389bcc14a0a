import { expect, test } from 'vitest';
import { some } from '../../../test/property-runs.ts';
import { startSandbox } from '../../src/index.js';
import { createGateway } from '../rules/gateway.ts';
import { APPROVED, card, subscribe } from '../rules/requests.ts';

const DAY = 86_400_000;
/** The days around the end of each month of 2027, at two hours. At the first one, it is the day before in São Paulo. */
const STARTS = Array.from({ length: 12 }, (_, month) => Date.UTC(2027, month + 1, 1)).flatMap((next) =>
  [-3, -2, -1, 0].flatMap((day) => [2, 12].map((hour) => new Date(next + day * DAY + hour * 3_600_000).toISOString())),
);

/** Returns the number of charges of a monthly subscription after each advance of the clock. */
async function chargesAfter(start: string, advances: readonly object[]): Promise<number[]> {
  const gateway = createGateway({ start });
  await subscribe(gateway, { payment_method: 'credit_card', card: card(APPROVED) }, { interval: 'month' });
  const counts: number[] = [];
  for (const duration of advances) {
    await gateway.advanceBy(duration);
    counts.push((await gateway.transactions()).length);
  }
  return counts;
}

test('a monthly subscription renews once per month that the clock advances, from any day at the end of a month', async () => {
  const months = [1, 2, 3, 4].map(() => ({ months: 1 }));
  const found = new Map<string, number[]>();
  for (const start of [...some(some(STARTS)), '2027-03-31T02:00:00Z', '2027-01-31T12:00:00Z'])
    found.set(start, await chargesAfter(start, months));
  expect([...found].filter(([, charges]) => charges.join() !== '2,3,4,5')).toEqual([]);
});

test('several months at once charge as many times as one after the other', async () => {
  expect(await chargesAfter('2027-01-31T12:00:00Z', [{ months: 1 }, { months: 2 }, { years: 1 }])).toEqual([2, 4, 16]);
});

test('a day or a time in between counts from the day that the clock has by then', async () => {
  const clock = { clock: '2027-01-31T12:00:00Z', port: 0 } as const;
  await using sandbox = await startSandbox(clock);
  const advance = async (by: string) => (await sandbox.clock.advance(by)).toISOString().slice(0, 13);
  expect(await advance('1mo')).toBe('2027-02-28T12');
  expect(await advance('2h')).toBe('2027-02-28T14');
  expect(await advance('1mo')).toBe('2027-03-31T14');
  expect(await advance('1mo')).toBe('2027-04-30T14');
  expect(await advance('1d')).toBe('2027-05-01T14');
  expect(await advance('1mo')).toBe('2027-06-01T14');
});

test('with the clock on 31 March at 02:00 UTC, which is 30 March in São Paulo, a month later is 30 April there', async () => {
  await using sandbox = await startSandbox({ clock: '2027-03-31T02:00:00Z', port: 0 });
  expect((await sandbox.clock.advance({ months: 1 })).toISOString()).toBe('2027-05-01T02:00:00.000Z');
});
