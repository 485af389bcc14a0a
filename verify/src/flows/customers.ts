import { emailOf, guest, PIX, person, RENAMED, SHOP_FIELDS, UNKNOWN_ID } from './bodies.js';
import { type FlowBody, flow, needed } from './flow.js';

export const customers = [
  flow('customer', 'Create, update, find and delete a customer', async ({ send, ...run }) => {
    const settles = ['customer-shape', 'response-ids'] as const;
    const { id } = await send('createCustomer', { body: person('customer', run), settles });
    await send('retrieveCustomer', { path: { id }, settles: ['customer-shape'] });
    await send('findCustomer', { body: { email: emailOf('customer', run) }, settles: ['customer-lookup'] });
    await send('updateCustomer', {
      path: { id },
      body: RENAMED,
      settles: ['update-request-fields'],
    });
    await send('retrieveCustomer', { path: { id }, settles: ['update-request-fields'] });
    await send('deleteCustomer', { path: { id }, settles: ['deletion-shape'] });
    await send('retrieveCustomer', { path: { id }, settles: ['deletion-shape', 'error-statuses'] });
  }),
  flow(
    'corporation',
    'Create a company, and a customer with its document type in upper case',
    async ({ send, ...run }) => {
      const documents = [{ type: 'cnpj' as const, number: '11222333000181' }];
      const company = { ...person('corporation', run), type: 'corporation' as const, documents };
      const settles = ['customer-corporation'] as const;
      const { id } = await send('createCustomer', { body: company, settles, accepted: settles });
      const upperCase = { country: 'BR', documents: [{ type: 'CPF', number: '11144477735' }] };
      const body = { ...person('upper-case', run), ...upperCase };
      await send('createCustomer', { body, settles: ['document-type-case'], accepted: ['document-type-case'] });
      await send('deleteCustomer', { path: { id }, settles: ['deletion-shape'] });
    },
  ),
  flow('buyer', 'Create several charges for one customer, and charges for guests', async ({ send, ...run }) => {
    const settles = ['customer-identity'] as const;
    const pay = (customer: NonNullable<FlowBody<'createTransaction'>['customer']>) =>
      send('createTransaction', { body: { ...PIX, customer }, settles });
    const buyer = guest('buyer', run);
    const { customer } = await pay(buyer);
    await pay({ ...buyer, ...RENAMED });
    await send('retrieveCustomer', { path: { id: customer?.id }, settles });
    await pay({ email: buyer.email, ...RENAMED });
    await pay({ ...guest('guest', run), external_id: '0' });
    await pay({ ...guest('another-guest', run), external_id: '0' });
    await send('createCustomer', { body: { ...guest('other', run), email: buyer.email }, settles });
    await send('findCustomer', { body: { email: buyer.email }, settles: [...settles, 'customer-lookup'] });
  }),
  flow(
    'customer-id',
    'Create charges for one customer by its id, as returned and as a string',
    async ({ send, ...run }) => {
      const { name, email } = guest('by-id', run);
      const customer = await send('createCustomer', { body: { name, email }, settles: ['customer-shape'] });
      const id = needed(customer.id, 'the id of the customer');
      const pay = (customer_id: number | string) =>
        send('createTransaction', {
          body: { ...PIX, customer_id },
          settles: ['id-type', 'form-fields-shared'],
          accepted: ['id-type'],
        });
      await pay(id);
      await pay(String(id));
      await send('deleteCustomer', { path: { id }, settles: ['deletion-shape'] });
    },
  ),
  flow('unknown-customer', 'Create a charge for an unknown customer', async ({ send }) => {
    const body = { ...PIX, ...SHOP_FIELDS, customer_id: UNKNOWN_ID };
    await send('createTransaction', { body, settles: ['unknown-id'], expects: [422], part: 'in the body' });
  }),
  flow('removed-customer', 'Delete a customer with an unpaid charge', async ({ send, ...run }) => {
    const { name, email } = guest('removed', run);
    const settles = ['deletion-effects'] as const;
    const { id } = await send('createCustomer', { body: { name, email }, settles });
    const body = { ...PIX, customer_id: needed(id, 'the id of the customer') };
    const pix = await send('createTransaction', { body, settles });
    await send('deleteCustomer', { path: { id }, settles });
    await send('retrieveTransaction', { path: { id: pix.id }, settles });
  }),
];
