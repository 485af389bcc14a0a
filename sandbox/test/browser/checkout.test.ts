/** Buyers who type: cards, the payer of a boleto, and the language. */
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { testCards } from '../../../generated/test-values.js';
import { violations } from '../../../scripts/test/docs/accessibility.ts';
import { overflow, shoot } from '../../../scripts/test/docs/chromium.ts';
import { pagesOf } from './pages.ts';
import { type Buyers, buyersOf, en, LIGHT, pt } from './states.ts';
import type { World } from './world.ts';

const REAL = '4532 0151 1283 0366';
const ENGLISH = { locale: 'en-US', viewport: { width: 390, height: 844 } };

describe('a checkout in Chromium', { tags: 'chromium' }, () => {
  const pages = pagesOf({ clock: '2026-11-20T12:00:00Z' });
  const { open } = pages;
  let world: World;
  let buyers: Buyers;
  beforeAll(() => {
    world = pages.world;
    buyers = buyersOf(world);
  });

  async function openCard(options: typeof ENGLISH | typeof LIGHT.options): Promise<Page> {
    const { page } = await open((await buyers.link({ redirect_link: undefined })).url, options);
    await page.getByRole('radio', { name: /^(Card|Cartão)$/ }).check();
    return page;
  }
  async function type(page: Page, { card }: typeof en, number: string, code = '123'): Promise<void> {
    await page.getByLabel(card.number).fill(number);
    await page.getByLabel(card.holder).fill('Ana Souza');
    await page.getByLabel(card.expiry).fill('12/39');
    await page.getByLabel(card.code).fill(code);
    await page.getByRole('button', { name: /^(Pay|Pagar) / }).click();
  }
  const check = async (page: Page, name: string): Promise<void> => {
    await shoot(page, `pages/checkout-${name}`);
    await expect.poll(() => overflow(page), { message: name }).toBe(0);
    await expect.poll(() => violations(page), { message: name }).toEqual([]);
  };

  test('takes a typed test card, and shows a receipt that leads to the console', async () => {
    const page = await openCard(ENGLISH);
    await page.getByLabel(en.installments).selectOption('3');
    await type(page, en, '4111 1111-1111 1111');
    await page.getByRole('heading', { name: en.paid }).waitFor();
    const receipt = async () => (await page.locator('.facts').innerText()).replace(/\s+/g, ' ');
    for (const text of ['Dom Casmurro', 'Loja Exemplo', 'R$ 159.90', 'Credit', '3 × R$ 53.30', 'Visa •••• 1111'])
      await expect.poll(receipt).toContain(text);
    await expect.poll(receipt).toMatch(/Time Nov 20, 2026, 9:00 AM/);
    await check(page, 'receipt');
    await page.getByRole('link', { name: 'in the console' }).click();
    await page.getByRole('heading', { name: /^Transaction \d+$/ }).waitFor();
    await page.locator('.timeline .state', { hasText: 'paid' }).waitFor();
  });

  test.each([
    [testCards.refused.mastercard, '123'],
    [testCards.approved.visa, '612'],
  ])(
    'explains the refusal of the test card %s with the code %s in one sentence in the language of the page',
    { tags: 'long' },
    async (number, code) => {
      for (const [options, texts] of [
        [ENGLISH, en],
        [LIGHT.options, pt],
      ] as const) {
        const page = await openCard(options);
        await type(page, texts, number, code);
        const alert = page.getByRole('alert');
        await alert.getByText(texts.refused).waitFor();
        await alert.getByText(texts.explained['Não autorizado pelo emissor']).waitFor();
        await expect.poll(() => alert.count()).toBe(1);
        await check(page, 'refused');
        // The form stays, for another card or another way to pay.
        for (const label of [texts.card.number, texts.card.code])
          await expect.poll(() => page.getByLabel(label).inputValue()).toBe('');
        await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('number');
        await page.getByRole('radio', { name: texts.methods.pix }).check();
        await expect.poll(() => alert.count()).toBe(0);
      }
    },
  );

  test('checks a field when the buyer leaves it, and writes the slash of any expiry date', {
    tags: 'long',
  }, async () => {
    const page = await openCard(LIGHT.options);
    const number = page.getByLabel(pt.card.number);
    await number.pressSequentially('4111111111111112');
    await page.locator('.typed .visa').waitFor();
    await number.press('Tab');
    await page.getByRole('alert').getByText(pt.explained['check its digits']).waitFor();
    await expect.poll(() => number.getAttribute('aria-invalid')).toBe('true');
    const [border, text] = await Promise.all(
      [number, page.getByRole('alert')].map((one) =>
        one.evaluate((element) => [getComputedStyle(element).borderTopColor, getComputedStyle(element).color]),
      ),
    );
    expect(border?.[0]).toBe(text?.[1]);
    const expiry = page.getByLabel(pt.card.expiry);
    await expiry.pressSequentially('1339');
    await expect.poll(() => expiry.inputValue()).toBe('13/39');
    await expiry.press('Tab');
    await page.getByRole('alert').getByText(pt.wrong.expiry).waitFor();
    await check(page, 'left');
    // An empty field is no mistake yet.
    await page.getByLabel(pt.card.code).press('Tab');
    await expect.poll(() => page.getByRole('alert').count()).toBe(2);
  });

  test('refuses numbers that could be real or are mistyped, and keeps the form for another try', async () => {
    const page = await openCard(LIGHT.options);
    const alert = page.getByRole('alert');
    await type(page, pt, REAL);
    await alert.getByText(pt.explained['looks like a real card']).waitFor();
    await check(page, 'real-card');
    await type(page, pt, '4242424242424242');
    await alert.getByText(pt.explained['is a test card of']).waitFor();
    await type(page, pt, '4111 1111 1111 1112');
    await alert.getByText(pt.explained['check its digits']).waitFor();
    await type(page, pt, '4111');
    await alert.getByText(pt.wrong.number).waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('number');
    await type(page, pt, testCards.approved.amex);
    await page.getByRole('heading', { name: pt.paid }).waitFor();
    await page.getByText('•••• 0005').waitFor();
    for (const path of ['snapshot', 'requests', 'events']) {
      const kept = JSON.stringify(await world.api('GET', `/_sandbox/${path}`));
      for (const number of [REAL, REAL.replaceAll(' ', ''), '4111111111111112', testCards.approved.amex])
        expect(kept.includes(number), `${path} ${number}`).toBe(false);
    }
  });

  test('asks for the payer of a boleto', { tags: 'long' }, async () => {
    const { page } = await open((await buyers.link()).url, ENGLISH);
    await page.getByRole('radio', { name: 'Boleto' }).check();
    const make = page.getByRole('button', { name: en.payByBoleto });
    await make.click();
    await expect.poll(() => page.getByRole('alert').getByText(en.fillIn).count()).toBe(3);
    await page.getByLabel(en.payerName).fill('Ana Souza');
    await page.getByLabel(en.payerDocument).fill('529.982.247-26');
    await page.getByLabel(en.payerEmail).fill('ana');
    // A message goes as soon as its field changes.
    await expect.poll(() => page.getByText(en.fillIn).count()).toBe(0);
    await make.click();
    await page.getByText(en.wrong.email).waitFor();
    await page.getByText(en.wrong.document).waitFor();
    await check(page, 'payer');
    await page.getByLabel(en.payerDocument).fill('529.982.247-25');
    await page.getByLabel(en.payerEmail).fill('ana@example.com');
    await make.click();
    await page.getByRole('heading', { name: en.waitingBoleto }).waitFor();
    const [{ customer }] = (await world.api('GET', '/v1/transactions')).data;
    const documents = [{ type: 'cpf', number: '52998224725' }];
    expect(customer).toMatchObject({ name: 'Ana Souza', email: 'ana@example.com', documents });
  });

  test('shows "Simulate payment" and the time left by the account without scrolling', { tags: 'long' }, async () => {
    const { page } = await open('about:blank', { locale: 'en-GB' });
    await page.clock.install();
    await page.goto((await buyers.payment({ payment_method: 'pix' })).url);
    const bottom = async () => {
      const box = await page.getByRole('button', { name: en.simulatePay }).boundingBox();
      return (box?.y ?? Infinity) + (box?.height ?? 0);
    };
    await expect.poll(bottom).toBeLessThan(900);
    const timer = page.getByRole('timer');
    // A frozen clock does not count.
    const frozen = `${en.timeLeft('24:00:00')} (${en.frozen})`;
    await page.clock.runFor(10_000);
    await expect.poll(async () => (await timer.textContent())?.trim()).toBe(frozen);
    await world.api('POST', '/_sandbox/clock/advance', { by: '1h' });
    await timer.getByText(en.timeLeft('23:00:00')).waitFor();
    await world.api('PUT', '/_sandbox/clock', { frozen: false });
    await expect.poll(() => timer.textContent()).not.toContain(en.frozen);
    const before = (await timer.textContent()) ?? '';
    await page.clock.runFor(10_000);
    // The texts have the same length, so they sort like their times.
    await expect.poll(async () => (await timer.textContent())?.localeCompare(before)).toBe(-1);
    await world.api('PUT', '/_sandbox/clock', { frozen: true });
    await page.getByRole('button', { name: en.simulatePay }).click();
    await page.getByRole('heading', { name: en.paid }).waitFor();
  });

  test('has a language switch on every page, and remembers the choice', { tags: 'long' }, async () => {
    const { page } = await open((await buyers.link()).url, LIGHT.options);
    await page.getByRole('button', { name: 'English' }).click();
    await page.getByRole('heading', { name: en.howToPay }).waitFor();
    await expect.poll(() => page.locator('html').getAttribute('lang')).toBe('en');
    const { threeDSecure } = await buyers.pay3ds();
    await page.goto(threeDSecure.url);
    await page.getByRole('button', { name: en.approve }).waitFor();
    await page.goto(`${world.sandbox.url}/_sandbox/pay/AAAAAAAAAAAAAAAAAAAAAA`);
    await page.getByRole('heading', { name: en.unknownTitle }).waitFor();
    await page.getByRole('button', { name: 'Português' }).click();
    await page.getByRole('heading', { name: pt.unknownTitle }).waitFor();
  });

  // Must be the last test, because it checks all pages opened above.
  test('broke no policy, logged no error, called no other host, and received no secret', () => pages.checkQuiet());
});
