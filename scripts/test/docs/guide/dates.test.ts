import { expect, test, vi } from 'vitest';
import { listingsOf, transpiled } from '../listings.ts';
import { startShop } from './functions.ts';

test.each([
  ['2026-11-21T00:59:59Z', '2026-11-25', '2026-11-28'], // 21:59 of November 20 in São Paulo
  ['2026-11-21T01:00:00Z', '2026-11-25', '2026-11-28'], // 22:00
  ['2026-11-21T02:59:59Z', '2026-11-25', '2026-11-28'], // 23:59
  ['2026-11-21T03:00:00Z', '2026-11-26', '2026-11-29'], // 00:00 of November 21
  ['2026-12-31T23:30:00Z', '2027-01-05', '2027-01-08'],
])('boleto: at %s the due date counts from the day in São Paulo', async (now, expiration, max_payment_date) => {
  const [code = ''] = listingsOf('ts').flatMap(({ guide, code }) => (guide === 'boleto' ? [code] : []));
  const POST = vi.fn(async (_path: string, _init: { body: unknown }) => ({}));
  const AsyncFunction = Object.getPrototypeOf(async () => {}).constructor;
  const program = new AsyncFunction('client', 'unwrap', 'console', transpiled(code.replace(/^import .*$/gm, '')));
  vi.useFakeTimers({ now: new Date(now), toFake: ['Date'] });
  try {
    await program({ POST }, (value: unknown) => value, { log: () => {} });
  } finally {
    vi.useRealTimers();
  }
  expect(POST.mock.calls[0]?.[1].body).toMatchObject({ boleto: { expiration, max_payment_date } });
});

test('pix: a time of a response is shown in São Paulo, with or without a zone', async () => {
  await using shop = await startShop('TypeScript', 'http://127.0.0.1:9');
  for (const [text, shown] of [
    ['2026-11-20 14:05:41', '20/11/2026, 11:05'],
    ['2026-11-20T14:05:41', '20/11/2026, 11:05'],
    ['2026-11-20T14:05:41.482915Z', '20/11/2026, 11:05'],
    ['2026-11-20T14:05:41-03:00', '20/11/2026, 14:05'],
    ['soon', 'soon'],
  ] as const) {
    expect(await shop.call('localTime', text), text).toBe(shown);
  }
});
