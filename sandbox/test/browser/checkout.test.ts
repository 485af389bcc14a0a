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
  /** The error that the browser shows at a field. */
  const errorAt = (page: Page, label: string) => () =>
    page.getByLabel(label).evaluate((input) => (input as HTMLInputElement).validationMessage);
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
        await page.getByRole('radio', { name: texts.methods.pix }).check();
        await expect.poll(() => alert.count()).toBe(0);
      }
    },
  );

  test('refuses numbers that could be real or are mistyped, and keeps the form for another try', async () => {
    const page = await openCard(LIGHT.options);
    const alert = page.getByRole('alert');
    await type(page, pt, REAL);
    await alert.getByText(pt.explained['looks like a real card']).waitFor();
    await check(page, 'real-card');
    await type(page, pt, '4242424242424242');
    await alert.getByText(pt.explained['is a test card of']).waitFor();
    await type(page, pt, '4111 1111 1111 1112');
    await expect.poll(errorAt(page, pt.card.number)).toBe(pt.explained['check its digits']);
    await type(page, pt, '4111');
    await expect.poll(errorAt(page, pt.card.number)).toBe(pt.wrong.number);
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
    for (const label of [en.payerName, en.payerDocument, en.payerEmail])
      await expect.poll(errorAt(page, label)).toBe(en.fillIn);
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('name');
    await page.getByLabel(en.payerName).fill('Ana Souza');
    await page.getByLabel(en.payerDocument).fill('529.982.247-26');
    await page.getByLabel(en.payerEmail).fill('ana');
    await make.click();
    await expect.poll(errorAt(page, en.payerEmail)).toBe(en.wrong.email);
    await expect.poll(errorAt(page, en.payerDocument)).toBe(en.wrong.document);
    await check(page, 'payer');
    await page.getByLabel(en.payerDocument).fill('529.982.247-25');
    await page.getByLabel(en.payerEmail).fill('ana@example.com');
    await make.click();
    await page.getByRole('heading', { name: en.waitingBoleto }).waitFor();
    const [{ customer }] = (await world.api('GET', '/v1/transactions')).data;
    const documents = [{ type: 'cpf', number: '52998224725' }];
    expect(customer).toMatchObject({ name: 'Ana Souza', email: 'ana@example.com', documents });
  });

  test('shows "Simulate payment" without scrolling', { tags: 'long' }, async () => {
    const { page } = await open((await buyers.payment({ payment_method: 'pix' })).url, { locale: 'en-GB' });
    const bottom = async () => {
      const box = await page.getByRole('button', { name: en.simulatePay }).boundingBox();
      return (box?.y ?? Infinity) + (box?.height ?? 0);
    };
    await expect.poll(bottom).toBeLessThan(900);
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
