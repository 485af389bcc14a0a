/** Receivers of split payments, and their bank accounts. */
import type { JsonObject } from 'payment-gateway-core/util';
import { booleanOf } from 'payment-gateway-core/util';
import { present, stringFields } from './input.js';
import { groupOf, SCHEMA_KINDS } from './kinds.js';
import { addressedBy, changeFields, creates, createWith, existing, ok, textsOf, updates } from './resource.js';
import type { OperationHandler, OperationRules, Stored, Wire, Work } from './work.js';

const createReceiver = creates('receiver-shape', SCHEMA_KINDS.Receiver, (body) => ({
  ...fieldsOf(body),
  status: 'active',
}));

const updateReceiver = updates(SCHEMA_KINDS.Receiver, fieldsOf);

function fieldsOf(body: JsonObject): Partial<Wire['Receiver']> {
  const { transfer_day } = body;
  return present({
    ...textsOf('createReceiver', body),
    transfer_enabled: booleanOf(body.transfer_enabled),
    transfer_day: typeof transfer_day === 'number' ? transfer_day : undefined,
  });
}

const createReceiverBankAccount: OperationHandler = (work, { params, body = {} }) => {
  work.use('bank-account-transitions');
  const receiver = existing(work, SCHEMA_KINDS.Receiver, params.id);
  const fields = { ...textsOf('createReceiverBankAccount', body), status: 'active' };
  return ok(createWith(work, SCHEMA_KINDS.BankAccount, fields, { groups: [groupOf('Receiver', receiver.id)] }).value);
};

const updated = addressedBy('updateReceiverBankAccountStatus');

const updateReceiverBankAccountStatus: OperationHandler = (work, request) => {
  work.use('bank-account-transitions');
  return ok(changeFields(work, updated.object(work, request), stringFields(request.body ?? {}, ['status'])).value);
};

/** Removes the bank accounts of a receiver with it, because their paths begin with the receiver. */
export function removeBankAccounts(work: Work, { id }: Stored): void {
  for (const account of work.all(SCHEMA_KINDS.BankAccount, groupOf('Receiver', id))) work.remove(account);
}

export const receiverRules = {
  createReceiver,
  updateReceiver,
  createReceiverBankAccount,
  updateReceiverBankAccountStatus,
} satisfies OperationRules;
