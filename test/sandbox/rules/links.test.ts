import { expect, test } from 'vitest';
import { checkout } from '../../../src/sandbox/rules/index.js';
import type { Stored } from '../../../src/sandbox/rules/work.js';
import { createGateway, example } from './gateway.ts';
import { by3ds, byCard, card, REFUSED } from './requests.ts';

const withLink = async () => {
  const gateway = createGateway();
  const link = await gateway.call('createPaymentLink', { body: example('createPaymentLink', 'whatsapp') });
  return { gateway, link, params: { id: link.id } };
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

test('link-payments: it has no transactions before the payment, and one after it', async () => {
  const { gateway, link, params } = await withLink();
  expect(await gateway.call('listPaymentLinkTransactions', { params })).toMatchObject({ data: [], total: 0 });
  const transaction = await gateway.act('pay', 'links', link.id, { customer: buyer.customer, billing: buyer.billing });
  expect(transaction).toMatchObject({ status: 'paid', amount: 4990, payment_method: 'pix' });
  expect(await gateway.call('listPaymentLinkTransactions', { params })).toMatchObject({
    data: [transaction],
    total: 1,
  });
  expect(await gateway.call('retrieveTransaction', { params: { id: transaction.id } })).toEqual(transaction);
});

test('link-payments: each payment sends an event of the link, which stays active and can be paid again', async () => {
  const { gateway, link, params } = await withLink();
  await gateway.act('pay', 'links', link.id, { ...buyer });
  await gateway.act('pay', 'links', link.id, { ...buyer, payment_method: 'credit_card' });
  await gateway.act('pay', 'links', link.id, { ...buyer, payment_method: 'boleto' });
  const paid = (await gateway.events()).filter(({ name }) => name === 'link.paid');
  expect(paid).toHaveLength(3);
  expect(paid[0]).toMatchObject({ kind: 'links', object: link.id, payload: { ...link } });
  expect(await gateway.call('listPaymentLinkTransactions', { params })).toMatchObject({ total: 3 });
  expect(await gateway.call('retrievePaymentLink', { params })).toMatchObject({ status: 'active' });
});

test('on its page, a PIX waits for payment and a card can be refused, and neither pays the link', async () => {
  const { gateway, link } = await withLink();
  const waiting = await gateway.act('checkout', 'links', link.id, { ...buyer, payment_method: 'pix' });
  expect(waiting).toMatchObject({ status: 'waiting_payment', pix_qr_code: expect.any(String) });
  const refused = await gateway.act('checkout', 'links', link.id, {
    ...buyer,
    payment_method: 'credit_card',
    card: card(REFUSED),
  });
  expect(refused).toMatchObject({ status: 'refused' });
  expect((await gateway.eventLines()).filter((line) => line.startsWith('link.paid'))).toEqual([]);
  await gateway.act('pay', 'transactions', waiting.id);
  expect((await gateway.eventLines()).filter((line) => line.startsWith('link.paid'))).toHaveLength(1);
});

test('a card that needs 3DS pays the link once it is authenticated', async () => {
  const { gateway, link } = await withLink();
  const { amount: _none, ...request } = by3ds();
  const { id } = await gateway.act('checkout', 'links', link.id, request);
  await gateway.act('authenticate', 'transactions', id, { outcome: 'approved' });
  expect((await gateway.eventLines()).at(-1)).toBe(`link.paid ${link.id} active`);
});

test('link-transitions: a change sends an event, and a canceled or expired link cannot be paid', async () => {
  const { gateway, link, params } = await withLink();
  const changed = await gateway.call('updatePaymentLink', {
    params,
    body: { description: '500 g por mês', amount: 5990 },
  });
  expect(changed).toMatchObject({ description: '500 g por mês', amount: 5990, status: 'active' });
  expect((await gateway.events()).at(-1)).toMatchObject({ name: 'link.changed', payload: changed });
  await gateway.call('updatePaymentLink', { params, body: { status: 'canceled' } });
  expect(await gateway.refusal(gateway.act('pay', 'links', link.id))).toEqual({
    status: 422,
    errors: [`status: payment link ${link.id} is canceled; to pay it, it must be active`],
  });
  expect(
    await gateway.refusal(gateway.call('updatePaymentLink', { params, body: { status: 'active' } })),
  ).toMatchObject({ status: 422 });
});

test('the expire act expires a link, once', async () => {
  const { gateway, link, params } = await withLink();
  await gateway.act('expire', 'links', link.id);
  expect(await gateway.call('retrievePaymentLink', { params })).toMatchObject({ status: 'expired' });
  expect(await gateway.refusal(gateway.call('updatePaymentLink', { params, body: { status: 'canceled' } }))).toEqual({
    status: 422,
    errors: [`status: payment link ${link.id} is expired; to become canceled, it must be active`],
  });
});

test.each([0, -5])('an amount of %s is refused', async (amount) => {
  const { gateway, params } = await withLink();
  expect(await gateway.refusal(gateway.call('createPaymentLink', { body: { amount } }))).toMatchObject({ status: 422 });
  expect(await gateway.refusal(gateway.call('updatePaymentLink', { params, body: { amount } }))).toMatchObject({
    status: 422,
  });
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

test('link-payments: by default a link is paid by PIX, whose code the response shows at once', async () => {
  const { gateway, link } = await withLink();
  const payment = await gateway.act('checkout', 'links', link.id);
  expect(payment).toMatchObject({ payment_method: 'pix', status: 'waiting_payment' });
  expect(await gateway.act('checkout', 'links', link.id, { payment_method: 'pix', async: true })).toMatchObject({
    status: 'waiting_payment',
  });
});

test('link-transitions: the error names the states that allow the change, and a final state', async () => {
  const { gateway, link, params } = await withLink();
  const change = (status: string) => gateway.refusal(gateway.call('updatePaymentLink', { params, body: { status } }));
  await gateway.act('cancel', 'links', link.id);
  expect(await change('expired')).toEqual({
    status: 422,
    errors: [`status: payment link ${link.id} is canceled; to become expired, it must be active`],
  });
  expect((await change('active')).errors).toEqual([
    `status: payment link ${link.id} is canceled; this status is final`,
  ]);
  const renamed = await gateway.call('updatePaymentLink', { params, body: { name: 'Clube', status: 'canceled' } });
  expect(renamed).toMatchObject({ name: 'Clube', status: 'canceled', amount: 4990 });
});

test('a payment of a link that was dropped to free space sends no event of the link', async () => {
  const gateway = createGateway({ keep: 1 });
  const link = await gateway.call('createPaymentLink', { body: { amount: 500 } });
  const { id } = await gateway.act('checkout', 'links', link.id, { ...buyer, payment_method: 'pix' });
  await gateway.call('createPaymentLink', { body: { amount: 600 } });
  expect(await gateway.act('pay', 'transactions', id)).toMatchObject({ status: 'paid' });
  expect((await gateway.events()).map(({ name }) => name)).not.toContain('link.paid');
});
