import { describe, expect } from 'vitest';
import { createGatewayClient, unwrap } from '../../../../src/index.js';
import { some } from '../../../../test/property-runs.ts';
import { type GuideLanguage, shopTest } from './functions.ts';
import type { Json, LossyGateway } from './lossy-gateway.ts';

// Runs the code of the guide "Recovery" as a shop, against a gateway that loses responses.

const card = { card_number: '4111111111111111', card_holder_name: 'A', card_expiration_date: '1239', card_cvv: '123' };
const clientOf = ({ sandbox }: LossyGateway) => createGatewayClient({ baseUrl: sandbox.url, accessToken: 'shop' });

async function cardPayment(gateway: LossyGateway, capture: boolean): Promise<number> {
  const body = { amount: 15990, payment_method: 'credit_card', capture, card } as const;
  return (await unwrap(clientOf(gateway).POST('/v1/transactions', { body }))).id;
}

/** A customer and the request of a subscription to a new price. */
async function subscriber(gateway: LossyGateway) {
  const client = clientOf(gateway);
  const customer = await unwrap(client.POST('/v1/customers', { body: { name: 'Ana', email: 'ana@example.com' } }));
  const { id: plan_id } = await unwrap(client.POST('/v1/plans', { body: { name: 'Clube' } }));
  const price = await unwrap(client.POST('/v1/prices', { body: { plan_id, amount: 1000, interval: 'month' } }));
  return { customer: customer.id, request: { price_id: price.id, payment_method: 'credit_card', card } };
}

/** How many requests that match arrived at the gateway. */
const count = ({ requests }: LossyGateway, pattern: RegExp) =>
  requests.filter((request) => pattern.test(request)).length;

const isRefund = (request: string) => /^POST .*refund$/.test(request);
const isPayment = (request: string) => request === 'POST /v1/transactions';

/** Hides the partial refund, as Pagar.me v4 does with `paid_amount`. The history stays. */
const unchangedPaidAmount = (body: Json) => ('paid_amount' in body ? { ...body, paid_amount: 15990 } : body);

/** Also hides it in the history. */
const unchangedHistory = (body: Json, request: string) =>
  request.includes('/history')
    ? { data: [], current_page: 1, last_page: 1, per_page: 15, total: 0 }
    : unchangedPaidAmount(body);

const languages: [GuideLanguage, { tags?: 'php' }][] = [
  ['TypeScript', {}],
  ['PHP', { tags: 'php' }],
];

for (const [language, options] of languages) {
  describe(`recovery in ${language}`, options, () => {
    const it = shopTest(language);

    it('a refund of a gateway that leaves paid_amount unchanged is found in the history', async ({ gateway, shop }) => {
      const id = await cardPayment(gateway, true);
      gateway.change = unchangedPaidAmount;
      gateway.lose = isRefund;
      expect(await shop.call('refundOnce', id, 990)).toMatchObject({ id, status: 'paid' });
      expect(count(gateway, /refund$/)).toBe(1);
    });

    it('a refund that nothing proves goes to a person, and is never sent again', async ({ gateway, shop }) => {
      const id = await cardPayment(gateway, true);
      gateway.change = unchangedHistory;
      gateway.lose = isRefund;
      for (let attempt = 0; attempt < 3; attempt++) {
        await expect(shop.call('refundOnce', id, 990)).rejects.toThrow(/nothing proves .* a person/);
        shop.restart();
      }
      expect(count(gateway, /refund$/)).toBe(1);
      // It stays open: another amount could be a correction of the same refund.
      await expect(shop.call('refundOnce', id, 100)).rejects.toThrow('one of 990 is still open');
      expect(count(gateway, /refund$/)).toBe(1);
    });

    it.for(some([1, 2, 3, 4, 5, 6]))('one refund if response %i is lost', async (lost, { gateway, shop }) => {
      const id = await cardPayment(gateway, true);
      gateway.lose = (_request, number) => number === lost;
      // PHP does not repeat a GET, so a lost one is an error.
      while ((await shop.call('refundOnce', id, 990).catch(() => undefined)) === undefined) shop.restart();
      expect(await gateway.sandbox.retrieve(id)).toMatchObject({ paid_amount: 15000 });
    });

    it.for(some([3, 2, 1]))('one refund if the shop is killed at request %i', async (killed, { gateway, shop }) => {
      const id = await cardPayment(gateway, true);
      const kill = new AbortController();
      gateway.lose = (_request, number) => {
        if (number === killed) kill.abort();
        return number === killed;
      };
      await shop.callAndDie(kill.signal, 'refundOnce', id, 990);
      expect(kill.signal.aborted).toBe(true);
      await shop.call('refundOnce', id, 990);
      expect(await gateway.sandbox.retrieve(id)).toMatchObject({ paid_amount: 15000 });
    });

    it('two calls at the same time are one refund', async ({ gateway, shop }) => {
      const id = await cardPayment(gateway, true);
      gateway.delay = (request) => (isRefund(request) ? 1000 : 0);
      const calls = await Promise.allSettled([shop.call('refundOnce', id, 990), shop.call('refundOnce', id, 990)]);
      expect(calls.map(({ status }) => status)).toContain('fulfilled');
      expect(count(gateway, /refund$/)).toBe(1);
    });

    it('a refund without a valid amount or after a chargeback is not sent', async ({ gateway, shop }) => {
      const id = await cardPayment(gateway, true);
      for (const amount of [Number.NaN, 0, -1, 1.5])
        await expect(shop.call('refundOnce', id, amount)).rejects.toThrow();
      await gateway.sandbox.chargeback(id);
      await expect(shop.call('refundOnce', id, 990)).rejects.toThrow('it is chargedback');
      expect(count(gateway, /refund$/)).toBe(0);
    });

    it('a capture happens once, and a canceled transaction is not captured', async ({ gateway, shop }) => {
      const id = await cardPayment(gateway, false);
      gateway.lose = (request) => request.endsWith('/capture');
      expect(await shop.call('captureOnce', id, 9990)).toMatchObject({ status: 'paid', paid_amount: 9990 });
      shop.restart();
      expect(await shop.call('captureOnce', id, 9990)).toMatchObject({ status: 'paid' });
      await expect(shop.call('captureOnce', id, 15990)).rejects.toThrow('it is paid');
      expect(count(gateway, /capture$/)).toBe(1);

      const other = await cardPayment(gateway, false);
      gateway.change = (body, request) => (/GET .*\d$/.test(request) ? { ...body, status: 'authorized' } : body);
      await expect(shop.call('captureOnce', other, 15990)).rejects.toThrow(/nothing proves/);
      gateway.change = (body) => ({ ...body, status: 'canceled' });
      await expect(shop.call('captureOnce', other, 15990)).rejects.toThrow(/nothing proves/);
      expect(count(gateway, /capture$/)).toBe(2);
    });

    it.for(some([1, 2, 3, 0]))('one payment if response %i is lost', async (lost, { gateway, shop }) => {
      gateway.lose = (_request, number) => number === lost;
      const ids = new Set<unknown>();
      while (ids.size === 0 || gateway.requests.length < 3) {
        const payment = await shop.call('payOnce', 'order-1003-checkout-1').catch(() => undefined);
        if (payment) ids.add((payment as Json).id);
        shop.restart();
      }
      expect([...ids]).toHaveLength(1);
      expect(gateway.requests.filter(isPayment)).toHaveLength(1);
    });

    it('a payment that the list does not show is never sent again', async ({ gateway, shop }) => {
      gateway.lose = isPayment;
      gateway.change = (body) =>
        Array.isArray(body.data)
          ? { ...body, data: body.data.map((item) => ({ ...item, reference_key: null })) }
          : body;
      await expect(shop.call('payOnce', 'order-1003-checkout-1')).rejects.toThrow(/nothing proves .* a person/);
      shop.restart();
      await expect(shop.call('payOnce', 'order-1003-checkout-1')).rejects.toThrow(/nothing proves/);
      expect(gateway.requests.filter(isPayment)).toHaveLength(1);
    });

    it('two calls at the same time are one subscription, also if one of them is slow', async ({ gateway, shop }) => {
      const { customer, request } = await subscriber(gateway);
      const isList = (name: string) => name.startsWith('GET /v1/subscriptions');
      gateway.delayResponse = (name) => (isList(name) && count(gateway, /^GET .*subscriptions/) === 2 ? 2000 : 0);
      const calls = [0, 1].map(() => shop.call('subscribeOnce', customer, request));
      const results = await Promise.allSettled(calls);
      expect(results.map(({ status }) => status)).toContain('fulfilled');
      expect(count(gateway, /^POST .*subscriptions$/)).toBe(1);
    });

    it('a subscription waits until the list can be read', async ({ gateway, shop }) => {
      const { customer, request } = await subscriber(gateway);
      gateway.lose = (name) => name.startsWith('GET /v1/subscriptions');
      await expect(shop.call('subscribeOnce', customer, request)).rejects.toThrow();
      gateway.lose = () => false;
      expect(await shop.call('subscribeOnce', customer, request)).toMatchObject({ status: 'paid' });
      expect(count(gateway, /^POST .*subscriptions$/)).toBe(1);
    });

    it('a lost subscription is neither a canceled one nor one to another price', async ({ gateway, shop }) => {
      const { customer, request: cheap } = await subscriber(gateway);
      const { request: dear } = await subscriber(gateway);
      const first = (await shop.call('subscribeOnce', customer, cheap)) as { id: number };
      await shop.call('forget', `subscription ${customer} ${cheap.price_id}`);
      const params = { path: { id: first.id } };
      await unwrap(clientOf(gateway).POST('/v1/subscriptions/{id}/cancel', { params }));

      gateway.lose = (name) => name === 'POST /v1/subscriptions';
      const second = (await shop.call('subscribeOnce', customer, dear)) as Json;
      expect(second).toMatchObject({ price: { id: dear.price_id } });
      const third = (await shop.call('subscribeOnce', customer, cheap)) as Json;
      expect(third).toMatchObject({ price: { id: cheap.price_id } });
      expect(third.status).not.toBe('canceled');
      expect(third.id).not.toBe(first.id);
      shop.restart();
      expect(await shop.call('subscribeOnce', customer, cheap)).toMatchObject({ id: third.id as number });
      expect(count(gateway, /^POST .*subscriptions$/)).toBe(3);

      // Ids as strings are the same ids, and without ids nothing can be compared.
      gateway.change = (body) => JSON.parse(JSON.stringify(body).replace(/"id":(\d+)/g, '"id":"$1"'));
      expect(await shop.call('subscribeOnce', customer, cheap)).toMatchObject({ id: String(third.id) });
      gateway.change = (body) => JSON.parse(JSON.stringify(body).replaceAll('"price"', '"cost"'));
      await expect(shop.call('subscribeOnce', customer, cheap)).rejects.toThrow('cannot compare');
      expect(count(gateway, /^POST .*subscriptions$/)).toBe(3);
    });

    describe('in further cases', { tags: 'long' }, () => {
      it.for(['partial-is-pending', 'pending-keeps-paid-amount'] as const)(
        'a refund of a part is not sent again: %s',
        async (variant, { gateway, shop }) => {
          const id = await cardPayment(gateway, true);
          await gateway.sandbox.assume({ 'refund-rules': variant });
          expect(await shop.call('refundOnce', id, 990)).toMatchObject({ status: 'pending_refund' });
          await gateway.sandbox.settle(id);
          await shop.call('refundOnce', id, 990).catch((error) => expect(String(error)).toContain('nothing proves'));
          expect(count(gateway, /refund$/)).toBe(1);
        },
      );

      it('a refund happens once if the shop dies before it saves it', async ({ gateway, shop }) => {
        const id = await cardPayment(gateway, true);
        await shop.call('refundOnce', id, 990);
        shop.restart();
        expect(await shop.call('refundOnce', id, 990)).toMatchObject({ id, paid_amount: 15000 });
        expect(count(gateway, /refund$/)).toBe(1);
      });

      it('two refunds of one amount both happen if the first one is saved and forgotten', async ({ gateway, shop }) => {
        const id = await cardPayment(gateway, true);
        await shop.call('refundOnce', id, 990);
        await expect(shop.call('refundOnce', id, 10)).rejects.toThrow('one of 990 is still open');
        await shop.call('forget', `refund ${id}`);
        expect(await shop.call('refundOnce', id, 990)).toMatchObject({ paid_amount: 14010 });
        await shop.call('forget', `refund ${id}`);
        await expect(shop.call('refundOnce', id, 99_999)).rejects.toThrow(); // Refused with 422, so it leaves no note.
        expect(await shop.call('refundOnce', id, 10)).toMatchObject({ paid_amount: 14000 });
      });

      it('a capture that the gateway carries out later is sent once', async ({ gateway, shop }) => {
        const id = await cardPayment(gateway, false);
        gateway.change = (body) => ({ ...body, status: 'authorized', capture_amount: 0, paid_amount: null });
        await shop.call('captureOnce', id, 15990);
        shop.restart();
        await expect(shop.call('captureOnce', id, 15990)).rejects.toThrow(/nothing proves/);
        gateway.change = (body) => body;
        expect(await shop.call('captureOnce', id, 15990)).toMatchObject({ status: 'paid' });
        expect(count(gateway, /capture$/)).toBe(1);
      });

      it('nothing is subscribed if a page of the list repeats the one before', async ({ gateway, shop }) => {
        const { customer, request } = await subscriber(gateway);
        const other = { id: 7, status: 'paid', customer: { id: 1 }, price: { id: 1 } };
        gateway.change = (body, sent) =>
          sent.startsWith('GET') ? { data: [other], current_page: 1, last_page: 2, per_page: 1, total: 2 } : body;
        await expect(shop.call('subscribeOnce', customer, request)).rejects.toThrow();
        expect(count(gateway, /POST .*subscriptions$/)).toBe(0);
      });

      it('a payment that is refused, as its key is taken, is the one with the key', async ({ gateway, shop }) => {
        const reference_key = 'order-1003-checkout-1';
        const body = { amount: 15990, payment_method: 'pix', reference_key } as const;
        const { id } = await unwrap(clientOf(gateway).POST('/v1/transactions', { body }));
        await gateway.sandbox.clock.advance({ hours: 1 });
        expect(await shop.call('payOnce', reference_key)).toMatchObject({ id });
        // A refusal for another reason stays an error, and leaves no note.
        gateway.refuse = isPayment;
        for (let attempt = 0; attempt < 2; attempt++)
          await expect(shop.call('payOnce', 'order-1003-checkout-2')).rejects.toThrow(/422/);
        gateway.refuse = () => false;
        expect(await shop.call('payOnce', 'order-1003-checkout-2')).toMatchObject({ status: 'processing' });
      });

      it('a subscription on page 2 is found, and no list without page counts trusted', async ({ gateway, shop }) => {
        const { customer, request } = await subscriber(gateway);
        const { id } = (await shop.call('subscribeOnce', customer, request)) as { id: number };
        await shop.call('forget', `subscription ${customer} ${request.price_id}`);
        const list = await unwrap(clientOf(gateway).GET('/v1/subscriptions'));
        const other = { id: 1, status: 'canceled' };
        const isFirst = (name: string) => !/page=[2-9]/.test(name);
        const isList = (name: string) => name.startsWith('GET /v1/subscriptions');
        gateway.change = (body, name) => {
          if (!isList(name)) return body;
          const data = isFirst(name) ? [other] : name.includes('page=2') ? list.data : [];
          return { data, links: {}, meta: { current_page: 1, last_page: 2 } };
        };
        // TypeScript reads until a page is empty; PHP stops.
        const call = shop.call('subscribeOnce', customer, request);
        if (language === 'PHP') await expect(call).rejects.toThrow('last_page');
        else expect(await call).toMatchObject({ id });
        gateway.change = (body, name) => (isList(name) ? list.data : body);
        expect(await shop.call('subscribeOnce', customer, request)).toMatchObject({ id });
        expect(count(gateway, /^POST .*subscriptions$/)).toBe(1);
      });
    });
  });
}
