import { expect, test } from 'vitest';
import type { JsonObject } from '../../../core/src/util/json.js';
import { createGateway, example } from './gateway.ts';

const withReceiver = async () => {
  const gateway = createGateway();
  const receiver = await gateway.call('createReceiver', { body: example('createReceiver', 'corporation') });
  const other = await gateway.call('createReceiver', { body: { document: '52998224725' } });
  const params = { id: receiver.id };
  const accountOf = (id: number) =>
    gateway.call('createReceiverBankAccount', {
      params: { id },
      body: example('createReceiverBankAccount', 'checking'),
    });
  const account = await accountOf(receiver.id);
  return { gateway, receiver, other, params, account, accountOf, ids: { ...params, bank_account_id: account.id } };
};

test('receiver-shape: a new receiver is active, and an update changes only the fields it sends', async () => {
  const { gateway, receiver, other, params } = await withReceiver();
  const usual = { status: 'active', document: '11222333000181', transfer_interval: 'daily', transfer_day: 0 };
  expect(receiver).toMatchObject(usual);
  const weekly = { transfer_interval: 'weekly', transfer_day: 5 };
  const updated = await gateway.call('updateReceiver', { params, body: weekly });
  expect(updated).toEqual({ ...receiver, ...weekly });
  expect(await gateway.call('retrieveReceiver', { params })).toEqual(updated);
  expect(await gateway.call('listReceivers')).toMatchObject({ data: [other, updated], total: 2 });
});

test('bank accounts are listed only for their receiver', async () => {
  const { gateway, other, params, account, ids } = await withReceiver();
  expect(account).toMatchObject({ status: 'active', bank_code: '001', conta: '67890' });
  const list = (id: number) => gateway.call('listReceiverBankAccounts', { params: { id } });
  expect(await list(params.id)).toMatchObject({ data: [account], total: 1 });
  expect(await list(other.id)).toMatchObject({ data: [], total: 0 });
  expect(await gateway.call('retrieveReceiverBankAccount', { params: ids })).toEqual(account);
  const elsewhere = { ...ids, id: other.id };
  await gateway.refuses(404, gateway.call('retrieveReceiverBankAccount', { params: elsewhere }));
  await gateway.refuses(404, gateway.call('deleteReceiverBankAccount', { params: elsewhere }));
});

test("bank-account-transitions: a bank account's status can be set, and the account removed", async () => {
  const { gateway, params, account, ids } = await withReceiver();
  const { id } = account;
  for (const status of ['inactive', 'active']) {
    const changed = await gateway.call('updateReceiverBankAccountStatus', { params: ids, body: { status } });
    expect(changed).toMatchObject({ id, status });
  }
  expect(await gateway.call('deleteReceiverBankAccount', { params: ids })).toEqual({ id, deleted: true });
  await gateway.refuses(404, gateway.call('retrieveReceiverBankAccount', { params: ids }));
  expect(await gateway.call('listReceiverBankAccounts', { params })).toMatchObject({ total: 0 });
});

test('receiver-shape: flags and days are read in the forms of public clients', async () => {
  const { gateway, params } = await withReceiver();
  const update = (body: JsonObject) => gateway.call('updateReceiver', { params, body, invalid: true });
  expect(await update({ transfer_enabled: '0' })).toMatchObject({ transfer_enabled: false });
  expect(await update({ transfer_enabled: 1, name: 'Loja' })).toMatchObject({ transfer_enabled: true, name: 'Loja' });
  const ignored = await update({ transfer_day: '5', transfer_enabled: null });
  expect(ignored).toMatchObject({ transfer_day: 0, transfer_enabled: true });
});

test('deletion-effects: removing a receiver leaves the bank accounts of other receivers', async () => {
  const { gateway, params, other, accountOf } = await withReceiver();
  const kept = await accountOf(other.id);
  await gateway.call('deleteReceiver', { params });
  expect((await gateway.objects()).map(({ id }) => id)).toEqual([other.id, kept.id]);
});
