import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startMockServer } from '../../src/mock/index.js';
import { type SandboxServer, startSandbox } from '../../src/sandbox/index.js';
import { built } from '../built/built.ts';
import { launchChromium } from './chromium.ts';

// The docs as `npm run build` left them, served by the sandbox: the one place where they may send.
describe('the docs served by a sandbox', { tags: 'chromium', timeout: 60_000 }, () => {
  let browser: Browser;
  let sandbox: SandboxServer;
  beforeAll(async () => {
    await built('docs');
    [browser, sandbox] = await Promise.all([launchChromium(), startSandbox({ port: 0, log: 'silent', docs: true })]);
  }, 120_000);
  afterAll(() => Promise.all([browser?.close(), sandbox?.close()]));

  test('an example is sent, and what the sandbox lacks is made when a reader agrees', async () => {
    const page = await browser.newPage({ viewport: { width: 1400, height: 1000 } });
    const complaints: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text());
    });
    await page.goto(`${sandbox.url}/docs/#/transactions/refundtransaction`);
    const refund = page.locator('[data-section-id="/transactions/refundtransaction"]').first().locator('.docs-send');
    await refund.getByRole('button', { name: 'Send' }).click();
    await refund.getByText('does not have what the example needs').waitFor();
    await refund.getByRole('button', { name: 'Make it from the examples' }).click();
    await refund.getByText(/POST \/v1\/transactions\/\d+\/refund → 200/).waitFor();
    expect(await refund.getByRole('link', { name: /console/ }).getAttribute('href')).toMatch(
      /^\/_sandbox\/#\/transactions\/\d+$/,
    );
    await page.screenshot({ path: 'dist/screenshots/send.png' }).catch(() => {});

    await page.goto(`${sandbox.url}/docs/#/transactions/createtransaction?example=boleto`);
    const create = page.locator('[data-section-id="/transactions/createtransaction"]').first().locator('.docs-send');
    await create.getByRole('button', { name: 'Send' }).click();
    await create.getByText('POST /v1/transactions → 200').waitFor();
    expect(await create.textContent()).toContain('"payment_method": "boleto"');
    expect(complaints).toEqual([]);
  });

  test('a mock serves them as they are published: without a button, and with a policy that allows no connection', async () => {
    await using mock = await startMockServer({ port: 0, log: 'silent', docs: true });
    const page = await (await fetch(`${mock.url}/docs/`)).text();
    expect(page).toContain("connect-src 'none'");
    expect(page).not.toContain('send.js');
    expect((await fetch(`${mock.url}/docs/send.js`)).status).toBe(404);
    const sending = await (await fetch(`${sandbox.url}/docs/`)).text();
    expect(sending).toContain("connect-src 'self'");
  });
});
