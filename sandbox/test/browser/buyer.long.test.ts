import { beforeAll, describe, expect, test } from 'vitest';
import { testCards } from '../../../generated/test-values.js';
import { violations } from '../../../scripts/test/docs/accessibility.ts';
import { shoot } from '../../../scripts/test/docs/chromium.ts';
import { pagesOf, shown } from './pages.ts';
import { type Buyers, buyersOf, checkScene, en, LIGHT, pt } from './states.ts';

const START = '2026-11-20T12:00:00Z';
// browser.long.test.ts has more tests.
describe('the pages of a buyer in Chromium', { tags: 'chromium' }, () => {
  const pages = pagesOf({ clock: START });
  const { api, open } = pages;
  let buyers: Buyers;
  beforeAll(() => {
    buyers = buyersOf(pages.world);
  });

  test('a full flow: a link is opened, paid from the console, reported to the shop, and the browser returns to the shop', async () => {
    const { shop } = pages.world;
    const { id, url } = await buyers.link();
    const buyer = await open(url, LIGHT.options);
    await buyer.page.getByRole('button', { name: pt.payByPix }).click();
    await buyer.page.getByRole('img', { name: 'QR code do Pix' }).waitFor();

    const console = await open(`/_sandbox/#/links/${id}`);
    await shoot(console.page, 'pages/console-link');
    await console.page.locator('.detail .row-link').first().click();
    await console.page.getByRole('heading', { name: /^Transaction \d+$/ }).waitFor();
    const transaction = Number(/#\/transactions\/(\d+)/.exec(console.page.url())?.[1]);
    await shoot(console.page, 'pages/console-transaction-waiting');
    // The buyer's page updates, and returns to the shop after a moment.
    await Promise.all([
      buyer.page.getByRole('heading', { name: pt.paid }).waitFor(),
      console.page.getByRole('button', { name: 'Pay', exact: true }).click(),
    ]);
    await console.page.locator('.timeline .state', { hasText: 'paid' }).waitFor();
    await buyer.page.waitForURL(`${shop.url}/thanks`);
    await expect.poll(() => shop.events).toContain(`transaction.status_changed ${transaction} paid`);
    await expect.poll(() => shop.events).toContain(`link.paid ${id} active`);
    await shown(console.page.locator('.timeline .delivery', { hasText: 'delivered' }));

    // A refund in two steps.
    await console.page.locator('form', { hasText: 'Refund all' }).getByPlaceholder('or a part, R$').fill('59,90');
    await console.page.getByRole('button', { name: 'Refund R$ 59.90' }).click();
    await console.page.getByRole('button', { name: 'Refund all R$ 100.00' }).click();
    await console.page.locator('.timeline .state', { hasText: 'pending refund' }).waitFor();
    await shoot(console.page, 'pages/console-transaction-pending-refund');
    await console.page.getByRole('button', { name: 'Settle' }).click();
    await console.page.locator('.timeline .state', { hasText: /^refunded/ }).waitFor();
    await expect.poll(() => shop.events).toContain(`transaction.status_changed ${transaction} refunded`);
    await shoot(console.page, 'pages/console-transaction-refunded');

    // A subscription, one month later.
    await api('POST', '/_sandbox/populate', { subscriptions: 1 });
    await console.page.getByRole('link', { name: /^Subscriptions/ }).click();
    await console.page.locator('.list .row-link').first().click();
    await console.page.getByRole('heading', { name: /^Subscription \d+$/ }).waitFor();
    await expect.poll(() => console.page.locator('.timeline .state').count()).toBe(1);
    await console.page.locator('.clock-time').click();
    await console.page.getByRole('button', { name: '+1 month' }).click();
    await expect.poll(() => console.page.locator('.timeline .state').count()).toBe(2);
    await shoot(console.page, 'pages/console-subscription');
    await expect.poll(() => console.page.locator('.clock-time').textContent()).toMatch(/^2026-12-20 09:00/);
  });

  test('3DS: from createTransaction to the success page of the shop, once', async () => {
    const { shop } = pages.world;
    const { id, threeDSecure } = await buyers.pay3ds();
    const { page } = await open(threeDSecure.url, LIGHT.options);
    await page.getByText('•••• 2097').waitFor();
    await page.getByRole('button', { name: pt.approve }).click();
    await page.waitForURL(`${shop.url}/ok`);
    expect((await api('GET', `/v1/transactions/${id}`)).status).toBe('paid');
    await page.goto(threeDSecure.url);
    await page.getByRole('heading', { name: pt.usedAuthentication }).waitFor();
    await page.getByRole('link', { name: pt.backToShop }).click();
    await page.waitForURL(`${shop.url}/ok`);

    const declined = await buyers.pay3ds();
    const other = await open(declined.threeDSecure.url, { locale: 'en-US' });
    await other.page.getByRole('button', { name: en.timeOut }).click();
    await other.page.waitForURL(`${shop.url}/fail`);
  });

  test('3DS in a checkout returns to the checkout, and then to the shop', async () => {
    const { url } = await buyers.link();
    const { page } = await open(url, LIGHT.options);
    await page.getByRole('radio', { name: pt.methods.card }).check();
    await page.getByRole('radio', { name: pt.methods.debit_card }).check();
    await shoot(page, 'pages/buyer-link-card-pt');
    await expect.poll(() => violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'visa 1111' }).click();
    await page.getByRole('button', { name: /^Pagar/ }).click();
    await page.getByRole('button', { name: pt.approve }).click();
    await page.getByRole('heading', { name: pt.paid }).waitFor();
    await page.waitForURL(`${pages.world.shop.url}/thanks`);
  });

  test('on a phone the button that copies the Pix code comes first, at full width, with the QR code below it', async () => {
    const { id, url } = await buyers.payment({ payment_method: 'pix' });
    const permissions = ['clipboard-read', 'clipboard-write'];
    const { page } = await open(url, { locale: 'pt-BR', viewport: { width: 390, height: 844 }, permissions });
    const copy = page.getByRole('button', { name: pt.copyPix });
    await copy.click();
    await page.getByText('Copiado').waitFor();
    const { pix_qr_code } = await api('GET', `/v1/transactions/${id}`);
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(pix_qr_code);
    const [button, qr, sheet] = await Promise.all(
      [page.locator('.payable button'), page.locator('.qr'), page.locator('.payable')].map((one) => one.boundingBox()),
    );
    expect(button?.width).toBe(sheet?.width);
    expect(button?.y).toBeLessThan(qr?.y ?? 0);
    await page.getByText(`npx payment-gateway-sandbox pay ${id} --url ${pages.world.sandbox.url}`).waitFor();
    await page.setViewportSize({ width: 1440, height: 900 });
    const qrAboveButton = async () =>
      ((await copy.boundingBox())?.y ?? 0) - ((await page.locator('.qr').boundingBox())?.y ?? Infinity);
    await expect.poll(qrAboveButton).toBeGreaterThan(0);
  });

  test('installments add up to the amount, and refunds use the term of the payment method', async () => {
    const link = await open((await buyers.link()).url, LIGHT.options);
    await link.page.getByRole('radio', { name: pt.methods.card }).check();
    const options = async () => {
      const texts = await link.page.getByLabel(pt.installments).locator('option').allTextContents();
      return texts.map((text) => text.replaceAll('\u00a0', ' '));
    };
    await expect
      .poll(options)
      .toEqual([
        'À vista, R$ 159,90',
        '2x de R$ 79,95',
        '3x de R$ 53,30',
        '4x de R$ 39,97 (a primeira de R$ 39,99)',
        '6x de R$ 26,65',
        '12x de R$ 13,32 (a primeira de R$ 13,38)',
      ]);
    for (const name of ['voided', 'refunded', 'pix-refunded']) {
      const scene = buyers.scenes.find(([one]) => one === name);
      if (scene === undefined) throw new Error(`no scene ${name}`);
      await checkScene(link.page, scene, LIGHT);
      await expect
        .poll(() => link.page.getByText('Devolução').count(), { message: name })
        .toBe(name === 'pix-refunded' ? 1 : 0);
    }
  });

  test('a checkout can be paid with the keyboard alone', async () => {
    const { url } = await buyers.link({ redirect_link: undefined });
    const { page } = await open(url, { locale: 'en-US' });
    await page.getByRole('button', { name: en.payByPix }).waitFor();
    const press = async (...keys: string[]) => {
      for (const key of keys) await page.keyboard.press(key);
    };
    const focused = () => page.evaluate(() => document.activeElement?.textContent);
    await press('Tab', 'Tab', 'ArrowRight'); // past the language, to the card, with the arrow keys of a radio button
    await page.getByLabel(en.card.number).waitFor();
    await press('Tab'); // past credit or debit
    for (const text of [testCards.approved.visa, 'ANA SOUZA', '12/39', '123']) {
      await press('Tab');
      await page.keyboard.type(text);
    }
    await press('Tab', 'Tab');
    await expect.poll(() => focused()).toMatch(/^Pay/);
    const ring = await page.evaluate(() => getComputedStyle(document.activeElement as Element).outlineStyle);
    expect(ring).not.toBe('none');
    await press('Enter');
    await page.getByRole('heading', { name: en.paid }).waitFor();
  });
});
