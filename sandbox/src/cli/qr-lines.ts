/** QR codes for a terminal. */
import { pathToFileURL } from 'node:url';
import { packageFile } from '../package-files.js';

/** The least columns of a terminal that shows the code of an address. */
export const QR_COLUMNS = 60;

/** The light border that a camera needs, in modules. */
const BORDER = 2;

/** Two modules, one above the other, by whether they are dark. */
const PAIRS = { 'false,false': '█', 'false,true': '▀', 'true,false': '▄', 'true,true': ' ' } as const;

/** Returns the lines of a QR code. The light modules are drawn, so a dark terminal needs no colors. */
export async function qrLines(contents: string): Promise<string[]> {
  const { generate }: typeof import('lean-qr') = await import(pathToFileURL(packageFile('dist/pages/qr.js')).href);
  const code = generate(contents);
  const lines: string[] = [];
  for (let y = -BORDER; y < code.size + BORDER; y += 2) {
    let line = '';
    for (let x = -BORDER; x < code.size + BORDER; x++) {
      line += PAIRS[`${code.get(x, y)},${code.get(x, y + 1)}`];
    }
    lines.push(line);
  }
  return lines;
}
