/**
 * Payments, subscriptions, and payments that use a card again. Pix codes and boletos cost nothing until a buyer pays them. Each flow of a
 * card refunds its charges.
 */
import {
  BOLETO,
  cardPayment,
  dayIn,
  debitPayment,
  emailOf,
  guest,
  markedMetadata,
  PIX,
  person,
  priceOf,
  refundOf,
  SHOP_FIELDS,
  THREE_D_SECURE,
  tomorrow,
} from './bodies.js';
import { flow, needed, PAGE, SUBSCRIBER } from './flow.js';

/** A security code for which test environments refuse a card. */
const REFUSED_CODE = '612';

export const cards = [
  flow('card', 'Charge a card and refund the charge in two parts', async ({ send, settles, ...run }) => {
    settles('card-transaction', 'form-fields-shared', 'payment-method-values', 'response-requiredness');
    settles('transaction-fields-missing', 'status-meanings', 'nullable-types', 'installments-shape');
    settles('refund-rules', 'transaction-transitions', 'refund-capture-body', 'metadata-everywhere');
    settles('metadata-kept', 'transaction-response-reused', 'history-shape');
    const more = { customer: person('card', run), descriptor: 'VERIFICACAO', payment_direct: false };
    const { id } = await send('createTransaction', { body: cardPayment(run, { ...SHOP_FIELDS, ...more }) });
    const path = { id };
    await send('retrieveTransaction', { path });
    await send('listTransactionInstallments', { path, query: PAGE });
    await send('refundTransaction', { path, body: { ...refundOf(40), metadata: '{"part":1}' } });
    await send('refundTransaction', { path, body: { ...refundOf(60), metadata: '{"part":2}' } });
    await send('listTransactionHistory', { path, query: PAGE });
  }),
  flow('refused', 'Charge a card whose security code makes the issuer refuse it', async ({ send, settles, ...run }) => {
    settles('security-code-refused', 'card-outcomes', 'transaction-transitions');
    const customer = person('refused', run);
    const body = cardPayment(run, { ...SHOP_FIELDS, customer, card: { ...run.card, card_cvv: REFUSED_CODE } });
    const { id } = await send('createTransaction', { body, accepted: ['refused-response'] });
    await send('retrieveTransaction', { path: { id } });
    await send('refundTransaction', { path: { id }, body: refundOf(100) });
  }),
  flow('three-d-secure', 'Charge a card with 3DS', async ({ send, settles, ...run }) => {
    settles('three-d-secure-response', 'transaction-transitions');
    const body = cardPayment(run, { capture: false, threeDSecure: THREE_D_SECURE });
    const { id } = await send('createTransaction', { body, accepted: ['three-d-secure-request'] });
    await send('refundTransaction', { path: { id }, body: refundOf(100) });
  }),
  flow('debit', 'Charge a debit card', async ({ send, settles, ...run }) => {
    settles('three-d-secure-response', 'three-d-secure-flow', 'payment-method-values', 'transaction-transitions');
    const { id } = await send('createTransaction', { body: debitPayment(run), accepted: ['debit-form'] });
    await send('refundTransaction', { path: { id }, body: refundOf(100) });
  }),
  flow('debit-descriptor', 'Charge a debit card with a descriptor', async ({ send, settles, ...run }) => {
    settles('transaction-transitions');
    const body = debitPayment(run, { descriptor: 'VERIFICACAO' });
    const { id } = await send('createTransaction', { body, accepted: ['descriptor-shared'] });
    await send('refundTransaction', { path: { id }, body: refundOf(100) });
  }),
  flow('parts', 'Charge a card in three installments', async ({ send, settles, ...run }) => {
    settles('installment-dates', 'card-outcomes', 'refund-rules');
    const { id } = await send('createTransaction', { body: cardPayment(run, { installments: 3 }) });
    await send('listTransactionInstallments', { path: { id }, query: { page: 1, per_page: 50 } });
    await send('refundTransaction', { path: { id }, body: refundOf(100) });
  }),
];

export const refunds = [
  flow('capture', 'Authorize, capture and refund a card payment', async ({ send, settles, ...run }) => {
    settles('card-transaction', 'capture-rules', 'refund-capture-body', 'transaction-response-reused');
    settles('metadata-on-capture', 'metadata-kept', 'wrong-state');
    const { id } = await send('createTransaction', { body: cardPayment(run, { capture: false }) });
    const path = { id };
    await send('captureTransaction', { path, body: { async: false, amount: 60, metadata: '{"part":true}' } });
    await send('captureTransaction', { path, body: { async: false, amount: 60 } });
    await send('refundTransaction', { path, body: refundOf(60) });
  }),
  flow('void', 'Authorize a card payment and cancel it', async ({ send, settles, ...run }) => {
    settles('card-transaction', 'transaction-transitions');
    const { id } = await send('createTransaction', { body: cardPayment(run, { capture: false }) });
    await send('refundTransaction', { path: { id }, body: refundOf(100) });
  }),
  flow('too-much', 'Refund and capture more than the available amount', async ({ send, settles, ...run }) => {
    settles('card-outcomes', 'refund-rules', 'capture-rules', 'wrong-state');
    const { id } = await send('createTransaction', { body: cardPayment(run) });
    const path = { id };
    await send('refundTransaction', { path, body: refundOf(101) });
    await send('captureTransaction', { path, body: { async: false, amount: 100 } });
    await send('refundTransaction', { path, body: { async: true, amount: 100 } });
    await send('retrieveTransaction', { path });
  }),
  flow('authorized', 'Authorize, refund a part, capture too much, and cancel', async ({ send, settles, ...run }) => {
    settles('card-outcomes', 'refund-rules', 'capture-rules', 'refund-void');
    const { id } = await send('createTransaction', { body: cardPayment(run, { capture: false }) });
    const path = { id };
    await send('refundTransaction', { path, body: refundOf(40) });
    await send('captureTransaction', { path, body: { async: false, amount: 101 } });
    await send('refundTransaction', { path, body: refundOf(100) });
  }),
];

export const unpaid = [
  flow('pix', 'Create an unpaid Pix charge with every field', async ({ send, settles, ...run }) => {
    settles('amount-centavos', 'pix-flow', 'card-absent', 'pix-expiration', 'reference-key', 'descriptor-shared');
    settles('async-meaning', 'pix-response-fields', 'form-fields-shared', 'customer-record-shared');
    settles('address-record-shared', 'address-fields-seen', 'shipping-echo', 'payment-method-values');
    settles('response-requiredness', 'transaction-response-reused', 'history-shape');
    const reference_key = `verify-${run.mark}-reference-key`;
    const more = { descriptor: 'VERIFICACAO 1', capture: true, payment_direct: false, expiration_date: tomorrow(run) };
    const own = { customer: person('pix', run), metadata: markedMetadata(run), reference_key };
    const body = { ...PIX, ...SHOP_FIELDS, ...own, ...more };
    const { id } = await send('createTransaction', { body });
    await send('retrieveTransaction', { path: { id } });
    await send('listTransactionHistory', { path: { id }, query: PAGE });
    // The same request again: another one could be refused for another reason.
    await send('createTransaction', { body });
    await send('listTransactions', { query: { ...PAGE, reference_key } });
  }),
  flow('pix-plain', 'Create Pix charges without a customer and with other scalar types', async ({ send, settles }) => {
    settles('card-absent', 'async-meaning', 'amount-centavos', 'pix-flow', 'address-record-shared');
    await send('createTransaction', { body: PIX, accepted: ['customer-absent'] });
    await send('createTransaction', { body: { ...PIX, async: true } });
    const { billing } = SHOP_FIELDS;
    const address = { ...billing.address, neighborhood: null };
    await send('createTransaction', { body: { ...PIX, billing: { ...billing, address } } });
    for (const flag of [1, '0']) {
      const body = { ...PIX, async: flag, installments: '1' };
      // @ts-expect-error: as plugins send them, and not as the contract has them
      await send('createTransaction', { body, accepted: ['scalar-types'] });
    }
  }),
  flow('boleto', 'Create an unpaid boleto', async ({ send, settles, ...run }) => {
    settles('boleto-flow', 'amount-centavos', 'card-absent', 'descriptor-shared', 'form-fields-shared');
    settles('customer-record-shared', 'address-record-shared', 'address-fields-seen', 'shipping-echo');
    settles('payment-method-values', 'response-requiredness');
    const boleto = { expiration: dayIn(3, run), max_payment_date: dayIn(5, run) };
    const more = { capture: true, payment_direct: false, descriptor: 'VERIFICACAO' };
    const own = { customer: person('boleto', run), metadata: markedMetadata(run), boleto };
    const body = { ...BOLETO, ...SHOP_FIELDS, ...more, ...own };
    const { id } = await send('createTransaction', { body, accepted: ['boleto-form'] });
    await send('retrieveTransaction', { path: { id } });
  }),
  flow('nothing', 'Create charges of zero and of a negative amount', async ({ send, settles, ...run }) => {
    settles('wrong-state');
    // Only the amount is wrong.
    const whole = { ...PIX, ...SHOP_FIELDS, customer: person('nothing', run) };
    await send('createTransaction', { body: { ...whole, amount: 0 } });
    await send('createTransaction', { body: { ...whole, amount: -100 } });
  }),
  flow('dates', 'Create charges that are already expired', async ({ send, settles, ...run }) => {
    settles('pix-flow', 'boleto-flow');
    const expired = { expiration: '2020-01-01', max_payment_date: '2020-01-02' };
    const pastDue = { expiration: '2020-01-01', max_payment_date: dayIn(3, run) };
    const swapped = { expiration: dayIn(5, run), max_payment_date: dayIn(3, run) };
    await send('createTransaction', { body: { ...PIX, expiration_date: '2020-01-01 00:00:00' } });
    for (const boleto of [expired, pastDue, swapped]) await send('createTransaction', { body: { ...BOLETO, boleto } });
  }),
];

export const storedCards = [
  flow('stored-card', 'Store a card, subscribe with identifiers, and cancel', async ({ send, settles, ...run }) => {
    settles('customer-shape', 'card-shape', 'response-ids', 'plan-shape', 'price-shape', 'subscription-shape');
    settles('deletion-effects', 'subscription-transitions', 'deletion-shape');
    const customer = await send('createCustomer', { body: guest(SUBSCRIBER, run) });
    const card = await send('createCard', { body: { ...run.card } });
    const plan = await send('createPlan', { body: { name: 'Verificação' } });
    const monthly = { ...priceOf(needed(plan.id, 'the id of the plan')), trial_days: 30 };
    const price = await send('createPrice', { body: monthly });
    const body = {
      price_id: needed(price.id, 'the id of the price'),
      customer_id: needed(customer.id, 'the id of the customer'),
      card_id: needed(card.card_id ?? card.id, 'the id of the card'),
      payment_method: 'credit_card' as const,
    };
    const { id } = await send('createSubscription', { body, accepted: ['subscription-identifiers'] });
    const path = { id };
    await send('retrieveSubscription', { path });
    await send('deletePlan', { path: { id: plan.id } });
    await send('deletePrice', { path: { id: price.id } });
    await send('deleteCustomer', { path: { id: customer.id } });
    await send('updateSubscription', { path, body: { metadata: '{"verification":true}' } });
    await send('cancelSubscription', { path });
    await send('deleteSubscription', { path });
    await send('deletePlan', { path: { id: plan.id } });
    await send('createSubscription', { body });
  }),
  flow('same-card', 'Charge the same card again, by number and by id', async ({ send, settles, ...run }) => {
    settles('card-kept', 'form-fields-shared');
    const { card: _, ...rest } = cardPayment(run, { customer: guest('card', run) });
    const first = await send('createTransaction', { body: { ...rest, card: run.card } });
    const second = await send('createTransaction', { body: { ...rest, card: run.card } });
    const card_id = needed(first.card?.card_id, 'the id of the card');
    const { customer: _customer, ...shared } = rest;
    const customer_id = needed(first.customer?.id, 'the id of the customer');
    const third = await send('createTransaction', { body: { ...shared, card_id, customer_id } });
    await send('listCustomerCards', { body: { email: emailOf('card', run) } });
    for (const { id } of [third, second, first]) await send('refundTransaction', { path: { id }, body: refundOf(100) });
  }),
];
