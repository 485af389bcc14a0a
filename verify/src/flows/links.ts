import { guest, LINK, NOTED, PIX } from './bodies.js';
import { flow, PAGE } from './flow.js';

export const links = [
  flow('link', 'Create, update and cancel a payment link', async ({ send }) => {
    const more = { description: 'Verificação de contrato', redirect_link: 'https://verification.example/' };
    const settles = ['link-path', 'link-request', 'link-shape'] as const;
    const { id } = await send('createPaymentLink', { body: { ...LINK, ...more }, settles });
    const path = { id };
    await send('retrievePaymentLink', { path, settles: ['link-shape'] });
    await send('updatePaymentLink', {
      path,
      body: NOTED,
      settles: ['update-request-fields'],
    });
    await send('listPaymentLinkTransactions', { path, query: PAGE, settles: ['link-transactions-path'] });
    await send('updatePaymentLink', { path, body: { status: 'canceled' }, settles: ['link-transitions'] });
    await send('retrievePaymentLink', { path, settles: ['link-transitions'] });
  }),
  flow('ids', 'Create a payment link and a customer between unpaid charges', async ({ send, ...run }) => {
    await send('createTransaction', { body: PIX, settles: ['ids-unique', 'pix-flow'] });
    const link = await send('createPaymentLink', { body: LINK, settles: ['ids-unique'] });
    const { id } = await send('createTransaction', { body: PIX, settles: ['ids-unique', 'pix-flow'] });
    const customer = await send('createCustomer', { body: guest('ids', run), settles: ['ids-unique'] });
    await send('createTransaction', { body: PIX, settles: ['ids-unique', 'pix-flow'] });
    await send('deleteCustomer', { path: { id: customer.id }, settles: ['deletion-shape'] });
    await send('listTransactionHistory', { path: { id }, query: PAGE, settles: ['pix-flow', 'history-shape'] });
    const canceled = { status: 'canceled' } as const;
    await send('updatePaymentLink', { path: { id: link.id }, body: canceled, settles: ['link-transitions'] });
  }),
];
