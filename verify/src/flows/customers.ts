import { emailOf, guest, PIX, person, RENAMED, SHOP_FIELDS, UNKNOWN_ID } from './bodies.js';
import { type FlowBody, flow, needed } from './flow.js';

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
