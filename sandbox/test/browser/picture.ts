/** Takes the picture of the console that the README shows: `npm run pages:picture`. */
import { writeFileSync } from 'node:fs';
import { LABELS, openScene, PICTURE } from './scene.ts';

const { page, labels, close } = await openScene();
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
writeFileSync(LABELS, labels);
await close();
console.log(`${PICTURE}: ${picture.byteLength} bytes`);
