/** Receivers of split payments, and their bank accounts. */
import type { JsonObject } from 'payment-gateway-core/util';
import { booleanOf } from 'payment-gateway-core/util';
import { present, stringFields } from './input.js';
import { groupOf, SCHEMA_KINDS } from './kinds.js';
import { addressedBy, changeFields, creates, createWith, existing, ok, updates } from './resource.js';
import type { OperationHandler, OperationRules, Stored, Wire, Work } from './work.js';

const createReceiver = creates('receiver-shape', SCHEMA_KINDS.Receiver, (body) => ({
  ...fieldsOf(body),
  status: 'active',
}));

const updateReceiver = updates(SCHEMA_KINDS.Receiver, fieldsOf);

function fieldsOf(body: JsonObject): Partial<Wire['Receiver']> {
  const { transfer_day } = body;
  return present({
    ...stringFields(body, ['name', 'email', 'document', 'type', 'transfer_interval']),
    transfer_enabled: booleanOf(body.transfer_enabled),
    transfer_day: typeof transfer_day === 'number' ? transfer_day : undefined,
  });
}

const ACCOUNT_FIELDS = [
  'bank_code',
  'agencia',
  'agencia_dv',
  'conta',
  'conta_dv',
  'type',
  'document_number',
  'legal_name',
] as const;

const createReceiverBankAccount: OperationHandler = (work, { params, body = {} }) => {
  work.use('bank-account-transitions');
  const receiver = existing(work, SCHEMA_KINDS.Receiver, params.id);
  const fields = { ...stringFields(body, ACCOUNT_FIELDS), status: 'active' };
  return ok(createWith(work, SCHEMA_KINDS.BankAccount, fields, { groups: [groupOf('Receiver', receiver.id)] }).value);
};

const updated = addressedBy('updateReceiverBankAccountStatus');

const updateReceiverBankAccountStatus: OperationHandler = (work, request) => {
  work.use('bank-account-transitions');
  return ok(changeFields(work, updated.object(work, request), stringFields(request.body ?? {}, ['status'])).value);
};

/** Removes the bank accounts of a receiver with it, because their paths begin with the receiver. */
export function removeBankAccounts(work: Work, { id }: Stored): void {
  const all = { group: groupOf('Receiver', id), page: 1, perPage: Number.MAX_SAFE_INTEGER };
  for (const account of work.page(SCHEMA_KINDS.BankAccount, all).items) work.remove(account);
}

export const receiverRules = {
  createReceiver,
  updateReceiver,
  createReceiverBankAccount,
  updateReceiverBankAccountStatus,
} satisfies OperationRules;
