import { beforeAll, describe, expect, test } from 'vitest';
import { en, pt } from '../../src/pages/buyer/texts.js';
import { violations } from '../docs/accessibility.ts';
import { APPROVED_CARD } from '../sandbox/entrances.ts';
import { pagesOf } from './pages.ts';
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
import { overflow, SCREENSHOTS, shoot, type World } from './world.ts';

const START = '2026-11-20T12:00:00Z';

// browser.long.test.ts goes on.
describe('in Chromium', { tags: 'chromium', timeout: 60_000 }, () => {
  const pages = pagesOf({ clock: START });
  const { open } = pages;
  let world: World;
  let buyers: Buyers;
  beforeAll(() => {
    world = pages.world;
    buyers = buyersOf(world);
  });

  test('states of the buyer pages are shown, light in Portuguese or dark in English at 360 pixels, and axe finds nothing', async () => {
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
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: '1111' }).click();
    await page.getByRole('button', { name: pt.approve }).click();
    await page.getByRole('heading', { name: pt.paid }).waitFor();
    await page.waitForURL(`${world.shop.url}/thanks`);
  });

  test('on a phone the button that copies the PIX code comes first, at full width, and the QR code below it', async () => {
    const { id, url } = await buyers.payment({ payment_method: 'pix' });
    const permissions = ['clipboard-read', 'clipboard-write'];
    const { page } = await open(url, { locale: 'pt-BR', viewport: { width: 390, height: 844 }, permissions });
    const copy = page.getByRole('button', { name: pt.copyPix });
    await copy.click();
    await page.getByText(pt.copied).waitFor();
    const { pix_qr_code } = await world.api('GET', `/v1/transactions/${id}`);
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(pix_qr_code);
    const [button, qr, sheet] = await Promise.all(
      [page.locator('.pix button'), page.locator('.qr'), page.locator('.pix')].map((one) => one.boundingBox()),
    );
    expect(button?.width).toBe(sheet?.width);
    expect(button?.y).toBeLessThan(qr?.y ?? 0);
    await page.getByText(`payment-gateway pay ${id} --url ${world.sandbox.url}`).waitFor();
    await page.setViewportSize({ width: 1440, height: 900 });
    expect((await page.locator('.qr').boundingBox())?.y).toBeLessThan((await copy.boundingBox())?.y ?? 0);
  });

  test('installments add up to the amount, and refunds have the word of the payment method', async () => {
    const link = await open((await buyers.link()).url, LIGHT.options);
    await link.page.getByRole('radio', { name: pt.card }).check();
    const options = await link.page.getByLabel(pt.installments).locator('option').allTextContents();
    expect(options.map((text) => text.replaceAll('\u00a0', ' '))).toEqual([
      'À vista, R$ 159,90',
      '2x de R$ 79,95',
      '3x de R$ 53,30',
      '1x de R$ 39,99 + 3x de R$ 39,97',
      '6x de R$ 26,65',
      '1x de R$ 13,38 + 11x de R$ 13,32',
    ]);
    for (const name of ['voided', 'refunded', 'pix-refunded']) {
      const scene = buyers.scenes.find(([one]) => one === name);
      if (scene === undefined) throw new Error(`no scene ${name}`);
      await checkScene(link.page, scene, LIGHT);
      expect(await link.page.getByText('Devolução').count(), name).toBe(name === 'pix-refunded' ? 1 : 0);
    }
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

    test('writes what is hostile as it is, and shows no card number and no token', async () => {
      const [inField, inText] = ['4539620659922097', '4532015112830366'];
      const made = await world.api('POST', '/v1/transactions', {
        amount: 100,
        payment_method: 'credit_card',
        card: { ...APPROVED_CARD, card_number: inField, card_holder_name: HOSTILE.slice(0, 200) },
        customer: { name: HOSTILE, email: 'x@example.com' },
        metadata: JSON.stringify({ note: HOSTILE, card: inText }),
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
        for (const secret of [inField, inText, 'test-token', 'shop-secret', 'other-secret'])
          expect(await page.content(), section).not.toContain(secret);
      }
    });

    test('wide, or narrow and dark, it has no line too long, and axe finds nothing', async () => {
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
  });

  // The last one: of all that was opened above.
  test('no page broke its policy, complained, asked another host, or was sent a secret', () => pages.checkQuiet());

  test(`screenshots are in ${SCREENSHOTS}`, () => {});
});
