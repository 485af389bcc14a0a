/** Takes the picture of the console that the README shows: `npm run pages:picture`. */
import { writeFileSync } from 'node:fs';
import { saveAsWebp } from '../../../scripts/test/docs/webp.ts';
import { LABELS, openScene, PICTURE } from './scene.ts';

const { page, labels, close } = await openScene();
const picture = await saveAsWebp(page);
writeFileSync(PICTURE, picture);
writeFileSync(LABELS, labels);
await close();
console.log(`${PICTURE}: ${picture.byteLength} bytes`);
