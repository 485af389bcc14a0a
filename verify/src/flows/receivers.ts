/** Receivers, their bank accounts, payments that are split between them, and further settings of the merchant. */
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
  flow('receiver', 'Create, update and delete a receiver and a bank account', async ({ send, settles, ...run }) => {
    settles('receiver-shape', 'bank-account-shape', 'deletion-shape');
    const transfers = { transfer_enabled: false, transfer_interval: 'weekly', transfer_day: 5 } as const;
    const body = { ...RECEIVER, email: emailOf('receiver', run), ...transfers };
    const { id } = await send('createReceiver', { body });
    const path = { id };
    await send('retrieveReceiver', { path });
    await send('updateReceiver', { path, body: { transfer_day: 1 } });
    const account = await send('createReceiverBankAccount', { path, body: { ...BANK_ACCOUNT, agencia_dv: '5' } });
    const nested = { id, bank_account_id: account.id };
    await send('listReceiverBankAccounts', { path, query: PAGE });
    await send('retrieveReceiverBankAccount', { path: nested });
    await send('updateReceiverBankAccountStatus', { path: nested, body: { status: 'inactive' } });
    await send('deleteReceiverBankAccount', { path: nested });
    await send('deleteReceiver', { path });
  }),
  flow(
    'receiver-accounts',
    'Deactivate and activate a bank account, delete its receiver',
    async ({ send, settles }) => {
      settles('receiver-shape', 'bank-account-transitions', 'deletion-effects');
      const { id } = await send('createReceiver', { body: RECEIVER });
      const account = await send('createReceiverBankAccount', { path: { id }, body: BANK_ACCOUNT });
      const path = { id, bank_account_id: account.id };
      await send('updateReceiverBankAccountStatus', { path, body: { status: 'inactive' } });
      await send('updateReceiverBankAccountStatus', { path, body: { status: 'active' } });
      await send('retrieveReceiverBankAccount', { path });
      await send('deleteReceiver', { path: { id } });
      await send('retrieveReceiverBankAccount', { path });
    },
  ),
  flow('split', 'Charge a card and split the payment', async ({ send, settles, ...run }) => {
    settles('receiver-shape', 'split-amounts');
    const receiver = await send('createReceiver', { body: RECEIVER });
    const body = cardPayment(run, { split: [partOf(needed(receiver.id, 'the id of the receiver'))] });
    const { id } = await send('createTransaction', { body, accepted: ['split-rules'] });
    await send('refundTransaction', { path: { id }, body: refundOf(100) });
  }),
  flow('split-debit', 'Charge a debit card and split the payment', async ({ send, settles, ...run }) => {
    settles('receiver-shape');
    const receiver = await send('createReceiver', { body: RECEIVER });
    const body = debitPayment(run, { split: [partOf(needed(receiver.id, 'the id of the receiver'))] });
    const { id } = await send('createTransaction', { body, accepted: ['split-rules'] });
    await send('refundTransaction', { path: { id }, body: refundOf(100) });
  }),
  flow('split-refused', 'Split a payment in ways that are not allowed', async ({ send, settles }) => {
    settles('receiver-shape', 'deletion-shape');
    const { id } = await send('createReceiver', { body: RECEIVER });
    const { id: second } = await send('createReceiver', { body: RECEIVER });
    const part = (fields: Partial<SplitPart>) => partOf(needed(id, 'the id of the receiver'), fields);
    const other = (fields: Partial<SplitPart>) => partOf(needed(second, 'the id of the second receiver'), fields);
    const { percentage: _, ...byAmount } = other({ amount: 50 });
    const pay = (...split: SplitPart[]) => ({ body: { ...PIX, split } });
    // Every refusal below differs in one point from one of these two splits.
    await send('createTransaction', { ...pay(part({})), accepted: ['split-rules'] });
    const halves = pay(part({ percentage: 50 }), other({ percentage: 50 }));
    await send('createTransaction', { ...halves, accepted: ['split-rules'] });
    const boleto = { ...BOLETO, split: [{ ...byAmount, amount: BOLETO.amount }] };
    await send('createTransaction', { body: boleto, accepted: ['split-rules'] });
    await send('createTransaction', pay(part({ percentage: 120 })));
    await send('createTransaction', pay(part({}), other({ percentage: 0 })));
    const wrong = { expects: [422], unless: 'split-rules' as const };
    const refused = (fields: Partial<SplitPart>) => ({ ...pay(part(fields)), ...wrong });
    const unknown = refused({ receiver_id: UNKNOWN_ID });
    await send('createTransaction', { ...unknown, entry: 'split-checked', part: 'receiver' });
    const notWhole = refused({ percentage: 99 });
    await send('createTransaction', { ...notWhole, entry: 'split-whole', part: '99 percent' });
    const short = { ...pay({ ...byAmount, amount: 99 }), ...wrong };
    await send('createTransaction', { ...short, entry: 'split-whole', part: '99 centavos' });
    const mixed = { ...pay(part({ percentage: 50 }), byAmount), ...wrong };
    await send('createTransaction', { ...mixed, entry: 'split-whole', part: 'mixed' });
    const inFractions = [part({ percentage: 50.5 }), other({ percentage: 49.5 })];
    const fractions = { body: { ...PIX, amount: 200, split: inFractions }, ...wrong }; // 101 and 99 centavos
    await send('createTransaction', { ...fractions, entry: 'split-whole', part: 'fractions' });
    const notLiable = refused({ liable: false });
    await send('createTransaction', { ...notLiable, entry: 'split-liable', part: 'nobody is liable' });
    const noFee = refused({ charge_processing_fee: false });
    await send('createTransaction', { ...noFee, entry: 'split-fee', part: 'nobody pays the fee' });
    await send('deleteReceiver', { path: { id } });
    await send('deleteReceiver', { path: { id: second } });
  }),
];

/** Settings of the merchant. A run does not restore them. */
export const configuration = [
  flow('configuration', 'Add acquirers, set the main one, configure anti-fraud', async ({ send, settles }) => {
    settles('acquirer-shape', 'acquirer-main', 'anti-fraud-shape');
    const credentials = { key: 'none' };
    const named = (name: string) => ({ acquirers: [{ name, priority: 99, credentials }] });
    await send('addAcquirers', { body: named('verification') });
    const added = await send('addAcquirers', { body: named('verification 2') });
    await send('setMainAcquirer', { path: { id: added.acquirers?.at(-1)?.id } });
    await send('addAcquirers', { body: named('verification 3') });
    const antiFraud = { enabled: false, provider: 'verification', sequence: 'analyse_first', credentials };
    await send('configureAntiFraud', { body: antiFraud });
  }),
];
