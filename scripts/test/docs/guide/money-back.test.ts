import { describe, expect } from 'vitest';
import type { Assumed, SandboxControls, SandboxServer } from '../../../../sandbox/src/index.js';
import { some } from '../../../../test/property-runs.ts';
import { type GuideLanguage, type Shop, shopTest } from './functions.ts';
import type { LossyGateway } from './lossy-gateway.ts';

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
    const it = shopTest(language);

    /** An open order with one payment, and functions that act and save and return its state. */
    async function ordered(
      { gateway: { sandbox }, shop }: { gateway: LossyGateway; shop: Shop },
      payment_method = 'pix',
    ) {
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

    it.for<[string, (Act | readonly [Act, { amount: number }])[], string[], Assumed?]>(
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
    )('knows %s', async ([, acts, states, assume = {}], { gateway, shop }) => {
      await gateway.sandbox.assume(assume);
      const { after } = await ordered({ gateway, shop });
      expect(await after(['pay', ...acts])).toEqual(['paid', ...states]);
    });

    it('of a shop that refunded a part stays paid, for any paid_amount', async ({ gateway, shop }) => {
      for (const assume of [{}, { 'refund-rules': 'keeps-paid-amount' }] as const) {
        await gateway.sandbox.assume(assume);
        const { order, first, after, state } = await ordered({ gateway, shop });
        await after(['pay']);
        await gateway.sandbox.refund(first, { amount: 300 });
        order.refunded = 300;
        expect(await state()).toBe('paid');
      }
    });

    it.for(some(['pix', 'boleto']))('knows that a %s got another amount', async (method, { gateway, shop }) => {
      for (const amount of [AMOUNT - 90, AMOUNT + 100]) {
        const { after } = await ordered({ gateway, shop }, method);
        expect(await after([['pay', { amount }]])).toEqual(['wrong amount']);
      }
    });

    it('with several payments is not canceled by one that expired or was refunded', async ({ gateway, shop }) => {
      const { first, attempt, after, state, order } = await ordered({ gateway, shop });
      const second = await attempt();
      expect(await after(['expire'])).toEqual(['open']);
      expect(await after(['pay'], second)).toEqual(['paid']);
      const third = await attempt();
      await gateway.sandbox.pay(third);
      expect(await state()).toBe('wrong amount');
      expect(await after(['refund', 'settle'], third)).toEqual(['paid', 'paid']);
      expect(await after(['refund', 'settle'], second)).toEqual(['going back', 'returned']);
      expect(order.transactions).toEqual([first, second, third]);
    });

    it.for<[string, Assumed]>(
      some([
        ['pix', { 'pix-flow': 'stays-open' }],
        ['boleto', { 'boleto-flow': 'stays-open' }],
        ['pix', { 'pix-flow': 'paid-after-cancel' }],
        ['boleto', { 'boleto-flow': 'paid-after-cancel' }],
      ]),
    )(
      'by %s expires at its deadline, and a late payment is for a person: %j',
      async ([method, assume], { gateway, shop }) => {
        const { sandbox } = gateway;
        await sandbox.assume(assume);
        const { first, state } = await ordered({ gateway, shop }, method);
        const isOpen = Object.values(assume).includes('stays-open');
        await sandbox.clock.advance({ days: 31 });
        expect([await state(0), await state(10), await state(11)]).toEqual([
          ...(isOpen ? ['open', 'open'] : ['expired', 'expired']),
          'expired',
        ]);
        await sandbox.pay(first);
        expect([await state(12), await state(13)]).toEqual(['paid late', 'paid late']);
      },
    );

    it('paid and seen after the deadline, but before it expired, is paid', async ({ gateway, shop }) => {
      const { first, state } = await ordered({ gateway, shop }, 'boleto');
      await gateway.sandbox.pay(first);
      expect([await state(30), await state(60)]).toEqual(['paid', 'paid']);
    });

    it('keeps its state for an unknown status, and while responses are lost', async ({ gateway, shop }) => {
      const { first, state, after } = await ordered({ gateway, shop });
      await after(['pay']);
      await gateway.sandbox.setStatus(first, { status: 'in_protest' });
      expect(await state()).toBe('paid');
      await gateway.sandbox.setStatus(first, { status: 'chargedback' });
      gateway.lose = () => true;
      await expect(state()).rejects.toThrow();
      gateway.lose = () => false;
      expect(await state()).toBe('disputed');
    });

    it('stays open during a review, and after one that is declined before the payment', {
      tags: 'long',
    }, async ({ gateway, shop }) => {
      const { sandbox } = gateway;
      const { state, order } = await ordered({ gateway, shop });
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
