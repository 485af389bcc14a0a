import { beforeAll, describe, expect, test } from 'vitest';
import { shoot } from '../../../scripts/test/docs/chromium.ts';
import { startSandbox } from '../../src/index.ts';
import { pagesOf, shown } from './pages.ts';
import { type Buyers, buyersOf, en } from './states.ts';

// buyer.long.test.ts and console.long.test.ts have one test for each feature.
describe('in Chromium', { tags: 'chromium' }, () => {
  const pages = pagesOf({ clock: '2026-11-20T12:00:00Z' });
  const { api, open } = pages;
  let buyers: Buyers;
  beforeAll(async () => {
    buyers = buyersOf(pages.world);
    // The same counts as "Create examples".
    await api('POST', '/_sandbox/populate', { customers: 5, transactions: 16, links: 3, subscriptions: 2 });
  });

  test('a page opened later does not redirect to the shop', async () => {
    const url = await buyers.did('pay', await buyers.payment({ payment_method: 'pix' }));
    const { page } = await open(url, { locale: 'en-US' });
    await page.getByRole('link', { name: en.backToShop }).waitFor();
    expect(await page.getByText(en.goingToShop).count()).toBe(0);
  });

  describe('the console', () => {
    test('keeps filters in the address, so that you can share them, and moves between pages', async () => {
      const { page } = await open('/_sandbox/#/transactions?status=refunded');
      await shown(page.locator('.list tbody tr'));
      await expect
        .poll(async () => [...new Set(await page.locator('.list .badge').allTextContents())])
        .toEqual(['refunded']);
      await page.getByLabel('Status').selectOption('refused');
      await shown(page.locator('.list .badge', { hasText: 'refused' }));
      await expect.poll(() => page.url()).toContain('status=refused');
      await page.getByLabel('Search').fill('nobody has this');
      await page.getByRole('heading', { name: 'No matching transactions' }).waitFor();
      await api('POST', '/_sandbox/populate', { customers: 60 });
      await page.goto(`${pages.world.sandbox.url}/_sandbox/#/customers`);
      await page.getByText(/Page 1 of \d/).waitFor();
      await page.getByRole('link', { name: 'Next' }).click();
      await page.getByText(/Page 2 of \d/).waitFor();
      await expect.poll(() => page.url()).toContain('page=2');
    });

    test('shows an event with its deliveries, without the secrets of their addresses', async () => {
      const { page } = await open('/_sandbox/#/events');
      await page.locator('.row-link').first().click();
      await page.locator('.detail .delivery summary').first().click();
      await shown(page.getByRole('button', { name: 'Send again' }));
      await shoot(page, 'pages/console-event');
      expect(await page.content()).not.toContain('shop-secret');
    });

    test('sets a fault for the next request, and shows when it has occurred', async () => {
      const { page } = await open('/_sandbox/#/faults');
      await page.getByText('No faults planned').waitFor();
      await page.getByLabel('Operation').selectOption('listCards');
      await page.getByRole('button', { name: 'Plan the fault' }).click();
      await page.locator('tr', { hasText: 'listCards' }).waitFor();
      await shoot(page, 'pages/console-faults');
      expect((await api('GET', '/v1/cards')).errors[0]).toContain('503');
      await page.getByText('No faults planned').waitFor();
    });

    test('remembers the addresses of unregistered shops', async () => {
      const { page } = await open('/_sandbox/#/webhooks');
      await page.getByLabel('Address of your shop').fill('http://8.8.8.8/');
      await page.getByRole('button', { name: 'Send events there' }).click();
      await page.getByRole('alert').filter({ hasText: 'loopback' }).waitFor();
      await page.getByLabel('Address of your shop').fill('http://127.0.0.1:9/?key=other-secret');
      await page.getByRole('button', { name: 'Send events there' }).click();
      await page.locator('.beside .row', { hasText: 'http://127.0.0.1:9/' }).waitFor();
      await shoot(page, 'pages/console-webhooks');
      await page.getByRole('button', { name: /Remove http:\/\/127.0.0.1:9/ }).click();
      await expect.poll(() => page.locator('.beside .row', { hasText: '127.0.0.1:9/' }).count()).toBe(0);
    });

    test('is emptied after a confirmation', async () => {
      const { page } = await open('/_sandbox/#/transactions');
      await shown(page.locator('.list tbody tr'));
      await page.getByRole('button', { name: 'Options' }).click();
      await page.getByRole('button', { name: 'Delete everything' }).click();
      await page.getByRole('dialog').waitFor();
      await shoot(page, 'pages/console-reset');
      await page.getByRole('button', { name: 'Keep it' }).click();
      await expect.poll(() => page.locator('.list tbody tr').count()).toBeGreaterThan(0);
      await page.getByRole('button', { name: 'Options' }).click();
      await page.getByRole('button', { name: 'Delete everything' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Delete everything' }).click();
      await page.getByRole('heading', { name: 'No transactions yet' }).waitFor();
    });

    test('reports that the sandbox is unreachable, and shows one account at a time', async () => {
      const sandbox = await startSandbox({ port: 0, accounts: 'per-token' });
      try {
        for (const token of ['ana', 'bruno']) {
          await fetch(`${sandbox.url}/v1/customers`, {
            method: 'POST',
            headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
            body: JSON.stringify({ name: `Customer of ${token}`, email: `${token}@example.com` }),
          });
        }
        const one = await open(`${sandbox.url}/_sandbox/#/customers`);
        const { page } = one;
        await page.getByText('Customer of').waitFor();
        const options = page.getByRole('combobox', { name: 'Account' }).locator('option');
        await expect.poll(() => options.count()).toBe(2);
        const names = await options.allTextContents();
        const first = await page.locator('td.name').first().textContent();
        await page.getByRole('combobox', { name: 'Account' }).selectOption(names[1] ?? '');
        await page.getByRole('link', { name: /^Customers/ }).click();
        await expect.poll(() => page.locator('td.name').first().textContent()).not.toBe(first);
        await expect.poll(() => page.url()).toContain(`account=${names[1]}`);
        await shoot(page, 'pages/console-accounts');
        await sandbox.close();
        await page.getByText('The sandbox does not respond').waitFor();
        // The browser reports failed requests, and the test treats this sandbox as another host.
        one.complaints.length = 0;
        one.elsewhere.length = 0;
      } finally {
        await sandbox.close();
      }
    });
  });
});
