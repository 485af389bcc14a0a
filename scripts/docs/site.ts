import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buildDocs, buildSendScript } from './build.ts';
import { editions } from './editions.ts';
import type { Language } from './language.ts';
import type { Neighbour } from './page/bar.ts';
import type { Source } from './source.ts';
import type { Contract } from './types.ts';

export interface SiteOptions {
  /** The contract of the page at the root, and of those in other languages. */
  newest: Source;
  /** Contracts of older documentation versions, each in English below its version. */
  older: readonly Source[];
  /** Folder of the docs; what stands in it is removed. */
  out: string;
  /** Folder of the scripts behind "Send", which the sandbox adds to the pages; what stands in it is removed. */
  sending: string;
}

/** Writes the docs in all languages and versions; gives the paths of the pages. */
export async function buildSite({ newest, older, out, sending }: SiteOptions): Promise<string[]> {
  // What an earlier build left, such as the page of an operation that was renamed, would be published and packed too.
  await Promise.all([out, sending].map((folder) => rm(folder, { recursive: true, force: true })));
  const current = versionOf(newest);
  const versions = new Map(older.map((source) => [versionOf(source), source]));
  // Releases of the package that describe the same documentation version are the newest one's own past.
  versions.delete(current);

  const written: { language: Language; contract: Contract }[] = [];
  const pages = await Promise.all([
    ...editions.map((edition) => {
      const { language } = edition;
      // In turn: Redoc renders the page before this one meanwhile.
      const contract = edition.contract(newest.contract);
      written.push({ language, contract });
      const others = linksTo(versions.keys(), language.path && '../');
      const neighbours = [...neighboursOf(language), ...versionsIn(others)];
      return buildDocs({ source: newest, contract, language, out: join(out, language.path), others, neighbours });
    }),
    ...[...versions].map(([version, source]) => {
      const siblings = [...versions.keys()].filter((other) => other !== version);
      const others = { [current]: '../index.html', ...linksTo(siblings, '../') };
      return buildDocs({ source, out: join(out, version), others, neighbours: versionsIn(others) });
    }),
  ]);
  for (const { language, contract } of written) {
    await mkdir(join(sending, language.path), { recursive: true });
    await writeFile(join(sending, language.path, 'send.js'), await buildSendScript(contract, language));
  }
  return pages;
}

/** Where pages of older versions stand. `up`: the way from the page to the root of the docs. */
function linksTo(versions: Iterable<string>, up: string): Record<string, string> {
  return Object.fromEntries([...versions].map((version) => [version, `${up}${version}/index.html`]));
}

function versionsIn(links: Record<string, string>): Neighbour[] {
  return Object.entries(links).map(([label, href]) => ({ label, href }));
}

/** The same page in the other languages. */
function neighboursOf(language: Language): Neighbour[] {
  const up = language.path && '../';
  return editions
    .filter((edition) => edition.language !== language)
    .map(({ language: { code, name, path } }) => ({ label: name, href: `${up}${path}index.html`, code }));
}

function versionOf({ contract }: Source): string {
  return contract.info.version;
}
