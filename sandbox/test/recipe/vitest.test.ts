/** The recipe for vitest: one sandbox for the file, and an account for each test, so that tests can run at the same time. */
import { afterAll, expect, test } from 'vitest';
import { unwrap } from '../../../src/index.ts';
import { setUpSandbox } from '../../src/testing/index.ts';

const newAccount = setUpSandbox(afterAll);

test.concurrent.each([1, 2, 3])('a Pix is paid (%i)', async () => {
  const { client, account, receiver } = await newAccount();
  const { id } = await unwrap(
    client.POST('/v1/transactions', { body: { amount: 15_990, payment_method: 'pix', async: true } }),
  );
  await account.pay(id, { delivered: true });
  expect(receiver.events.at(-1)).toMatchObject({ event: 'transaction.status_changed', payload: { status: 'paid' } });
  const { data } = await client.GET('/v1/transactions');
  expect(data).toMatchObject({ total: 1, data: [{ id, status: 'paid' }] });
});
