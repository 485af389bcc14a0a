import { mkdir, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'astro';
import { passthroughImageService } from 'astro/config';
import { type Contract, contractOf } from '../../core/src/contract/contract.ts';
import type { Operation } from '../../core/src/contract/operation.ts';
import type { BuildFolder } from '../build/folder.ts';
import { labelOf, operationHref } from './addresses.ts';
import { type GuideGroup, guideGroups } from './guide/pages.ts';
import type { Language } from './language.ts';
import type { Edition } from './model.ts';

/** Returns Starlight's sidebar for all editions: guides, operations, webhooks and the register in their groups. */
export function sidebarOf(editions: readonly Edition[], languages: readonly Language[]): object[] {
  const [first] = editions;
  if (!first) return [];
  const labels = (of: (edition: Edition, words: Language['words'] | undefined) => string | undefined) => {
    const own = editions.map((edition, index) => of(edition, languages[index]?.words) ?? '');
    return { label: own[0], translations: Object.fromEntries(languages.map(({ code }, index) => [code, own[index]])) };
  };
  const guides = (group: GuideGroup) =>
    guideGroups[group].map((name) => ({
      ...labels((edition) => edition.guides.find((guide) => guide.name === name)?.title),
      link: `/guides/${name}/`,
    }));
  const pages = (find: (contract: Contract) => readonly Operation[]) =>
    find(contractOf(first.contract)).map((operation, position) => ({
      ...labels(({ contract }) => find(contractOf(contract))[position]?.summary),
      link: operationHref(operation),
      ...(!operation.isWebhook && {
        badge: { text: operation.method, class: `method ${operation.method.toLowerCase()}` },
      }),
    }));
  const tags = first.contract.tags.map((tag, position) => ({
    ...labels(({ contract }) => contract.tags[position] && labelOf(contract.tags[position])),
    collapsed: true,
    items: pages(({ operations }) => operations.filter((operation) => operation.tag === tag.name)),
  }));
  const events = {
    ...labels((_, words) => words?.site.events),
    collapsed: true,
    items: pages(({ webhooks }) => webhooks),
  };
  const register = {
    ...labels((_, words) => words?.site.register),
    collapsed: true,
    items: first.register.map(({ slug }) => ({
      ...labels((edition) => edition.register.find((group) => group.slug === slug)?.title),
      link: `/evidence/${slug}/`,
    })),
  };
  const further: Partial<Record<GuideGroup, object[]>> = { reference: [...tags, events], evidence: [register] };
  return (Object.keys(guideGroups) as GuideGroup[]).map((group) => ({
    ...labels((_, words) => words?.site.groups[group]),
    collapsed: false,
    items: [...guides(group), ...(further[group] ?? [])],
  }));
}

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
