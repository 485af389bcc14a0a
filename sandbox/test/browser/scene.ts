/** The page of the console that the README shows: a paid Pix with its timeline. */
import { launchChromium } from '../../../scripts/chromium.ts';
import { serve } from './served.ts';

export const PICTURE = '.github/console.webp';
/** The labels on the page when the picture was taken. A test compares them with today's. */
export const LABELS = '.github/console.txt';

export async function openScene() {
  const browser = await launchChromium();
  const served = await serve();
  await served.ask('POST', '/_sandbox/populate', { transactions: 7, links: 2, subscriptions: 1 });
  const customer = { name: 'Ana Souza', email: 'ana@example.com' };
  const body = { amount: 15_990, payment_method: 'pix', async: true, customer };
  const { id } = await served.ask('POST', '/v1/transactions', body);
  await served.ask('POST', '/_sandbox/clock/advance', { by: '1h' });
  await served.ask('POST', `/_sandbox/objects/${id}/pay`);
  const page = await browser.newPage({ viewport: { width: 1240, height: 720 } });
  await page.goto(`${served.url}/_sandbox/#/transactions/${id}`);
  await page.locator('.timeline .event').nth(1).waitFor();
  const texts = await page.locator('h1, h2, h3, nav a, button, th, dt').allInnerTexts();
  const labels = texts.map((text) =>
    text
      .replaceAll(/[\d.,]+/g, '')
      .replaceAll(/\s+/g, ' ')
      .trim(),
  );
  return {
    page,
    labels: `${[...new Set(labels)].filter(Boolean).sort().join('\n')}\n`,
    async close() {
      await browser.close();
      await served.close();
    },
  };
}
