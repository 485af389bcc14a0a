/** Customers, payment links, plans and prices. */
import { emailOf, guest, LINK, NOTED, PIX, person, priceOf, RENAMED, SHOP_FIELDS, UNKNOWN_ID } from './bodies.js';
import { type FlowBody, flow, needed, PAGE } from './flow.js';

export const customers = [
  flow('customer', 'Create, update, find and delete a customer', async ({ send, settles, ...run }) => {
    settles('customer-shape', 'response-ids', 'deletion-shape', 'error-statuses');
    const { id } = await send('createCustomer', { body: person('customer', run) });
    await send('retrieveCustomer', { path: { id } });
    await send('findCustomer', { body: { email: emailOf('customer', run) } });
    await send('updateCustomer', { path: { id }, body: RENAMED });
    await send('retrieveCustomer', { path: { id } });
    await send('deleteCustomer', { path: { id } });
    await send('retrieveCustomer', { path: { id } });
  }),
  flow('corporation', 'Create a company, and a document type in upper case', async ({ send, settles, ...run }) => {
    settles('deletion-shape');
    const documents = [{ type: 'cnpj' as const, number: '11222333000181' }];
    const company = { ...person('corporation', run), type: 'corporation' as const, documents };
    const { id } = await send('createCustomer', { body: company, accepted: ['customer-corporation'] });
    const upperCase = { country: 'BR', documents: [{ type: 'CPF', number: '11144477735' }] };
    const body = { ...person('upper-case', run), ...upperCase };
    await send('createCustomer', { body, accepted: ['document-type-case'] });
    await send('deleteCustomer', { path: { id } });
  }),
  flow('buyer', 'Create charges for one customer and for guests', async ({ send, settles, ...run }) => {
    settles('customer-identity');
    const pay = (customer: NonNullable<FlowBody<'createTransaction'>['customer']>) =>
      send('createTransaction', { body: { ...PIX, customer } });
    const buyer = guest('buyer', run);
    const { customer } = await pay(buyer);
    await pay({ ...buyer, ...RENAMED });
    await send('retrieveCustomer', { path: { id: customer?.id } });
    await pay({ email: buyer.email, ...RENAMED });
    await pay({ ...guest('guest', run), external_id: '0' });
    await pay({ ...guest('another-guest', run), external_id: '0' });
    await send('createCustomer', { body: { ...guest('other', run), email: buyer.email } });
    await send('findCustomer', { body: { email: buyer.email } });
  }),
  flow(
    'customer-id',
    'Create charges for a customer id, as returned and as a string',
    async ({ send, settles, ...run }) => {
      settles('customer-shape', 'form-fields-shared', 'deletion-shape');
      const { name, email } = guest('by-id', run);
      const customer = await send('createCustomer', { body: { name, email } });
      const id = needed(customer.id, 'the id of the customer');
      const pay = (customer_id: number | string) =>
        send('createTransaction', { body: { ...PIX, customer_id }, accepted: ['id-type'] });
      await pay(id);
      await pay(String(id));
      await send('deleteCustomer', { path: { id } });
    },
  ),
  flow('unknown-customer', 'Create a charge for an unknown customer', async ({ send }) => {
    const body = { ...PIX, ...SHOP_FIELDS, customer_id: UNKNOWN_ID };
    await send('createTransaction', { body, entry: 'unknown-id', expects: [422], part: 'in the body' });
  }),
  flow('removed-customer', 'Delete a customer with an unpaid charge', async ({ send, settles, ...run }) => {
    settles('deletion-effects');
    const { name, email } = guest('removed', run);
    const { id } = await send('createCustomer', { body: { name, email } });
    const body = { ...PIX, customer_id: needed(id, 'the id of the customer') };
    const pix = await send('createTransaction', { body });
    await send('deleteCustomer', { path: { id } });
    await send('retrieveTransaction', { path: { id: pix.id } });
  }),
];

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

export const plans = [
  flow('plan', 'Create, update and delete a plan and its price', async ({ send, settles }) => {
    settles('plan-shape', 'response-ids', 'price-shape', 'deletion-shape', 'error-statuses');
    const plan = { name: 'Verificação', description: 'Verificação de contrato', status: 'active' } as const;
    const { id } = await send('createPlan', { body: plan });
    const path = { id: needed(id, 'the id of the plan') };
    await send('retrievePlan', { path });
    const price = await send('createPrice', { body: { ...priceOf(path.id), trial_days: 30 } });
    await send('listPlanPrices', { path, query: PAGE });
    const ofPrice = { id: price.id };
    await send('updatePrice', { path: ofPrice, body: { trial_days: 60 } });
    await send('updatePlan', { path, body: NOTED });
    await send('deletePrice', { path: ofPrice });
    await send('deletePlan', { path });
    await send('retrievePlan', { path });
  }),
  flow('order', 'Create two plans and list the newer one first', async ({ send, settles }) => {
    settles('list-order', 'plan-shape', 'deletion-effects');
    const { id } = await send('createPlan', { body: { name: 'Verificação 1' } });
    await send('createPlan', { body: { name: 'Verificação 2' } });
    await send('listPlans', { query: PAGE });
    await send('deletePlan', { path: { id } });
    await send('listPlans', { query: PAGE });
    await send('retrievePlan', { path: { id } });
  }),
  flow('unknown-plan', 'Create a price for an unknown plan', async ({ send }) => {
    await send('createPrice', { body: priceOf(UNKNOWN_ID), entry: 'unknown-id', expects: [422], part: 'in the body' });
  }),
];
