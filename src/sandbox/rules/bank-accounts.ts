import { timestamp } from '../../codes/days.js';
import { stringFields } from './input.js';
import { notFound } from './refusals.js';
import { deletion, existing, listsOf, ok } from './resource.js';
import type { Rule, RuleRequest, Stored, Wire, Work } from './work.js';

const KIND = 'bank_accounts';
const groupOf = (receiver: number): string => `receiver:${receiver}`;

export const createReceiverBankAccount: Rule = async (work, { params, body = {} }) => {
  const receiver = await existing(work, 'receivers', params.id);
  const [id = 0] = await work.ids(1);
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
  return ok(work.create(KIND, { id, value, groups: [groupOf(receiver.id)] }).value);
};

export const listReceiverBankAccounts = listsOf(KIND, 'receivers', groupOf);

export const retrieveReceiverBankAccount: Rule = async (work, request) => ok((await ofReceiver(work, request)).value);

export const updateReceiverBankAccountStatus: Rule = async (work, request) => {
  const account = await ofReceiver(work, request);
  const value = { ...account.value, ...stringFields(request.body ?? {}, ['status']), updated_at: timestamp(work.now) };
  return ok(work.change(account, { value }).value);
};

export const deleteReceiverBankAccount: Rule = async (work, request) => {
  const account = await ofReceiver(work, request);
  work.remove(account);
  return ok(deletion(account.id));
};

/** They go with their receiver: no path leads to them without it. */
export async function removeBankAccounts(work: Work, receiver: Stored): Promise<void> {
  for (;;) {
    const { items } = await work.page(KIND, { group: groupOf(receiver.id), page: 1, perPage: 100 });
    if (items.length === 0) return;
    for (const account of items) work.remove(account);
  }
}

async function ofReceiver(work: Work, { params }: RuleRequest): Promise<Stored> {
  const receiver = await existing(work, 'receivers', params.id);
  const account = await existing(work, KIND, params.bank_account_id);
  if (!account.groups.includes(groupOf(receiver.id))) throw notFound(KIND, params.bank_account_id);
  return account;
}
