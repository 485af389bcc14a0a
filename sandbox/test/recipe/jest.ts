/**
 * The recipe for jest with its global functions. The compiler checks it here. `npm run check -- consumers` installs jest
 * and runs it.
 */
import { unwrap } from '../../../src/index.ts';
import { setUpSandbox } from '../../src/testing/index.ts';

declare const afterAll: (hook: () => Promise<void>) => void;
declare const test: (name: string, body: () => Promise<void>) => void;
declare const expect: (value: unknown) => { toBe(expected: unknown): void };

const newAccount = setUpSandbox(afterAll);

test('a Pix is paid', async () => {
  const { client, account, receiver } = await newAccount();
  const { id } = await unwrap(
    client.POST('/v1/transactions', { body: { amount: 15_990, payment_method: 'pix', async: true } }),
  );
  await account.pay(id, { delivered: true });
  expect(receiver.events.at(-1)?.event).toBe('transaction.status_changed');
  const { data } = await client.GET('/v1/transactions/{id}', { params: { path: { id } } });
  expect(data?.status).toBe('paid');
});
