import { readFileSync } from 'node:fs';
import { launchChromium } from '../../chromium.ts';
import { editionDefinitions } from '../editions.ts';
import { readSource } from '../source.ts';
import { drawPicture } from './drawing.ts';
import { PICTURE, pictureFile } from './picture.ts';

// Makes the pictures of shared links anew, one for each language: `npm run docs:picture`, then look at them.
const { contract: written } = readSource(readFileSync('openapi.yaml', 'utf8'), readFileSync('evidence.yaml', 'utf8'));
const browser = await launchChromium();
const page = await browser.newPage({ viewport: PICTURE });
for (const { language, contract } of editionDefinitions) {
  await page.setContent(drawPicture(contract(written), language));
  await page.screenshot({ path: pictureFile(language) });
}
await browser.close();
