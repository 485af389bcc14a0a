/** Takes the picture of the console that the README shows. */
import { writeFileSync } from 'node:fs';
import { launchChromium } from '../../docs/chromium.ts';
import { serve } from './served.ts';

const PICTURE = '.github/console.webp';

const served = await serve();
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
const shot = (await page.screenshot()).toString('base64');
// A third of the PNG's size, without a visible difference.
await page.goto('about:blank');
const address = await page.evaluate(async (shot) => {
  const image = new Image();
  image.src = `data:image/png;base64,${shot}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = image.width;
  canvas.height = image.height;
  canvas.getContext('2d')?.drawImage(image, 0, 0);
  return canvas.toDataURL('image/webp', 0.9);
}, shot);
const picture = Buffer.from(address.split(',')[1] ?? '', 'base64');
writeFileSync(PICTURE, picture);
await browser.close();
await served.close();
console.log(`${PICTURE}: ${picture.byteLength} bytes`);
