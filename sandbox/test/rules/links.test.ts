import { expect, test } from 'vitest';
import type { JsonObject } from '../../../core/src/util/json.js';
import { checkout } from '../../src/rules/index.js';
import type { Stored } from '../../src/rules/work.js';
import { createGateway, example, type GatewayOptions } from './gateway.ts';
import { by3ds, byCard, card, REFUSED } from './requests.ts';

const withLink = async (options?: GatewayOptions) => {
  const gateway = createGateway(options);
  const link = await gateway.call('createPaymentLink', { body: example('createPaymentLink', 'whatsapp') });
  const params = { id: link.id };
  return {
    gateway,
    link,
    params,
    update: (body: JsonObject) => gateway.call('updatePaymentLink', { params, body }),
    act: (name: 'pay' | 'checkout' | 'cancel', options?: JsonObject) => gateway.act(name, 'links', link.id, options),
    payments: () => gateway.call('listPaymentLinkTransactions', { params }),
  };
};
const { amount: _amount, payment_method: _method, ...buyer } = byCard();

test('link-shape: a link is active, and its address has a key that does not derive from its id', async () => {
  const { gateway, link, params } = await withLink();
  expect(link).toMatchObject({ status: 'active', amount: 4990, type: 'payment', notify: 'whatsapp', expires_at: null });
  expect(link.url).toMatch(/^http:\/\/127\.0\.0\.1:4010\/_sandbox\/pay\/.{20,}$/);
  const found = await gateway.run((work) => work.find('links', `page:${link.url.split('/').at(-1)}`));
  expect(found?.id).toBe(link.id);
  expect(await gateway.call('retrievePaymentLink', { params })).toEqual(link);
  expect(await gateway.call('listPaymentLinks')).toMatchObject({ data: [link], total: 1 });
  expect(await gateway.eventLines()).toEqual([`link.created ${link.id} active`]);
});

test('link-payments: each payment is listed and sends an event of the link, which stays active', async () => {
  const { gateway, link, params, act, payments } = await withLink();
  expect(await payments()).toMatchObject({ data: [], total: 0 });
  const transaction = await act('pay', { customer: buyer.customer, billing: buyer.billing });
  expect(transaction).toMatchObject({ status: 'paid', amount: 4990, payment_method: 'pix' });
  expect(await payments()).toMatchObject({ data: [transaction], total: 1 });
  expect(await gateway.retrieve(transaction.id)).toEqual(transaction);
  const event = { name: 'link.paid', kind: 'links', object: link.id, payload: { ...link } };
  expect((await gateway.events()).at(-1)).toMatchObject(event);
  await act('pay', { ...buyer, payment_method: 'credit_card' });
  await act('pay', { ...buyer, payment_method: 'boleto' });
  expect(await gateway.eventCount('link.paid')).toBe(3);
  expect(await payments()).toMatchObject({ total: 3 });
  expect(await gateway.call('retrievePaymentLink', { params })).toMatchObject({ status: 'active' });
});

test('link-payments: on its page a Pix waits, also by default, a card can be refused, and neither pays it', async () => {
  const { gateway, act } = await withLink();
  const pix = { payment_method: 'pix', status: 'waiting_payment', pix_qr_code: expect.any(String) };
  const waiting = await act('checkout');
  expect(waiting).toMatchObject(pix);
  expect(await act('checkout', { ...buyer, payment_method: 'pix', async: true })).toMatchObject(pix);
  const refused = await act('checkout', { ...buyer, payment_method: 'credit_card', card: card(REFUSED) });
  expect(refused).toMatchObject({ status: 'refused' });
  expect(await gateway.eventCount('link.paid')).toBe(0);
  await gateway.act('pay', 'transactions', waiting.id);
  expect(await gateway.eventCount('link.paid')).toBe(1);
});

test('a card that needs 3DS pays the link once it is authenticated', async () => {
  const { gateway, link, act } = await withLink();
  const { amount: _none, ...request } = by3ds();
  const { id } = await act('checkout', request);
  await gateway.act('authenticate', 'transactions', id, { outcome: 'approved' });
  expect((await gateway.eventLines()).at(-1)).toBe(`link.paid ${link.id} active`);
});

test('link-transitions: a change sends an event, and the error of a canceled link names the states', async () => {
  const { gateway, link, act, update } = await withLink();
  const changed = await update({ description: '500 g por mês', amount: 5990 });
  expect(changed).toMatchObject({ description: '500 g por mês', amount: 5990, status: 'active' });
  expect((await gateway.events()).at(-1)).toMatchObject({ name: 'link.changed', payload: changed });
  await gateway.refuses(422, update({ amount: 0 }));
  await gateway.refuses(422, gateway.call('createPaymentLink', { body: { amount: 0 } }));
  await act('cancel');
  const error = (end: string) => [`status: payment link ${link.id} is canceled; ${end}`];
  await gateway.refuses(422, act('pay'), error('to pay it, it must be active'));
  await gateway.refuses(422, update({ status: 'expired' }), error('to become expired, it must be active'));
  await gateway.refuses(422, update({ status: 'active' }), error('this status is final'));
  const renamed = await update({ name: 'Clube', status: 'canceled' });
  expect(renamed).toMatchObject({ name: 'Clube', status: 'canceled', amount: 5990 });
});

test('a buyer in a browser returns from 3DS to the page of the payment', async () => {
  const { gateway, link } = await withLink();
  const chosen = { ...buyer, payment_method: 'debit_card', installments: 1 };
  const pay = (options?: { inBrowser: boolean }) =>
    gateway.run((work) => checkout(work, work.get('links', link.id) as Stored, chosen, options));
  const { hidden, value } = await pay({ inBrowser: true });
  const page = `http://127.0.0.1:4010/_sandbox/pay/${hidden.checkout?.key}`;
  expect(hidden.checkout?.key).toMatch(/.{20,}/);
  expect(hidden.authentication).toMatchObject({ urlSuccess: page, urlFail: page });
  expect(value).toMatchObject({ status: 'request_authentication', amount: 4990 });
  expect((await pay()).hidden.authentication).toEqual({ key: expect.any(String) });
});

test('a payment of a link that was dropped to free space sends no event of the link', async () => {
  const { gateway, act } = await withLink({ keep: 1 });
  const { id } = await act('checkout', { ...buyer, payment_method: 'pix' });
  await gateway.call('createPaymentLink', { body: { amount: 600 } });
  expect(await gateway.act('pay', 'transactions', id)).toMatchObject({ status: 'paid' });
  expect(await gateway.eventCount('link.paid')).toBe(0);
});
