import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { startSandbox } from '../../src/index.ts';
import { APPROVED_CARD, overSocket, send } from '../entrances.ts';

const ASKS_3DS = { ...APPROVED_CARD, card_number: '4539620659922097' };
const PAYMENT = { amount: 4200, payment_method: 'credit_card', card: ASKS_3DS, threeDSecure: {} };

/** Sends a request with a `Host` that differs from the address, as through a forwarded port, and returns the body. */
// biome-ignore lint/suspicious/noExplicitAny: tests read any field
async function sendTo(url: string, host: string, method: string, path: string, body?: object): Promise<any> {
  const headers = { host, authorization: 'Bearer test-token', 'content-type': 'application/json' };
  const sent = request(url + path, { method, headers });
  sent.end(body && JSON.stringify(body));
  const [response] = await new Promise<[NodeJS.ReadableStream]>((resolve) =>
    sent.on('response', (one) => resolve([one])),
  );
  return JSON.parse(await text(response));
}

test('pages have the address under which the client reaches the sandbox', async () => {
  await using sandbox = await startSandbox({ port: 0, host: '0.0.0.0', log: 'silent' });
  const host = 'localhost:5010';
  const link = await sendTo(sandbox.url, host, 'POST', '/v1/links', { amount: 15_990, name: 'Livro' });
  expect(link.url).toMatch(/^http:\/\/localhost:5010\/_sandbox\/pay\//);
  const { id, threeDSecure } = await sendTo(sandbox.url, host, 'POST', '/v1/transactions', PAYMENT);
  expect(threeDSecure.url).toMatch(/^http:\/\/localhost:5010\/_sandbox\/3ds\//);
  // The control API and the console, too.
  const other = 'host.docker.internal:4010';
  const { page } = await sendTo(sandbox.url, other, 'GET', `/_sandbox/objects/${id}/details`);
  expect(page).toMatch(/^http:\/\/host\.docker\.internal:4010\/_sandbox\/3ds\//);
  expect((await sendTo(sandbox.url, other, 'GET', '/_sandbox/overview')).url).toBe(`http://${other}`);
});

test('a server on every address gives clients one that they can reach, also for what no request creates', async () => {
  await using sandbox = await startSandbox({ port: 0, host: '0.0.0.0', log: 'silent' });
  expect(sandbox.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  const { links } = await sandbox.load({ links: { book: { amount: 100, name: 'Livro' } } });
  expect(links?.book?.url).toMatch(new RegExp(`^${sandbox.url}/_sandbox/pay/`));
});

test('publicUrl wins over the host of the request', async () => {
  await using sandbox = await startSandbox({ port: 0, publicUrl: 'https://sandbox.example/gateway', log: 'silent' });
  const link = await sendTo(sandbox.url, 'localhost:5010', 'POST', '/v1/links', { amount: 15_990, name: 'Livro' });
  expect(link.url).toMatch(/^https:\/\/sandbox\.example\/gateway\/_sandbox\/pay\//);
});

test('HEAD on a stream ends', async () => {
  await using entered = await overSocket({ log: 'silent' });
  const response = await entered.fetch(`${entered.url}/_sandbox/stream`, { method: 'HEAD' });
  expect([response.status, await response.text()]).toEqual([200, '']);
});

test('0.0.0.0 gets a sentence when it is registered as a receiver', async () => {
  await using entered = await overSocket({ log: 'silent' });
  const sentence = /0\.0\.0\.0 names no machine: .*use 127\.0\.0\.1/;
  const control = await send(entered, 'POST', '/_sandbox/receivers', { url: 'http://0.0.0.0:3000/hooks' });
  expect(control).toMatchObject({ status: 400, body: { errors: [expect.stringMatching(sentence)] } });
  const registered = await send(entered, 'POST', '/v1/webhooks', { url: 'http://0.0.0.0:3000/hooks', events: [] });
  expect(decodeURIComponent(registered.headers.get('x-sandbox-warning') ?? '')).toContain('url: names no machine');
  await expect(startSandbox({ port: 0, webhook: 'http://0.0.0.0:3000/hooks' })).rejects.toThrow(sentence);
});
