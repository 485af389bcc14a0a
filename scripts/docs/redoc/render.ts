import { mkdtempSync, writeFileSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Words } from '../words/en.ts';
import { redocly, redoclyFolder } from './redocly.ts';

const here = dirname(fileURLToPath(import.meta.url));

/** The notices of everything that Redocly, and so the page, bundles. */
export const redoclyNotices = join(redoclyFolder, 'THIRD_PARTY_NOTICES');
export const redoclyLicense = join(redoclyFolder, 'LICENSE');

/** How to render. */
export interface RenderOptions {
  /** Redocly's configuration; that of these docs when left out. */
  config?: string;
  /** Redoc's own words in the language of the page; English where there is none. */
  words?: Words['redoc'];
}

/**
 * A contract rendered by Redoc as one HTML page, by Redocly's command line: its build-docs has no programming interface, and
 * reads and writes files. The process is running when this returns. Rejects with what Redocly printed.
 */
export async function renderWithRedoc(contract: object, options: RenderOptions = {}): Promise<string> {
  const { config = join(here, 'redocly.yaml'), words } = options;
  // React's development build, which Node would load otherwise, renders slower and says nothing that anyone reads.
  const env = { NODE_ENV: 'production', ...(words && { DOCS_WORDS: JSON.stringify(words) }) };
  // Rendering ends before optimised code pays off: without it, it takes a quarter less processor time.
  const hooks = ['--no-opt'];
  if (words && Object.keys(words.labels).length > 0) hooks.push('--import', join(here, 'labels.js'));
  const folder = mkdtempSync(join(tmpdir(), 'docs-'));
  try {
    const [input, output] = [join(folder, 'openapi.json'), join(folder, 'index.html')];
    writeFileSync(input, JSON.stringify(contract));
    await redocly(['build-docs', input, '--inlineBundle', '--config', config, '-o', output], { env, hooks });
    return await readFile(output, 'utf8');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
