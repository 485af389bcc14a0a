import { readFileSync } from 'node:fs';
import { contractOf } from '../../../core/src/contract/contract.ts';
import { LEVELS } from '../../../core/src/contract/evidence.ts';
import type { OpenApi } from '../../../core/src/contract/openapi.ts';
import { escapeMarkup } from '../../../core/src/util/escape-markup.js';
import { launchChromium } from '../../chromium.ts';
import { editionDefinitions } from '../editions.ts';
import type { Language } from '../language.ts';
import { readSource } from '../source.ts';
import { PICTURE, pictureFile } from './picture.ts';

const mark = readFileSync(new URL('../site/mark.svg', import.meta.url), 'utf8');
const CODE = [
  "<i>const</i> { data, error } = <i>await</i> client.<b>POST</b>(<u>'/v1/transactions'</u>, {",
  "  body: { payment_method: <u>'pix'</u>, amount: <s>15990</s>, customer },",
  '});',
];

/** The picture as an HTML page of its size. Flat colours alone: as a PNG they take little. */
export function drawPicture(contract: OpenApi, { code, words }: Language): string {
  const { info } = contract;
  return `<!doctype html><html lang="${code}"><meta charset="utf-8"><style>${styles}</style><body>
<header>${mark}<h1>${escapeMarkup(info.title)}</h1></header>
<p>${escapeMarkup(info.summary ?? '')}</p>
<pre>${CODE.join('\n')}</pre>
<footer><span>${escapeMarkup(words.picture.facts(contractOf(contract).operations.length))}</span>${LEVELS.map((level) => `<em class="${level}">${words.levels[level]}</em>`).join('')}</footer>`;
}

const styles = `
* { box-sizing: border-box; margin: 0; }
body {
  width: ${PICTURE.width}px; height: ${PICTURE.height}px; padding: 56px 64px;
  display: flex; flex-direction: column; justify-content: space-between;
  background: #08241a; color: #fff; font-family: 'DejaVu Sans', Verdana, sans-serif;
}
header { display: flex; gap: 28px; align-items: center; }
header svg { width: 92px; height: 92px; flex: none; }
h1 { font-size: 50px; line-height: 1.1; }
p { font-size: 30px; line-height: 1.4; color: #c5ded2; }
pre {
  padding: 26px 30px; border-radius: 14px; background: #103527; color: #e6f5ee;
  font: 25px / 1.5 'DejaVu Sans Mono', monospace;
}
pre i { color: #ff8fc0; font-style: normal; }
pre b { color: #ffb37a; font-weight: normal; }
pre u { color: #8ab8ff; text-decoration: none; }
pre s { color: #5fd693; text-decoration: none; }
footer { display: flex; gap: 16px; align-items: center; font-size: 22px; color: #c5ded2; white-space: nowrap; }
footer span { flex: 1; }
em { padding: 4px 14px; border: 2px solid; border-radius: 8px; font-style: normal; }
.documented { color: #5fd693; }
.observed { color: #8ab8ff; border-style: dashed; }
.assumed { color: #ffa05c; border-style: dotted; }`;

// Makes the pictures of shared links anew, one for each language: `npm run docs:picture`, then look at them.
const { contract: written } = readSource(readFileSync('openapi.yaml', 'utf8'), readFileSync('evidence.yaml', 'utf8'));
const browser = await launchChromium();
const page = await browser.newPage({ viewport: PICTURE });
for (const { language, contract } of editionDefinitions) {
  await page.setContent(drawPicture(contract(written), language));
  await page.screenshot({ path: pictureFile(language) });
}
await browser.close();
