import { expect, test } from 'vitest';
import type { JsonObject } from '../../../src/contract/json.js';
import { createGateway, example } from './gateway.ts';

const withReceiver = async () => {
  const gateway = createGateway();
  const receiver = await gateway.call('createReceiver', { body: example('createReceiver', 'corporation') });
  return { gateway, receiver, params: { id: receiver.id } };
};

test('receiver-shape: a new receiver is active, and an update changes only the fields it sends', async () => {
  const { gateway, receiver, params } = await withReceiver();
  expect(receiver).toMatchObject({
    status: 'active',
    document: '11222333000181',
    transfer_interval: 'daily',
    transfer_day: 0,
  });
  const updated = await gateway.call('updateReceiver', {
    params,
    body: { transfer_interval: 'weekly', transfer_day: 5 },
  });
  expect(updated).toEqual({ ...receiver, transfer_interval: 'weekly', transfer_day: 5 });
  expect(await gateway.call('retrieveReceiver', { params })).toEqual(updated);
  expect(await gateway.call('listReceivers')).toMatchObject({ data: [updated], total: 1 });
});

test('bank accounts are listed only for their receiver', async () => {
  const { gateway, params } = await withReceiver();
  const other = await gateway.call('createReceiver', { body: { document: '52998224725' } });
  const account = await gateway.call('createReceiverBankAccount', {
    params,
    body: example('createReceiverBankAccount', 'checking'),
  });
  expect(account).toMatchObject({ status: 'active', bank_code: '001', conta: '67890' });
  expect(await gateway.call('listReceiverBankAccounts', { params })).toMatchObject({ data: [account], total: 1 });
  expect(await gateway.call('listReceiverBankAccounts', { params: { id: other.id } })).toMatchObject({
    data: [],
    total: 0,
  });
  expect(
    await gateway.call('retrieveReceiverBankAccount', { params: { ...params, bank_account_id: account.id } }),
  ).toEqual(account);
  const elsewhere = { id: other.id, bank_account_id: account.id };
  expect(await gateway.refusal(gateway.call('retrieveReceiverBankAccount', { params: elsewhere }))).toMatchObject({
    status: 404,
  });
  expect(await gateway.refusal(gateway.call('deleteReceiverBankAccount', { params: elsewhere }))).toMatchObject({
    status: 404,
  });
});

test("bank-account-transitions: a bank account's status can be set, and the account removed", async () => {
  const { gateway, params } = await withReceiver();
  const { id } = await gateway.call('createReceiverBankAccount', {
    params,
    body: example('createReceiverBankAccount', 'checking'),
  });
  const of = { ...params, bank_account_id: id };
  expect(
    await gateway.call('updateReceiverBankAccountStatus', { params: of, body: { status: 'inactive' } }),
  ).toMatchObject({ id, status: 'inactive' });
  expect(await gateway.call('deleteReceiverBankAccount', { params: of })).toEqual({ id, deleted: true });
  expect(await gateway.refusal(gateway.call('retrieveReceiverBankAccount', { params: of }))).toMatchObject({
    status: 404,
  });
  expect(await gateway.call('listReceiverBankAccounts', { params })).toMatchObject({ total: 0 });
});

test('deletion-effects: removing a receiver removes its bank accounts', async () => {
  const { gateway, params } = await withReceiver();
  for (let n = 0; n < 3; n++)
    await gateway.call('createReceiverBankAccount', { params, body: example('createReceiverBankAccount', 'checking') });
  expect(await gateway.call('deleteReceiver', { params })).toEqual({ ...params, deleted: true });
  expect(await gateway.refusal(gateway.call('listReceiverBankAccounts', { params }))).toMatchObject({ status: 404 });
  expect(await gateway.objects()).toEqual([]);
});

test('receiver-shape: flags and days are read in the forms of public clients', async () => {
  const { gateway, params } = await withReceiver();
  const update = (body: JsonObject) => gateway.call('updateReceiver', { params, body, invalid: true });
  expect(await update({ transfer_enabled: '0' })).toMatchObject({ transfer_enabled: false });
  expect(await update({ transfer_enabled: 1, name: 'Loja' })).toMatchObject({ transfer_enabled: true, name: 'Loja' });
  expect(await update({ transfer_day: '5', transfer_enabled: null })).toMatchObject({
    transfer_day: 0,
    transfer_enabled: true,
  });
});

test('deletion-effects: removing a receiver leaves the bank accounts of other receivers', async () => {
  const { gateway, params } = await withReceiver();
  const other = await gateway.call('createReceiver', { body: { document: '52998224725' } });
  const account = example('createReceiverBankAccount', 'checking');
  await gateway.call('createReceiverBankAccount', { params, body: account });
  const kept = await gateway.call('createReceiverBankAccount', { params: { id: other.id }, body: account });
  await gateway.call('deleteReceiver', { params });
  expect((await gateway.objects()).map(({ id }) => id)).toEqual([other.id, kept.id]);
});
