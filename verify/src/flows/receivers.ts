/** Receivers, their bank accounts, and payments that are split between them. They change the settings of the merchant. */
import {
  BANK_ACCOUNT,
  BOLETO,
  cardPayment,
  debitPayment,
  emailOf,
  PIX,
  partOf,
  RECEIVER,
  refundOf,
  type SplitPart,
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
  flow('split-debit', 'Charge a debit card and split the payment', async ({ send, ...run }) => {
    const receiver = await send('createReceiver', { body: RECEIVER, settles: ['receiver-shape'] });
    const body = debitPayment(run, { split: [partOf(needed(receiver.id, 'the id of the receiver'))] });
    const { id } = await send('createTransaction', { body, settles: ['split-rules'], accepted: ['split-rules'] });
    await send('refundTransaction', { path: { id }, body: refundOf(100), settles: ['refund-path'] });
  }),
  flow('split-refused', 'Split a payment in ways that are not allowed', async ({ send }) => {
    const { id } = await send('createReceiver', { body: RECEIVER, settles: ['receiver-shape'] });
    const { id: second } = await send('createReceiver', { body: RECEIVER, settles: ['receiver-shape'] });
    const part = (fields: Partial<SplitPart>) => partOf(needed(id, 'the id of the receiver'), fields);
    const other = (fields: Partial<SplitPart>) => partOf(needed(second, 'the id of the second receiver'), fields);
    const { percentage: _, ...byAmount } = other({ amount: 50 });
    const pay = (...split: SplitPart[]) => ({ body: { ...PIX, split } });
    // Every refusal below differs in one point from one of these two splits.
    await send('createTransaction', { ...pay(part({})), settles: ['split-rules'], accepted: ['split-rules'] });
    const halves = pay(part({ percentage: 50 }), other({ percentage: 50 }));
    await send('createTransaction', { ...halves, settles: ['split-rules'], accepted: ['split-rules'] });
    const boleto = { ...BOLETO, split: [{ ...byAmount, amount: BOLETO.amount }] };
    await send('createTransaction', { body: boleto, settles: ['split-rules'], accepted: ['split-rules'] });
    const tooMuch = pay(part({ percentage: 120 }));
    await send('createTransaction', { ...tooMuch, settles: ['split-checked'] });
    await send('createTransaction', { ...pay(part({}), other({ percentage: 0 })), settles: ['split-checked'] });
    const wrong = { expects: [422], unless: 'split-rules' as const };
    const refused = (fields: Partial<SplitPart>) => ({ ...pay(part(fields)), ...wrong });
    const unknown = refused({ receiver_id: UNKNOWN_ID });
    await send('createTransaction', { ...unknown, settles: ['split-checked'], part: 'receiver' });
    const notWhole = refused({ percentage: 99 });
    await send('createTransaction', { ...notWhole, settles: ['split-whole'], part: '99 percent' });
    const short = { ...pay({ ...byAmount, amount: 99 }), ...wrong };
    await send('createTransaction', { ...short, settles: ['split-whole'], part: '99 centavos' });
    const mixed = { ...pay(part({ percentage: 50 }), byAmount), ...wrong };
    await send('createTransaction', { ...mixed, settles: ['split-whole'], part: 'mixed' });
    const inFractions = [part({ percentage: 50.5 }), other({ percentage: 49.5 })];
    const fractions = { body: { ...PIX, amount: 200, split: inFractions }, ...wrong }; // 101 and 99 centavos
    await send('createTransaction', { ...fractions, settles: ['split-whole'], part: 'fractions' });
    const notLiable = refused({ liable: false });
    await send('createTransaction', { ...notLiable, settles: ['split-liable'], part: 'nobody is liable' });
    const noFee = refused({ charge_processing_fee: false });
    await send('createTransaction', { ...noFee, settles: ['split-fee'], part: 'nobody pays the fee' });
    await send('deleteReceiver', { path: { id }, settles: ['deletion-shape'] });
    await send('deleteReceiver', { path: { id: second }, settles: ['deletion-shape'] });
  }),
];
