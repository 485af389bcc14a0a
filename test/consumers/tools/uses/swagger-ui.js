import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { extname } from 'node:path';
import { chromium } from 'playwright-core';
import { document, text } from './contract.js';
import { body, expectPayment } from './expect.js';

const folder = createRequire(import.meta.url)
  .resolve('swagger-ui-dist/package.json')
  .replace('package.json', '');
const executablePath = [
  process.env.CHROMIUM,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
].find((path) => path && existsSync(path));
assert(executablePath, 'There is no Chromium: install it, or name its file in CHROMIUM.');
const types = { '.js': 'text/javascript; charset=utf-8', '.css': 'text/css; charset=utf-8' };
const page = `<!doctype html><link rel="stylesheet" href="/ui/swagger-ui.css"><div id="ui"></div>
<script src="/ui/swagger-ui-bundle.js"></script>
<script>window.ui = SwaggerUIBundle({ url: '/ui/contract', dom_id: '#ui', tryItOutEnabled: true, validatorUrl: null });</script>`;

const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
try {
  const tab = await browser.newPage();
  const complaints = [];
  tab.on('pageerror', (error) => complaints.push(error.message));
  tab.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  // On the sandbox's own origin, so that its page may call it.
  await tab.route(`${process.argv[2]}/ui/*`, (route) => {
    const name = new URL(route.request().url()).pathname.slice('/ui/'.length);
    if (name === 'page') return route.fulfill({ contentType: 'text/html; charset=utf-8', body: page });
    if (name === 'contract') return route.fulfill({ contentType: 'text/plain; charset=utf-8', body: text });
    return route.fulfill({ contentType: types[extname(name)], body: readFileSync(folder + name, 'utf8') });
  });
  await tab.goto(`${process.argv[2]}/ui/page`);
  await tab
    .locator('.opblock')
    .first()
    .waitFor()
    .catch((error) => assert.fail(`${complaints.join('\n')}\n${error.message}`));
  const operations = Object.values(document.paths).flatMap((item) => Object.keys(item)).length;
  const webhooks = Object.keys(document.webhooks).length;
  assert.equal(await tab.locator('.opblock').count(), operations + webhooks);
  await tab.evaluate(() => window.ui.preauthorizeApiKey('bearerAuth', 'test'));
  const create = tab.locator('.opblock-post', { has: tab.locator('[data-path="/v1/transactions"]') }).first();
  await create.locator('.opblock-summary-control').click();
  await create.locator('textarea').first().fill(JSON.stringify(body));
  const [response] = await Promise.all([
    tab.waitForResponse((one) => one.url().endsWith('/v1/transactions')),
    create.locator('.execute').click(),
  ]);
  expectPayment(await response.json());
  assert.deepEqual(await tab.locator('.errors-wrapper').allInnerTexts(), []);
  assert.deepEqual(complaints, []);
} finally {
  await browser.close();
}
