/** The recipe for node:test: `node --test` with a loader for TypeScript. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { unwrap } from '../../../src/index.ts';
import { setUpSandbox } from '../../src/testing/index.ts';

const newAccount = setUpSandbox(after);

test('a Pix is paid', async () => {
  const { client, account, receiver } = await newAccount();
  const { id } = await unwrap(
    client.POST('/v1/transactions', { body: { amount: 15_990, payment_method: 'pix', async: true } }),
  );
  await account.pay(id, { delivered: true });
  assert.equal(receiver.events.at(-1)?.event, 'transaction.status_changed');
  const { data } = await client.GET('/v1/transactions/{id}', { params: { path: { id } } });
  assert.equal(data?.status, 'paid');
});
