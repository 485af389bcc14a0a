/** The recipe for jest, whose functions are global. It is compiled here, and run by `npm run test:consumers`, which fetches jest. */
import { randomUUID } from 'node:crypto';
import { createGatewayClient, unwrap } from '../../../src/index.ts';
import { type SandboxServer, startSandbox } from '../../../src/sandbox/index.ts';

declare const beforeAll: (hook: () => Promise<void>) => void;
declare const afterAll: (hook: () => Promise<void>) => void;
declare const test: (name: string, body: () => Promise<void>) => void;
declare const expect: (value: unknown) => { toBe(expected: unknown): void };

let sandbox: SandboxServer;
beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, clock: 'manual', accounts: 'per-token' });
});
afterAll(() => sandbox.close());

test('a PIX is paid', async () => {
  const accessToken = randomUUID();
  const client = createGatewayClient({ baseUrl: sandbox.url, accessToken });
  const { id } = await unwrap(
    client.POST('/v1/transactions', { body: { amount: 15_990, payment_method: 'pix', async: true } }),
  );
  await sandbox.account(accessToken).pay(id);
  const { data } = await client.GET('/v1/transactions/{id}', { params: { path: { id } } });
  expect(data?.status).toBe('paid');
});
