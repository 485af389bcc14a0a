/** Receivers, their bank accounts, and payments that are split between them. They change the settings of the merchant. */
import {
  BANK_ACCOUNT,
  cardPayment,
  emailOf,
  type Part,
  PIX,
  partOf,
  RECEIVER,
  refundOf,
  UNKNOWN_ID,
} from './bodies.js';
import { flow, needed, PAGE } from './flow.js';

export const receivers = [
  flow('receiver', 'Create, update and delete a receiver and a bank account', async ({ send, ...run }) => {
    const transfers = { transfer_enabled: false, transfer_interval: 'weekly', transfer_day: 5 } as const;
    const body = { ...RECEIVER, email: emailOf('receiver', run), ...transfers };
    const { id } = await send('createReceiver', { body, settles: ['receiver-shape'] });
    const path = { id };
    const later = { transfer_day: 1 };
    await send('retrieveReceiver', { path, settles: ['receiver-shape'] });
    await send('updateReceiver', { path, body: later, settles: ['update-request-fields'] });
    const account = await send('createReceiverBankAccount', {
      path,
      body: { ...BANK_ACCOUNT, agencia_dv: '5' },
      settles: ['bank-account-shape'],
    });
    const nested = { id, bank_account_id: account.id };
    const inactive = { status: 'inactive' } as const;
    await send('listReceiverBankAccounts', { path, query: PAGE, settles: ['nested-paths'] });
    await send('retrieveReceiverBankAccount', { path: nested, settles: ['nested-paths'] });
    await send('updateReceiverBankAccountStatus', { path: nested, body: inactive, settles: ['nested-paths'] });
    await send('deleteReceiverBankAccount', { path: nested, settles: ['deletion-shape'] });
    await send('deleteReceiver', { path, settles: ['deletion-shape'] });
  }),
  flow('receiver-accounts', 'Deactivate and activate a bank account, then delete its receiver', async ({ send }) => {
    const { id } = await send('createReceiver', { body: RECEIVER, settles: ['receiver-shape'] });
    const settles = ['bank-account-transitions'] as const;
    const account = await send('createReceiverBankAccount', { path: { id }, body: BANK_ACCOUNT, settles });
    const path = { id, bank_account_id: account.id };
    await send('updateReceiverBankAccountStatus', { path, body: { status: 'inactive' }, settles });
    await send('updateReceiverBankAccountStatus', { path, body: { status: 'active' }, settles });
    await send('retrieveReceiverBankAccount', { path, settles });
    await send('deleteReceiver', { path: { id }, settles: ['deletion-effects'] });
    await send('retrieveReceiverBankAccount', { path, settles: ['deletion-effects'] });
  }),
  flow('split', 'Charge a card and split the payment', async ({ send, ...run }) => {
    const receiver = await send('createReceiver', { body: RECEIVER, settles: ['receiver-shape'] });
    const body = cardPayment(run, { split: [partOf(needed(receiver.id, 'the id of the receiver'))] });
    const settles = ['split-rules', 'split-amounts'] as const;
    const { id } = await send('createTransaction', { body, settles, accepted: ['split-rules'] });
    await send('refundTransaction', { path: { id }, body: refundOf(100), settles: ['refund-path'] });
  }),
  flow('unknown-receiver', 'Split a payment with an unknown receiver', async ({ send }) => {
    const body = { ...PIX, split: [partOf(UNKNOWN_ID)] };
    await send('createTransaction', { body, settles: ['split-checked'], expects: [422], part: 'receiver' });
  }),
  flow('split-refused', 'Split a payment in ways that are not allowed', async ({ send }) => {
    const { id } = await send('createReceiver', { body: RECEIVER, settles: ['receiver-shape'] });
    const part = (fields: Partial<Part>) => partOf(needed(id, 'the id of the receiver'), fields);
    const pay = (...split: Part[]) => ({ body: { ...PIX, split } });
    const tooMuch = pay(part({ percentage: 60 }), part({ percentage: 60 }));
    await send('createTransaction', { ...tooMuch, settles: ['split-checked'] });
    await send('createTransaction', { ...pay(part({ percentage: 0 })), settles: ['split-checked'] });
    const refused = (fields: Partial<Part>) => ({ ...pay(part(fields)), expects: [422] });
    const notWhole = refused({ percentage: 99 });
    await send('createTransaction', { ...notWhole, settles: ['split-whole'], part: '99 percent' });
    const notLiable = refused({ liable: false });
    await send('createTransaction', { ...notLiable, settles: ['split-liable'], part: 'nobody is liable' });
    const noFee = refused({ charge_processing_fee: false });
    await send('createTransaction', { ...noFee, settles: ['split-fee'], part: 'nobody pays the fee' });
    await send('deleteReceiver', { path: { id }, settles: ['deletion-shape'] });
  }),
];
