import { describe, expect, test } from 'vitest';
import type { Assumed, SandboxControls, SandboxServer } from '../../../../sandbox/src/index.js';
import { some } from '../../../../test/property-runs.ts';
import { type GuideLanguage, type Shop, startShop } from './functions.ts';
import { type LossyGateway, startLossyGateway } from './lossy-gateway.ts';

// Runs the code of the guide "Refunds and chargebacks" as a shop, also against a gateway that does not behave as assumed.

const DAY = 86_400_000;
const AMOUNT = 1000;
const languages: [GuideLanguage, { tags?: 'php' }][] = [
  ['TypeScript', {}],
  ['PHP', { tags: 'php' }],
];

type Act = 'pay' | 'expire' | 'refund' | 'settle' | 'decline' | 'chargeback' | 'winChargeback' | 'review' | 'approve';

for (const [language, options] of languages) {
  describe(`the state of an order in ${language}`, options, () => {
    async function open(assume: Assumed = {}) {
      const gateway = await startLossyGateway();
      await gateway.sandbox.assume(assume);
      const shop = await startShop(language, gateway.url);
      return {
        ...{ gateway, shop, sandbox: gateway.sandbox },
        async [Symbol.asyncDispose]() {
          await shop[Symbol.asyncDispose]();
          await gateway[Symbol.asyncDispose]();
        },
      };
    }
    interface Opened {
      readonly gateway: LossyGateway;
      readonly shop: Shop;
      readonly sandbox: SandboxServer;
    }

    /** An open order with one payment, and functions that act and save and return its state. */
    async function ordered({ sandbox, shop }: Opened, payment_method = 'pix') {
      const start = Date.now();
      const time = (days: number) => (language === 'PHP' ? Math.round(start / 1000) : start) + days * dayOf(language);
      const order = { transactions: [] as number[], amount: AMOUNT, refunded: 0, deadline: time(10), state: 'open' };
      const attempt = async (method = payment_method) => {
        const id = await create(sandbox, method);
        order.transactions.push(id);
        return id;
      };
      const state = async (days = 0) => {
        order.state = String(await shop.call('stateOf', order, time(days)));
        return order.state;
      };
      const first = await attempt();
      return {
        ...{ order, first, attempt, state },
        /** Acts on a payment, and returns the state of the order after each act. */
        async after(acts: readonly (Act | readonly [Act, { amount: number }])[], id = first) {
          const states: string[] = [];
          for (const one of acts) {
            const [act, given = {}] = typeof one === 'string' ? [one] : one;
            await (sandbox[act] as SandboxControls['pay'])(id, given);
            states.push(await state());
          }
          return states;
        },
      };
    }

    test.each<[string, (Act | readonly [Act, { amount: number }])[], string[], Assumed?]>(
      some([
        ['a chargeback, and one that the shop wins', ['chargeback', 'winChargeback'], ['disputed', 'paid']],
        ['a review that is declined after the shipment', ['review', 'decline'], ['in review', 'returned']],
        ['a review that is approved', ['review', 'approve'], ['in review', 'paid']],
        ['a refund in the back office', ['refund', 'settle'], ['going back', 'returned']],
        ['a refund that fails', ['refund', 'decline'], ['going back', 'paid']],
        ['a partial refund in the back office', [['refund', { amount: 300 }]], ['wrong amount']],
        ['a chargeback of a part', [['chargeback', { amount: 300 }]], ['wrong amount']],
        [
          'a partial refund that is pending',
          [['refund', { amount: 300 }], 'settle'],
          ['going back', 'wrong amount'],
          { 'refund-rules': 'partial-is-pending' },
        ],
        [
          'a refund by a gateway that keeps paid_amount',
          ['refund', 'settle'],
          ['going back', 'returned'],
          { 'refund-rules': 'keeps-paid-amount' },
        ],
      ]),
    )('knows %s', async (_name, acts, states, assume) => {
      await using opened = await open(assume);
      const { after } = await ordered(opened);
      expect(await after(['pay', ...acts])).toEqual(['paid', ...states]);
    });

    test('of a shop that refunded a part stays paid, for any paid_amount', async () => {
      for (const assume of [{}, { 'refund-rules': 'keeps-paid-amount' }] as const) {
        await using opened = await open(assume);
        const { order, first, after, state } = await ordered(opened);
        await after(['pay']);
        await opened.sandbox.refund(first, { amount: 300 });
        order.refunded = 300;
        expect(await state()).toBe('paid');
      }
    });

    test.each(some(['pix', 'boleto']))('knows that a %s got another amount', async (method) => {
      for (const amount of [AMOUNT - 90, AMOUNT + 100]) {
        await using opened = await open();
        const { after } = await ordered(opened, method);
        expect(await after([['pay', { amount }]])).toEqual(['wrong amount']);
      }
    });

    test('with several payments is not canceled by an attempt that expired or was refunded', async () => {
      await using opened = await open();
      const { first, attempt, after, state, order } = await ordered(opened);
      const second = await attempt();
      expect(await after(['expire'])).toEqual(['open']);
      expect(await after(['pay'], second)).toEqual(['paid']);
      const third = await attempt();
      await opened.sandbox.pay(third);
      expect(await state()).toBe('wrong amount');
      expect(await after(['refund', 'settle'], third)).toEqual(['paid', 'paid']);
      expect(await after(['refund', 'settle'], second)).toEqual(['going back', 'returned']);
      expect(order.transactions).toEqual([first, second, third]);
    });

    test.each<[string, Assumed]>(
      some([
        ['pix', { 'pix-flow': 'stays-open' }],
        ['boleto', { 'boleto-flow': 'stays-open' }],
        ['pix', { 'pix-flow': 'paid-after-cancel' }],
        ['boleto', { 'boleto-flow': 'paid-after-cancel' }],
      ]),
    )('by %s expires at its deadline at the latest, and a late payment is for a person: %j', async (method, assume) => {
      await using opened = await open(assume);
      const { sandbox } = opened;
      const { first, state } = await ordered(opened, method);
      const isOpen = Object.values(assume).includes('stays-open');
      await sandbox.clock.advance({ days: 31 });
      expect([await state(0), await state(10), await state(11)]).toEqual([
        ...(isOpen ? ['open', 'open'] : ['expired', 'expired']),
        'expired',
      ]);
      await sandbox.pay(first);
      expect([await state(12), await state(13)]).toEqual(['paid late', 'paid late']);
    });

    test('paid and seen after the deadline, but before it expired, is paid', async () => {
      await using opened = await open();
      const { first, state } = await ordered(opened, 'boleto');
      await opened.sandbox.pay(first);
      expect([await state(30), await state(60)]).toEqual(['paid', 'paid']);
    });

    test('keeps its state for a status that the shop does not know, and while responses are lost', async () => {
      await using opened = await open();
      const { gateway, sandbox } = opened;
      const { first, state, after } = await ordered(opened);
      await after(['pay']);
      await sandbox.setStatus(first, { status: 'in_protest' });
      expect(await state()).toBe('paid');
      await sandbox.setStatus(first, { status: 'chargedback' });
      gateway.lose = () => true;
      await expect(state()).rejects.toThrow();
      gateway.lose = () => false;
      expect(await state()).toBe('disputed');
    });

    test('stays open during a review, and after one that is declined before the payment', {
      tags: 'long',
    }, async () => {
      await using opened = await open();
      const { sandbox } = opened;
      const { state, order } = await ordered(opened);
      const id = await create(sandbox, 'credit_card');
      order.transactions.splice(0, 1, id);
      expect(await state()).toBe('paid');
      order.state = 'open';
      await sandbox.review(id);
      expect(await state()).toBe('open');
      await sandbox.decline(id);
      expect(await state()).toBe('open');
    });
  });
}

const dayOf = (language: GuideLanguage) => (language === 'PHP' ? DAY / 1000 : DAY);

async function create({ url }: SandboxServer, payment_method: string): Promise<number> {
  const card = { card_number: '4111111111111111', card_holder_name: 'A', card_expiration_date: '1239', card_cvv: '1' };
  const body = { amount: AMOUNT, payment_method, customer: { name: 'Ana Souza', email: 'ana@example.com' } };
  const created = await fetch(`${url}/v1/transactions`, {
    method: 'POST',
    headers: { authorization: 'Bearer shop', 'content-type': 'application/json' },
    body: JSON.stringify(payment_method === 'credit_card' ? { ...body, card } : body),
  });
  return ((await created.json()) as { id: number }).id;
}
