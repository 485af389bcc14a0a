import { fileURLToPath } from 'node:url';
import type { Language } from '../language.ts';

/** The size, in pixels, that sites which show links ask for. */
export const PICTURE = { width: 1200, height: 630 };

/** The picture that stands beside a link to the docs; `npm run docs:picture` makes it. */
export function pictureFile({ code }: Language): string {
  return fileURLToPath(new URL(`${code.toLowerCase()}.png`, import.meta.url));
}
