import { guest, LINK, NOTED, PIX } from './bodies.js';
import { flow, PAGE } from './flow.js';

export const links = [
  flow('link', 'Create, update and cancel a payment link', async ({ send, settles }) => {
    settles('link-request', 'link-shape', 'link-transitions');
    const more = { description: 'Verificação de contrato', redirect_link: 'https://verification.example/' };
    const { id } = await send('createPaymentLink', { body: { ...LINK, ...more } });
    const path = { id };
    await send('retrievePaymentLink', { path });
    await send('updatePaymentLink', { path, body: NOTED });
    await send('listPaymentLinkTransactions', { path, query: PAGE });
    await send('updatePaymentLink', { path, body: { status: 'canceled' } });
    await send('retrievePaymentLink', { path });
  }),
  flow('ids', 'Create a payment link and a customer between unpaid charges', async ({ send, settles, ...run }) => {
    settles('ids-unique', 'pix-flow', 'deletion-shape', 'history-shape', 'link-transitions');
    await send('createTransaction', { body: PIX });
    const link = await send('createPaymentLink', { body: LINK });
    const { id } = await send('createTransaction', { body: PIX });
    const customer = await send('createCustomer', { body: guest('ids', run) });
    await send('createTransaction', { body: PIX });
    await send('deleteCustomer', { path: { id: customer.id } });
    await send('listTransactionHistory', { path: { id }, query: PAGE });
    await send('updatePaymentLink', { path: { id: link.id }, body: { status: 'canceled' } });
  }),
];
