import { mkdir, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'astro';
import { passthroughImageService } from 'astro/config';
import type { BuildFolder } from '../build/folder.ts';
import type { Language } from './language.ts';
import type { Edition } from './model.ts';
import { sidebarOf } from './sidebar.ts';

const root = fileURLToPath(new URL('site/', import.meta.url));

/** What the Astro components import as `virtual:docs`. */
export interface SiteData {
  editions: Edition[];
}

/** Renders the pages of all editions with Astro and Starlight into a folder. It must be below one with `node_modules`. */
export async function renderPages(
  data: SiteData,
  languages: readonly Language[],
  { out, cache }: BuildFolder,
): Promise<void> {
  const options = resolve(cache, 'starlight.json');
  await mkdir(cache, { recursive: true });
  await writeFile(options, JSON.stringify(starlightOptions(data, languages)));
  process.env.DOCS_STARLIGHT = options;
  process.env.ASTRO_TELEMETRY_DISABLED = '1';
  await build({
    root,
    srcDir: '.',
    outDir: resolve(out),
    cacheDir: resolve(cache),
    logLevel: 'error',
    trailingSlash: 'always',
    devToolbar: { enabled: false },
    build: { inlineStylesheets: 'never' },
    image: { service: passthroughImageService() },
    vite: {
      plugins: [
        {
          name: 'docs-data',
          resolveId: (id: string) => (id === 'virtual:docs' ? '\0virtual:docs' : undefined),
          // As a string, which Rollup need not turn into a tree of nodes.
          load: (id: string) =>
            id === '\0virtual:docs' ? `export default JSON.parse(${JSON.stringify(JSON.stringify(data))})` : undefined,
        },
      ],
    },
  });
}

/** Returns the options of Starlight that depend on the contract and the languages. */
function starlightOptions({ editions }: SiteData, languages: readonly Language[]) {
  const locales = languages.map(({ path, code, name }) => [path.slice(0, -1) || 'root', { label: name, lang: code }]);
  return {
    title: Object.fromEntries(languages.map(({ code, words }) => [code, words.site.title])),
    locales: Object.fromEntries(locales),
    sidebar: sidebarOf(editions, languages),
  };
}
