/** The page of the docs that the README shows: the fields of a payment with their evidence. `npm run pages:picture` takes the picture. */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { startSandbox } from '../../../sandbox/src/index.js';
import { launchChromium } from '../../chromium.ts';
import { saveAsWebp } from './webp.ts';

const PICTURE = '.github/docs.webp';

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const browser = await launchChromium();
  const sandbox = await startSandbox({ port: 0, docs: true, log: 'silent' });
  const page = await browser.newPage({ viewport: { width: 1240, height: 720 } });
  await page.goto(`${sandbox.url}/docs/api/createTransaction/`);
  await page.locator('#body').evaluate((heading) => heading.scrollIntoView());
  await page.locator('.body-evidence:has(#body) ~ .fields .badge summary').first().click();
  writeFileSync(PICTURE, await saveAsWebp(page));
  await browser.close();
  await sandbox.close();
  console.log(PICTURE);
}
