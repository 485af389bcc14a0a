/** Tests the access of web pages of other origins to a sandbox on the user's machine. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchChromium } from '../../../scripts/chromium.ts';
import { built } from '../../../test/built/built.ts';
import { textsIn } from '../../pages/buyer/texts.js';
import { type SandboxServer, startSandbox } from '../../src/index.js';
import { PIX, send } from '../entrances.ts';

const en = textsIn('en');

describe('a web page of another origin, in Chromium', { tags: 'chromium' }, () => {
  let browser: Browser;
  let sandbox: SandboxServer;
  let foreign: Server;
  let foreignUrl: string;
  let port: string;

  beforeAll(async () => {
    // Both names resolve to this machine, as an attacker's DNS or a Docker network would do it.
    const rules = 'MAP evil.example 127.0.0.1, MAP sandbox 127.0.0.1';
    [browser, sandbox] = await Promise.all([
      launchChromium(`--host-resolver-rules=${rules}`, '--disable-features=LocalNetworkAccessChecks'),
      startSandbox({ port: 0, docs: true }),
      built('pages'),
    ]);
    ({ port } = new URL(sandbox.url));
    foreign = createServer((_, response) => response.setHeader('content-type', 'text/html').end('<h1>Shop</h1>'));
    await once(foreign.listen(0, '127.0.0.1'), 'listening');
    foreignUrl = `http://evil.example:${(foreign.address() as AddressInfo).port}`;
  });
  afterAll(async () => {
    foreign?.close().closeAllConnections();
    await Promise.all([browser?.close(), sandbox?.close()]);
  });

  const api = (method: string, path: string, body?: unknown) => send({ url: sandbox.url, fetch }, method, path, body);
  const requests = async () => (await api('GET', '/_sandbox/requests')).body.requests.length;
  async function open(url: string): Promise<Page> {
    const page = await browser.newPage({ locale: 'en-US' });
    page.setDefaultTimeout(60_000);
    await page.goto(url);
    return page;
  }

  test('whose name resolves to this machine can read and change nothing [S24]', async () => {
    const { body: payment } = await api('POST', '/v1/transactions', PIX);
    await sandbox.pay(payment.id);
    await sandbox.failNext('*', { fault: 'reset' });
    const before = await requests();
    const page = await browser.newPage();
    // The page was loaded from another server, before its name resolved to this machine.
    const address = `http://evil.example:${port}/page`;
    await page.route(address, (route) => route.fulfill({ contentType: 'text/html', body: '<h1>Shop</h1>' }));
    await page.goto(address);
    const statusOf = (path: string, method = 'GET') =>
      page.evaluate(
        async ([path, method]) => {
          const headers = { authorization: 'Bearer any', 'content-type': 'application/json' };
          return (await fetch(path as string, { method: method as string, headers })).status;
        },
        [path, method],
      );
    for (const path of ['/v1/customers', '/', '/docs/', '/openapi.json', '/_sandbox/', '/_sandbox/requests']) {
      expect(await statusOf(path), path).toBe(403);
    }
    expect(await statusOf(`/v1/transactions/${payment.id}/refund`, 'POST')).toBe(403);
    expect(await statusOf('/_sandbox/reset', 'POST')).toBe(403);
    expect(await requests()).toBe(before);
    expect(await sandbox.faults()).toHaveLength(1);
    await sandbox.clearFaults();
    expect((await sandbox.retrieve(payment.id)).status).toBe('paid');
  });

  test('sends requests that use no planned fault and do not enter the journal [S23]', async () => {
    await sandbox.failNext('*', { fault: 'reset' });
    const before = await requests();
    const page = await open(foreignUrl);
    await page.evaluate(async (url) => {
      const init = { mode: 'no-cors' } as const;
      await Promise.all([
        fetch(`${url}/v1/transactions`, init),
        fetch(`${url}/v1/transactions`, { ...init, method: 'POST', body: '{"amount":1}' }),
        fetch(`${url}/v1/transactions`, { headers: { authorization: 'Bearer any' } }).catch(() => {}),
        new Promise((resolve) => {
          const image = new Image();
          image.onerror = resolve;
          image.src = `${url}/v1/customers`;
        }),
      ]);
    }, sandbox.url);
    expect(await requests()).toBe(before);
    expect(await sandbox.faults()).toHaveLength(1);
    await sandbox.clearFaults();
  });

  test('may link to a checkout, to 3DS, to the docs and to the console [S23]', { tags: 'long' }, async () => {
    await built('docs');
    const link = (await api('POST', '/v1/links', { amount: 100 })).body.url;
    const page = await open(foreignUrl);
    const follow = async (url: string) => {
      await page.goto(foreignUrl);
      await page.evaluate((url) => {
        location.href = url;
      }, url);
    };
    await follow(link);
    await page.getByRole('button', { name: en.payByPix }).waitFor();
    for (const path of ['/docs', '/_sandbox/']) {
      await follow(sandbox.url + path);
      await page.waitForURL(new RegExp(`^${sandbox.url}${path}`));
      await page.waitForLoadState('domcontentloaded');
      await expect.poll(() => page.title(), { message: path }).not.toBe('');
    }
  });

  test('does not include the sandbox under a Docker service name: a buyer can pay there', {
    tags: 'long',
  }, async () => {
    const url = new URL((await api('POST', '/v1/links', { amount: 100 })).body.url);
    const page = await open(`http://sandbox:${port}${url.pathname}`);
    await page.getByRole('button', { name: en.payByPix }).click();
    await page.getByRole('img', { name: 'QR code of the Pix' }).waitFor();
  });
});
