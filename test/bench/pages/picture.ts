/** Takes the picture of the console that the README shows. */
import { statSync } from 'node:fs';
import { launchChromium } from '../../docs/chromium.ts';
import { serve } from './served.ts';

const PICTURE = '.github/console.png';

await using served = await serve();
await served.ask('POST', '/_sandbox/populate', { transactions: 7, links: 2, subscriptions: 1 });
const customer = { name: 'Ana Souza', email: 'ana@example.com' };
const { id } = await served.ask('POST', '/v1/transactions', {
  amount: 15_990,
  payment_method: 'pix',
  async: true,
  customer,
});
await served.ask('POST', '/_sandbox/clock/advance', { by: '1h' });
await served.ask('POST', `/_sandbox/objects/${id}/pay`);
const browser = await launchChromium();
const page = await browser.newPage({ viewport: { width: 1120, height: 560 } });
await page.goto(`${served.url}/_sandbox/#/transactions/${id}`);
await page.locator('.history .now').waitFor();
await page.screenshot({ path: PICTURE });
await browser.close();
console.log(`${PICTURE}: ${statSync(PICTURE).size} bytes`);
