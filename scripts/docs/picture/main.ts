import { readFileSync, writeFileSync } from 'node:fs';
import { launchChromium } from '../../../test/docs/chromium.ts';
import { editions } from '../editions.ts';
import { readSource } from '../source.ts';
import { drawPicture } from './drawing.ts';
import { pictureFile } from './picture.ts';
import { indexedPng, type Pixels } from './png.ts';
import { PICTURE } from './size.ts';

// Makes the pictures of shared links anew, one for each language: `npm run docs:picture`, then look at them.
const { contract: written } = readSource(readFileSync('openapi.yaml', 'utf8'));
const browser = await launchChromium();
const page = await browser.newPage({ viewport: PICTURE });
for (const { language, contract } of editions) {
  await page.setContent(drawPicture(contract(written), language));
  const file = pictureFile(language);
  const picture = indexedPng(await pixels((await page.screenshot()).toString('base64')));
  writeFileSync(file, picture);
  console.log(`${file}: ${picture.byteLength} bytes`);
}
await browser.close();

async function pixels(png: string): Promise<Pixels> {
  const { width, height } = PICTURE;
  const bytes = await page.evaluate(
    async ({ png, width, height }) => {
      const image = new Image();
      image.src = `data:image/png;base64,${png}`;
      await image.decode();
      const context = new OffscreenCanvas(width, height).getContext('2d');
      context?.drawImage(image, 0, 0);
      return Array.from(context?.getImageData(0, 0, width, height).data ?? []);
    },
    { png, width, height },
  );
  return { width, height, rgba: Uint8Array.from(bytes) };
}
