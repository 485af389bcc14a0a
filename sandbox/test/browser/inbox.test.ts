import { describe, expect, test } from 'vitest';
import { violations } from '../../../scripts/test/docs/accessibility.ts';
import { overflow, shoot } from '../../../scripts/test/docs/chromium.ts';
import { APPROVED_CARD, PIX } from '../entrances.ts';
import { pagesOf } from './pages.ts';

const WIDE = {
  locale: 'en-US',
  viewport: { width: 1440, height: 900 },
  permissions: ['clipboard-read', 'clipboard-write'],
};
const PHONE = { locale: 'pt-BR', viewport: { width: 390, height: 844 }, colorScheme: 'dark' } as const;
const CARD = { amount: 15_990, payment_method: 'credit_card', card: APPROVED_CARD };

describe('the inbox of the console, in Chromium', { tags: 'chromium' }, () => {
  const pages = pagesOf({ clock: '2026-11-20T12:00:00Z' });

  test('receives the bodies of events, copies them as curl, and keeps them over a reload', async () => {
    const { world, open } = pages;
    const { page } = await open('/_sandbox/#/inbox', WIDE);
    await page.getByRole('button', { name: 'Open the inbox' }).click();
    await page.getByRole('heading', { name: 'No event received yet' }).waitFor();
    const { id } = await world.api('POST', '/v1/transactions', CARD);
    const first = page.locator('.received').first();
    await first.getByText('transaction.created').first().waitFor();
    await first.locator('pre', { hasText: `"model_id": "${id}"` }).waitFor();
    await first.getByRole('button', { name: 'Copy as curl' }).click();
    await first.getByText('Copied').waitFor();
    const curl = await page.evaluate(() => navigator.clipboard.readText());
    expect(curl).toMatch(/^curl -X POST 'http:\/\/localhost:3000\/webhooks' .*-d '\{"event":"transaction\.created"/s);
    await shoot(page, 'pages/console-inbox');
    const urls = async () => {
      const { data } = await world.api('GET', '/_sandbox/events?state=delivered');
      return data.flatMap((event: { deliveries: { url: string }[] }) => event.deliveries.map(({ url }) => url));
    };
    await expect.poll(urls).toContain(`${world.sandbox.url}/_sandbox/inbox`);
    // What happens during the reload is not lost.
    await page.goto('about:blank');
    await world.api('POST', '/v1/transactions', PIX);
    await page.goto(`${world.sandbox.url}/_sandbox/#/inbox`);
    await page.locator('.received', { hasText: 'waiting payment' }).waitFor();
    await page.locator('.received', { hasText: '"status": "paid"' }).waitFor();
  });

  test('answers 500 to the next two, and the sandbox tries them again', { tags: 'long' }, async () => {
    const { world, open } = pages;
    const { page } = await open('/_sandbox/#/inbox', WIDE);
    await page.getByRole('button', { name: 'Open the inbox' }).click();
    await page.getByLabel('to the next').fill('2');
    await page.getByRole('button', { name: 'Set' }).click();
    await page.getByText('The next 2 deliveries get 500.').waitFor();
    await page.getByRole('heading', { name: 'No event received yet' }).waitFor();
    await world.api('POST', '/v1/transactions', CARD);
    const states = (state: string) => page.locator('.received .badge', { hasText: new RegExp(`^${state}$`) }).count();
    await expect
      .poll(
        async () => {
          // The retries follow the clock of the account.
          await world.api('POST', '/_sandbox/clock/advance', { by: '1h' });
          return [await states('500'), await states('200')];
        },
        { interval: 500 },
      )
      .toEqual([2, 1]);
    await page.getByText('deliveries get 500').waitFor({ state: 'detached' });
  });

  test('gets each event twice, shows that on every page, and ends it there', { tags: 'long' }, async () => {
    const { world, open } = pages;
    const { page } = await open('/_sandbox/#/inbox', PHONE);
    await page.getByRole('button', { name: 'Abrir a caixa de entrada' }).click();
    await page.getByLabel('duas vezes').check();
    const strip = page.getByRole('region', { name: 'O que muda o próximo pagamento' });
    await strip.getByText('Eventos: repetidos').waitFor();
    await page.getByRole('heading', { name: 'Nenhum evento recebido ainda' }).waitFor();
    await world.api('POST', '/v1/transactions', PIX);
    await expect.poll(() => page.locator('.received').count()).toBe(2);
    await page.getByLabel('fora de ordem').check();
    await strip.getByText('Eventos: repetidos, fora de ordem').waitFor();
    await shoot(page, 'pages/console-inbox-phone');
    await expect.poll(() => overflow(page)).toBeLessThanOrEqual(0);
    await expect.poll(() => violations(page)).toEqual([]);
    await strip.getByRole('button', { name: 'Desfazer' }).last().click();
    await strip.getByText('Eventos:').waitFor({ state: 'detached' });
    await expect.poll(() => page.getByLabel('duas vezes').isChecked()).toBe(false);
    await page.getByRole('button', { name: 'Fechar a caixa de entrada' }).click();
    await expect.poll(() => page.locator('.received').count()).toBe(0);
  });

  test('no page broke its policy, logged an error, called another host, or received a secret', () =>
    pages.checkQuiet('event'));
});
