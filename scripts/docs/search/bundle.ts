import { readFile } from 'node:fs/promises';
import { rolldown } from 'rolldown';

/** Writes the search of the site and its library into one module, for `docs search` of the command line. */
export async function bundleSearch(out: string): Promise<void> {
  const license = await readFile('node_modules/minisearch/LICENSE.txt', 'utf8');
  const bundle = await rolldown({ input: 'scripts/docs/site/browser/search-index.ts', platform: 'node' });
  await bundle.write({ file: out, format: 'es', minify: true, banner: `/*! minisearch\n${license.trim()}\n*/` });
  await bundle.close();
}
