import { join } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { unwrap } from '../../../src/index.js';
import { some } from '../../../test/property-runs.ts';
import { temporaryFolder } from '../../../test/temporary-folder.ts';
import { ACT_TABLE } from '../../src/acts/index.js';
import { setUpSandbox, type TestAccount } from '../../src/testing/index.js';
import { readTotals, type Situation, situationsOf } from '../../src/variants/index.js';
import { APPROVED_CARD } from '../entrances.ts';

const folder = temporaryFolder('situations');
afterEach(() => vi.unstubAllEnvs());
let count = 0;

/** Returns the situations of a test run with one account. */
async function run(play: (account: TestAccount) => Promise<unknown>): Promise<Situation[]> {
  const file = join(folder, `${++count}.jsonl`);
  vi.stubEnv('PAYMENT_GATEWAY_ASSUMPTIONS', file);
  const hooks: (() => unknown)[] = [];
  const newAccount = setUpSandbox((hook) => hooks.push(hook));
  await play(await newAccount());
  for (const hook of hooks) await hook();
  return situationsOf(readTotals(file));
}

/** Runs a line of code that a situation names. */
const runCode = (code: string, { account, receiver }: TestAccount, id?: number): Promise<unknown> =>
  new Function('account', 'receiver', 'id', `return ${code.replace('outcome: …', "outcome: 'approved'")}`)(
    account,
    receiver,
    id,
  );

const whats = (situations: readonly Situation[], isMet: boolean) =>
  situations.filter((one) => one.isMet === isMet).map(({ what }) => what);

/** Everything that a run can begin with. */
const statuses = Object.values(ACT_TABLE).flatMap(({ on }: { on: object }) =>
  Object.entries(on).flatMap(([kind, moves]) =>
    Object.keys(Object(moves)).flatMap((status) =>
      ['pix', 'boleto', 'card', '-'].map((method) => `${kind} ${method} new ${status}`),
    ),
  ),
);
const all = situationsOf({
  uses: [{ entry: 'refund-rules', uses: 1 }],
  facts: new Set(['request', 'event sent', ...statuses]),
});
const about = (noun: string) => all.filter(({ what }) => what.startsWith(`${noun}: `));

const CARD = { amount: 900, payment_method: 'credit_card', card: 'approved' };
const DEBIT = { ...CARD, payment_method: 'debit_card', card: 'request_authentication' };
const threeDSecure = { urlSuccess: 'https://shop.example/ok', urlFail: 'https://shop.example/no' };
const BEGINNINGS: Readonly<Record<string, object>> = {
  processing: { ...CARD, card: 'processing' },
  analyzing: { ...CARD, card: 'processing' },
  request_authentication: { ...DEBIT, threeDSecure },
};

describe('the line of code of a situation makes it happen:', () => {
  test.each(some(all.filter(({ what }) => /^(?:payment|Pix|boleto): |^a partial/.test(what))))(
    '$what',
    async ({ what, code }) => {
      const [, noun = '', from = 'paid'] = /^(\w+): (\w+)/.exec(what) ?? [];
      const byBank = { amount: 900, payment_method: noun.toLowerCase() };
      const entry = noun === 'Pix' || noun === 'boleto' ? byBank : (BEGINNINGS[from] ?? CARD);

      const situations = await run(async (created) => {
        const { transactions } = await created.account.load({ transactions: { order: { ...entry, status: from } } });
        await runCode(code, created, transactions?.order?.id);
      });

      expect(whats(situations, true)).toContain(what);
    },
  );

  test.each(some(about('link')))('$what', async ({ what, code }) => {
    const situations = await run(async (created) => {
      const { links } = await created.account.load({ links: { order: { amount: 900 } } });
      await runCode(code, created, links?.order?.id);
    });

    expect(whats(situations, true)).toContain(what);
  });

  test('those of a subscription', async () => {
    const codeTo = (status: string) =>
      (about('subscription').find(({ what }) => what.endsWith(`→ ${status}`))?.code ?? '').split(', then ');

    const situations = await run(async (created) => {
      const { client, account } = created;
      const { id: plan_id } = await unwrap(client.POST('/v1/plans', { body: { name: 'Club' } }));
      const price = { plan_id, amount: 990, currency: 'BRL', interval: 'month' } as const;
      const { id: price_id } = await unwrap(client.POST('/v1/prices', { body: { ...price, trial_days: 7 } as never }));
      const body = { price_id, payment_method: 'credit_card', card: APPROVED_CARD } as const;
      const begin = async () => (await unwrap(client.POST('/v1/subscriptions', { body }))).id;
      const [ended, canceled, unpaid] = [await begin(), await begin(), await begin()];
      for (const [id, status] of [
        [ended, 'paid'],
        [ended, 'ended'],
        [canceled, 'canceled'],
      ] as const)
        for (const code of codeTo(status).slice(0, 1))
          await runCode(status === 'paid' ? 'account.clock.advance({ months: 1 })' : code, created, id);
      for (const status of ['pending_payment', 'unpaid'])
        for (const code of codeTo(status)) await runCode(code, created, unpaid);
      await client.PUT('/v1/subscriptions/{id}', { params: { path: { id: unpaid } }, body: { card: APPROVED_CARD } });
      await account.pay(unpaid);
    });

    const advice = 'Let this test run its code, from sandbox/src/acts/table.ts or TIME_TO of variants/situations.ts';
    const missed = about('subscription').filter(({ what }) => !whats(situations, true).includes(what));
    expect(missed, advice).toEqual([]);
  });

  test.each(some(all.filter(({ code }) => /events\.disturb|failNext|respondWith|assume/.test(code))))(
    '$what',
    async ({ what, code }) => {
      const situations = await run(async (created) => {
        const { client } = created;
        await runCode(code, created);
        const body = { amount: 900, payment_method: 'credit_card', card: APPROVED_CARD } as const;
        await client.POST('/v1/transactions', { body }).catch(() => undefined);
        const paid = await unwrap(client.POST('/v1/transactions', { body }));
        await client.POST('/v1/transactions/{id}/refund', { params: { path: { id: paid.id } }, body: { amount: 100 } });
        if (what === 'a webhook handler that fails')
          await expect.poll(() => created.receiver.events.length).toBeGreaterThan(0);
      });

      expect(whats(situations, true)).toContain(what);
    },
  );
});

test('a run lists the situations that it missed, but only for the methods and objects that it uses', async () => {
  const situations = await run(async ({ account, client }) => {
    const body = { amount: 900, payment_method: 'pix', async: true } as const;
    const { id } = await unwrap(client.POST('/v1/transactions', { body }));
    await account.pay(id, { delivered: true });
  });

  expect(whats(situations, true)).toEqual(['Pix: waiting_payment → paid']);
  expect(whats(situations, false)).toEqual(
    expect.arrayContaining([
      'Pix: waiting_payment → canceled',
      'payment: paid → chargedback',
      'a partial refund',
      'an event before its response',
    ]),
  );
  expect(whats(situations, false).join()).not.toMatch(/boleto|link|subscription|chargedback →|authorized/);
});

test('a request that is refused has changed nothing, so it shows nothing', async () => {
  const situations = await run(async ({ account }) => {
    const { transactions } = await account.load({ transactions: { order: { amount: 900, payment_method: 'pix' } } });
    await expect(account.chargeback(transactions?.order?.id ?? 0)).rejects.toThrow();
  });
  expect(whats(situations, true)).toEqual([]);
});
