import { timestamp } from '../../codes/days.js';
import { addressedBy } from './addressed.js';
import { stringFields } from './input.js';
import { groupOf, KINDS } from './kinds.js';
import { existing, ok } from './resource.js';
import { type OperationHandler, rule, type Stored, type Wire, type Work } from './work.js';

const KIND = KINDS.BankAccount;

export const createReceiverBankAccount = rule<OperationHandler>(
  'bank-account-transitions',
  (work, { params, body = {} }) => {
    const receiver = existing(work, 'receivers', params.id);
    const id = work.id();
    const now = timestamp(work.now);
    const fields = [
      'bank_code',
      'agencia',
      'agencia_dv',
      'conta',
      'conta_dv',
      'type',
      'document_number',
      'legal_name',
    ] as const;
    const value: Wire['BankAccount'] = {
      id,
      ...stringFields(body, fields),
      status: 'active',
      created_at: now,
      updated_at: now,
    };
    return ok(work.create(KIND, { id, value, groups: [groupOf('Receiver', receiver.id)] }).value);
  },
);

const updated = addressedBy('updateReceiverBankAccountStatus');

export const updateReceiverBankAccountStatus = rule<OperationHandler>('bank-account-transitions', (work, request) => {
  const account = updated.object(work, request);
  const value = { ...account.value, ...stringFields(request.body ?? {}, ['status']), updated_at: timestamp(work.now) };
  return ok(work.change(account, { value }).value);
});

/** Removes the bank accounts of a receiver with it, because their paths begin with the receiver. */
export function removeBankAccounts(work: Work, receiver: Stored): void {
  for (;;) {
    const { items } = work.page(KIND, { group: groupOf('Receiver', receiver.id), page: 1, perPage: 100 });
    if (items.length === 0) return;
    for (const account of items) work.remove(account);
  }
}
