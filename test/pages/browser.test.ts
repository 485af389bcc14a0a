import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { testValues } from '../../generated/test-values.js';
import { en } from '../../src/pages/buyer/texts/en.js';
import { pt } from '../../src/pages/buyer/texts/pt.js';
import { seriousViolations } from '../docs/accessibility.ts';
import { chromiumMissing } from '../docs/chromium.ts';
import { APPROVED_CARD } from '../sandbox/entrances.ts';
import {
  type Buyers,
  buyersOf,
  checkPlace,
  checkScene,
  consolePlaces,
  DARK,
  ground,
  HOSTILE,
  LIGHT,
} from './states.ts';
import { type Opened, openWorld, overflow, SCREENSHOTS, shoot, type World } from './world.ts';

const START = '2026-11-20T12:00:00Z';

const title = `in Chromium${chromiumMissing ? ` (skipped: ${chromiumMissing})` : ''}`;

describe.skipIf(chromiumMissing)(title, { timeout: 60_000 }, () => {
  let world: World;
  let buyers: Buyers;
  const opened: Opened[] = [];
  const complaints: string[] = [];
  const elsewhere: string[] = [];

  beforeAll(async () => {
    world = await openWorld({ clock: START });
    buyers = buyersOf(world);
  }, 90_000);
  afterAll(() => world?.[Symbol.asyncDispose]());
  // A page that is open asks again whenever something changes.
  afterEach(async () => {
    for (const one of opened.splice(0)) {
      complaints.push(...one.complaints);
      elsewhere.push(...one.elsewhere);
      await one.page.context().close();
    }
  });

  async function open(...given: Parameters<World['open']>): Promise<Opened> {
    const one = await world.open(...given);
    opened.push(one);
    return one;
  }

  test('states of the buyer pages are shown, light in Portuguese or dark in English at 360 pixels, and axe finds nothing serious', async () => {
    const [light, dark] = await Promise.all([open('about:blank', LIGHT.options), open('about:blank', DARK.options)]);
    // A quarter of them, each in one of the two; states.long.test.ts looks at each in both.
    for (const [index, scene] of buyers.scenes.filter((_, index) => index % 4 === 0).entries()) {
      const [{ page }, view] = index % 2 === 0 ? [light, LIGHT] : [dark, DARK];
      await checkScene(page, scene, view);
    }
    expect(await ground(light.page)).not.toBe(await ground(dark.page));
  });

  test('a whole story: a link is opened, paid from the console, told to the shop, and the browser goes back there', async () => {
    const { shop } = world;
    const { id, url } = await buyers.link();
    const buyer = await open(url, LIGHT.options);
    await buyer.page.getByRole('button', { name: pt.payByPix }).click();
    await buyer.page.getByRole('img', { name: pt.qrCode }).waitFor();

    const console = await open(`/_sandbox/#/links/${id}`);
    await shoot(console.page, 'console-link');
    await console.page.locator('.detail .rows a').first().click();
    await console.page.getByRole('heading', { name: /^Transaction \d+$/ }).waitFor();
    const transaction = Number(/#\/transactions\/(\d+)/.exec(console.page.url())?.[1]);
    await shoot(console.page, 'console-transaction-waiting');
    await console.page.getByRole('button', { name: 'Pay', exact: true }).click();
    await console.page.locator('.history .now', { hasText: 'paid' }).waitFor();

    // By itself, and then back to the shop.
    await buyer.page.getByRole('heading', { name: pt.paid }).waitFor();
    await buyer.page.waitForURL(`${shop.url}/thanks`);
    await expect.poll(() => shop.events).toContain(`transaction.status_changed ${transaction} paid`);
    await expect.poll(() => shop.events).toContain(`link.paid ${id} active`);
    await console.page.locator('.detail .badge', { hasText: 'delivered' }).first().waitFor();

    // A part of it is given back, and then the rest.
    await console.page.getByPlaceholder('or a part, R$').fill('59,90');
    await console.page.getByRole('button', { name: 'Refund R$59.90' }).click();
    await console.page.getByRole('button', { name: 'Refund all R$100.00' }).click();
    await console.page.locator('.history .now', { hasText: 'pending refund' }).waitFor();
    await shoot(console.page, 'console-transaction-pending-refund');
    await console.page.getByRole('button', { name: 'Settle' }).click();
    await console.page.locator('.history .now', { hasText: 'refunded' }).waitFor();
    await expect.poll(() => shop.events).toContain(`transaction.status_changed ${transaction} refunded`);
    await shoot(console.page, 'console-transaction-refunded');

    // A subscription, a month later.
    await world.api('POST', '/_sandbox/populate', { subscriptions: 1 });
    await console.page.getByRole('link', { name: /^Subscriptions/ }).click();
    await console.page.locator('.list .rows a').first().click();
    await console.page.getByRole('heading', { name: /^Subscription \d+$/ }).waitFor();
    await expect.poll(() => console.page.locator('.history li:not(.next)').count()).toBe(1);
    await console.page.getByRole('button', { name: '+1 month' }).click();
    await expect.poll(() => console.page.locator('.history li:not(.next)').count()).toBe(2);
    await shoot(console.page, 'console-subscription');
    expect(await console.page.locator('.clock .now').textContent()).toMatch(/^2026-12-20 09:00/);
  });

  test('3DS: from createTransaction to the success page of the shop, once', async () => {
    const { shop } = world;
    const { id, threeDSecure } = await buyers.pay3ds();
    const { page } = await open(threeDSecure.url, LIGHT.options);
    await page.getByText('final 2097').waitFor();
    await page.getByRole('button', { name: pt.approve }).click();
    await page.waitForURL(`${shop.url}/ok`);
    expect((await world.api('GET', `/v1/transactions/${id}`)).status).toBe('paid');
    await page.goto(threeDSecure.url);
    await page.getByRole('heading', { name: pt.usedAuthentication }).waitFor();
    await page.getByRole('link', { name: pt.backToShop }).click();
    await page.waitForURL(`${shop.url}/ok`);

    const declined = await buyers.pay3ds();
    const other = await open(declined.threeDSecure.url, { locale: 'en-US' });
    await other.page.getByRole('button', { name: en.timeOut }).click();
    await other.page.waitForURL(`${shop.url}/fail`);
  });

  test('3DS in a checkout comes back to the checkout, and goes on to the shop', async () => {
    const { url } = await buyers.link();
    const { page } = await open(url, LIGHT.options);
    await page.getByRole('radio', { name: pt.card }).check();
    await page.getByRole('radio', { name: pt.debit }).check();
    await shoot(page, 'buyer-link-card-pt');
    expect((await seriousViolations(page)).rules).toEqual([]);
    await page.getByRole('button', { name: '1111' }).click();
    await page.getByRole('button', { name: pt.approve }).click();
    await page.getByRole('heading', { name: pt.paid }).waitFor();
    await page.waitForURL(`${world.shop.url}/thanks`);
  });

  test('a page that is only looked at later does not go to the shop by itself', async () => {
    const url = await buyers.did('pay', await buyers.payment({ payment_method: 'pix' }));
    const { page } = await open(url, { locale: 'en-US' });
    await page.getByRole('link', { name: en.backToShop }).waitFor();
    expect(await page.getByText(en.goingToShop).count()).toBe(0);
  });

  test('a checkout is paid with the keyboard alone', async () => {
    const { url } = await buyers.link({ redirect_link: undefined });
    const { page } = await open(url, { locale: 'en-US' });
    await page.getByRole('button', { name: en.payByPix }).waitFor();
    const press = async (...keys: string[]) => {
      for (const key of keys) await page.keyboard.press(key);
    };
    const focused = () => page.evaluate(() => document.activeElement?.textContent);
    await press('Tab', 'ArrowRight'); // to the card, by the arrows of a radio button
    await page.getByText(en.cardHint).waitFor();
    for (let presses = 0; presses < 10 && !(await focused())?.includes('1111'); presses++) await press('Tab');
    const ring = await page.evaluate(() => getComputedStyle(document.activeElement as Element).outlineStyle);
    expect(ring).not.toBe('none');
    await press('Enter');
    await page.getByRole('heading', { name: en.paid }).waitFor();
  });

  test('codes are copied, and are those of the payment', async () => {
    const { id, url } = await buyers.payment({ payment_method: 'pix' });
    const { page } = await open(url, { locale: 'en-US', permissions: ['clipboard-read', 'clipboard-write'] });
    await page.getByRole('button', { name: en.copyPix }).click();
    await page.getByText(en.copied).waitFor();
    const { pix_qr_code } = await world.api('GET', `/v1/transactions/${id}`);
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(pix_qr_code);
  });

  describe('the console', () => {
    test('says what to try when there is nothing, and makes examples', async () => {
      await world.api('POST', '/_sandbox/reset', {});
      const { page } = await open('/_sandbox/');
      await page.getByRole('heading', { name: 'No transactions yet' }).waitFor();
      await shoot(page, 'console-empty');
      await page.getByRole('button', { name: 'Make examples' }).click();
      await page.locator('.rows .line').nth(15).waitFor();
      await expect
        .poll(() => page.locator('.menu').textContent())
        .toMatch(/Transactions18.*Subscriptions2Customers\d+/);
      await shoot(page, 'console-transactions');
    });

    test('filters by what stands in the address, which can be shared, and turns pages', async () => {
      const { page } = await open('/_sandbox/#/transactions?status=refunded');
      await page.locator('.rows .line').first().waitFor();
      expect(new Set(await page.locator('.rows .badge').allTextContents())).toEqual(new Set(['refunded']));
      await page.getByLabel('Status').selectOption('refused');
      await page.locator('.rows .badge', { hasText: 'refused' }).first().waitFor();
      expect(page.url()).toContain('status=refused');
      await page.getByLabel('Search').fill('nobody has this');
      await page.getByRole('heading', { name: 'Nothing fits' }).waitFor();
      await world.api('POST', '/_sandbox/populate', { customers: 60 });
      await page.goto(`${world.sandbox.url}/_sandbox/#/customers`);
      await page.getByText(/Page 1 of \d/).waitFor();
      await page.getByRole('link', { name: 'Older' }).click();
      await page.getByText(/Page 2 of \d/).waitFor();
      expect(page.url()).toContain('page=2');
    });

    test('shows requests as they come in, with what was odd and a line for a shell', async () => {
      const { page } = await open('/_sandbox/#/requests', { permissions: ['clipboard-read', 'clipboard-write'] });
      await page.getByRole('heading', { name: 'Requests', exact: true }).waitFor();
      await world.api('POST', '/v1/transactions', {
        amount: 100,
        payment_method: 'credit_card',
        card: APPROVED_CARD,
        custmer: { name: "d'Ávila" },
      });
      await page.locator('.line', { hasText: 'createTransaction' }).locator('.badge.wait').first().click();
      await page
        .getByText(/custmer/)
        .first()
        .waitFor();
      await page.getByText('documented 4.5').waitFor();
      await page.getByRole('button', { name: 'Copy as curl' }).click();
      await page.getByText('Copied').waitFor();
      const curl = await page.evaluate(() => navigator.clipboard.readText());
      expect(curl).toMatch(/^curl -X POST 'http:\/\/127\.0\.0\.1:\d+\/v1\/transactions'/);
      expect(curl).toContain('"Authorization: Bearer $GATEWAY_TOKEN"');
      expect(curl).toContain(`d'\\''Ávila`);
      expect(curl).not.toContain(APPROVED_CARD.card_number);
      await shoot(page, 'console-request');
      await page.getByLabel('Outcome').selectOption('warned');
      await page.locator('.line').first().waitFor();
    });

    test('shows events with their deliveries, and sends one again', async () => {
      const { page } = await open('/_sandbox/#/events');
      await page.locator('.line').first().click();
      await page.locator('.delivery li').first().waitFor();
      const before = await page.locator('.delivery li').count();
      await page.getByRole('button', { name: 'Redeliver' }).click();
      await expect.poll(() => page.locator('.delivery li').count()).toBe(before + 1);
      await shoot(page, 'console-event');
      expect(await page.content()).not.toContain('shop-secret');
    });

    test('sets a fault for the next request, and shows when it has happened', async () => {
      const { page } = await open('/_sandbox/#/faults');
      await page.getByText('No fault waits').waitFor();
      await page.getByLabel('Operation').selectOption('listCards');
      await page.getByRole('button', { name: 'Set for the next request' }).click();
      await page.locator('.line', { hasText: 'listCards' }).waitFor();
      await shoot(page, 'console-faults');
      expect((await world.api('GET', '/v1/cards')).errors[0]).toContain('503');
      await page.getByText('No fault waits').waitFor();
    });

    test('keeps the addresses of shops that are not registered', async () => {
      const { page } = await open('/_sandbox/#/webhooks');
      await page.getByLabel('Address of your shop').fill('http://8.8.8.8/');
      await page.getByRole('button', { name: 'Send events there' }).click();
      await page.getByRole('alert').filter({ hasText: 'loopback' }).waitFor();
      await page.getByLabel('Address of your shop').fill('http://127.0.0.1:9/?key=other-secret');
      await page.getByRole('button', { name: 'Send events there' }).click();
      await page.locator('.line', { hasText: 'http://127.0.0.1:9/' }).waitFor();
      await shoot(page, 'console-webhooks');
      await page.getByRole('button', { name: /Remove http:\/\/127.0.0.1:9/ }).click();
      await expect.poll(() => page.locator('.line', { hasText: '127.0.0.1:9/' }).count()).toBe(0);
    });

    test('writes what is hostile as it is, and shows no card number and no token', async () => {
      const marked = '4539620659922097';
      const made = await world.api('POST', '/v1/transactions', {
        amount: 100,
        payment_method: 'credit_card',
        card: { ...APPROVED_CARD, card_number: marked, card_holder_name: HOSTILE.slice(0, 200) },
        customer: { name: HOSTILE, email: 'x@example.com' },
        metadata: JSON.stringify({ note: HOSTILE, card: marked }),
      });
      const { page } = await open(`/_sandbox/#/transactions/${made.id}`);
      await page.getByRole('heading', { name: `Transaction ${made.id}` }).waitFor();
      await page.getByText('As the API shows it').click();
      await shoot(page, 'console-hostile');
      expect(await overflow(page)).toBe(0);
      expect(await page.locator('img[src="x"], #page script').count()).toBe(0);
      for (const section of ['transactions', 'customers', 'webhooks', 'requests', 'events']) {
        await page.goto(`${world.sandbox.url}/_sandbox/#/${section}`);
        await page.locator(`.menu [aria-current="page"]`).waitFor();
        await page.locator('.line').first().waitFor();
        expect(await page.content(), section).not.toMatch(/4539620659922097|test-token|shop-secret|other-secret/);
      }
    });

    test('wide, or narrow and dark, it has no line too long, and axe finds nothing serious', async () => {
      const wide = await open('/_sandbox/#/transactions');
      const dark = await open('/_sandbox/#/transactions', DARK.options);
      await wide.page.locator('.rows .line').first().waitFor();
      const { data } = await world.api('GET', '/_sandbox/objects?kind=transactions&status=paid');
      const places = consolePlaces(data[0].id);
      // A third of them, each in one of the two; states.long.test.ts looks at each in both.
      for (const [index, place] of places.filter((_, index) => index % 3 === 0).entries()) {
        await checkPlace(world, index % 2 === 0 ? wide.page : dark.page, place);
      }
    });

    test('is emptied after asking', async () => {
      const { page } = await open('/_sandbox/#/transactions');
      await page.locator('.rows .line').first().waitFor();
      await page.getByRole('button', { name: 'Reset' }).click();
      await page.getByRole('dialog').waitFor();
      await shoot(page, 'console-reset');
      await page.getByRole('button', { name: 'Keep it' }).click();
      expect(await page.locator('.rows .line').count()).toBeGreaterThan(0);
      await page.getByRole('button', { name: 'Reset' }).click();
      await page.getByRole('button', { name: 'Empty it' }).click();
      await page.getByRole('heading', { name: 'No transactions yet' }).waitFor();
    });

    test('says when the sandbox is gone, and shows one account at a time', async () => {
      const { startSandbox } = await import('../../src/sandbox/index.ts');
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
        const first = await page.locator('.summary').first().textContent();
        await page.getByRole('combobox', { name: 'Account' }).selectOption(names[1] ?? '');
        await page.getByRole('link', { name: /^Customers/ }).click();
        await expect.poll(() => page.locator('.summary').first().textContent()).not.toBe(first);
        expect(page.url()).toContain(`account=${names[1]}`);
        await shoot(page, 'console-accounts');
        await sandbox.close();
        await page.getByText('The sandbox does not respond').waitFor();
        // The browser complains of what nobody answers, and the tests take this sandbox for another host.
        one.complaints.length = 0;
        one.elsewhere.length = 0;
      } finally {
        await sandbox.close();
      }
    });
  });

  // The last one: of all that was opened above.
  test('no page broke its policy, complained, asked another host, or was sent a secret', () => {
    expect(complaints).toEqual([]);
    expect(elsewhere).toEqual([]);
    const seen = world.seen.join('\n');
    expect(seen).toContain('"payment_method":"pix"');
    for (const { card_number } of testValues.cards) expect(seen.includes(card_number), card_number).toBe(false);
    for (const secret of ['test-token', 'shop-secret', 'other-secret'])
      expect(seen.includes(secret), secret).toBe(false);
  });

  test(`screenshots are in ${SCREENSHOTS}`, () => {});
});
