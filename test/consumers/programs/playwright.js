// @ts-nocheck It runs in a project with the packed package.
/** The sandbox behind Playwright's route: what a page requests from the gateway reaches the sandbox, without a socket. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { chromium } from 'playwright-core';
import { createSandboxFetch } from '../../../sandbox/src/index.ts';

const sandbox = createSandboxFetch({ strict: true, clock: 'manual' });
let browser;
before(async () => {
  browser = await chromium.launch({ executablePath: process.env.CHROMIUM_PATH, args: ['--no-sandbox'] });
});
after(async () => {
  await browser?.close();
  await sandbox.close();
});

test('a page polls the status of a payment', async () => {
  const page = await browser.newPage();
  await page.route('https://gateway.example/**', async (route) => {
    const request = route.request();
    const body = request.postDataBuffer() ?? undefined;
    const response = await sandbox(request.url(), {
      method: request.method(),
      headers: await request.allHeaders(),
      ...(body && { body }),
    });
    const headers = Object.fromEntries(response.headers);
    await route.fulfill({ status: response.status, headers, body: Buffer.from(await response.arrayBuffer()) });
  });
  await page.route('https://gateway.example/', (route) => route.fulfill({ contentType: 'text/html', body: '' }));
  await page.goto('https://gateway.example/');

  // A real shop asks its own server; the page of this test plays both parts.
  const ask = (method, path, body) =>
    page.evaluate(
      async (call) => {
        const headers = { authorization: 'Bearer any-token', 'content-type': 'application/json' };
        const init = { method: call.method, headers, ...(call.body && { body: JSON.stringify(call.body) }) };
        return (await fetch(call.path, init)).json();
      },
      { method, path, body },
    );
  const { id } = await ask('POST', '/v1/transactions', { amount: 15_990, payment_method: 'pix', async: true });
  await sandbox.pay(id);
  assert.equal((await ask('GET', `/v1/transactions/${id}`)).status, 'paid');
});
