import { fileURLToPath } from 'node:url';
import type { Language } from '../language.ts';

/** The size, in pixels, that sites expect of the picture of a shared link. */
export const PICTURE = { width: 1200, height: 630 };

/** Returns the file with the picture of a shared link, which `npm run docs:picture` draws. */
export function pictureFile({ code }: Pick<Language, 'code'>): string {
  return fileURLToPath(new URL(`${code.toLowerCase()}.png`, import.meta.url));
}
