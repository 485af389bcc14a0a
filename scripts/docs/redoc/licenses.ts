import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { redoclyLicense, redoclyNotices } from './render.ts';

const searchLicense = fileURLToPath(new URL('../../../node_modules/minisearch/LICENSE.txt', import.meta.url));
const rule = '='.repeat(60);
const redocNotices = fileURLToPath(new URL('notices.txt', import.meta.url));

/** Licence texts of everything that the docs inline: Redoc, what is bundled in it, and the search. */
export async function licenseTexts(): Promise<string> {
  const texts = await Promise.all(
    [redoclyLicense, redocNotices, redoclyNotices, searchLicense].map((path) => readFile(path, 'utf8')),
  );
  const [license = '', unlisted = '', listed = '', search = ''] = texts.map((text) => text.trim());
  return `Licences of what these docs inline.\n\n${rule}\nRedoc\n\n${license}\n\n${rule}\n${unlisted}\n\n${rule}\n${listed}\n\n${rule}\nMiniSearch\n\n${search}\n`;
}
