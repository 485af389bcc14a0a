import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { BuildFolder } from '../build/folder.ts';
import { type EditionDefinition, editionDefinitions } from './editions.ts';
import { archiveDocs, finishPages } from './finish.ts';
import { machineFiles, type TextFile } from './machine.ts';
import { readEdition } from './model.ts';
import { renderPages } from './render.ts';
import { searchDocuments, sectionTexts, synonyms } from './search/documents.ts';
import { sendOperations } from './sending/form.ts';
import type { Source } from './source.ts';

/** What the docs ship, with the files of its licenses. The mark, the pictures and the texts are part of this package. */
const LICENSES = {
  'These docs, their mark, pictures and texts': 'LICENSE',
  '@astrojs/starlight: styles, scripts and icons of the pages': 'node_modules/@astrojs/starlight/LICENSE',
  'minisearch: the search': 'node_modules/minisearch/LICENSE.txt',
};

async function licenseTexts(): Promise<string> {
  const parts = Object.entries(LICENSES).map(async ([what, file]) => {
    const text = await readFile(new URL(`../../${file}`, import.meta.url), 'utf8');
    return `${'='.repeat(60)}\n${what}\n\n${text.trim()}\n`;
  });
  return `Licenses of what these docs contain.\n\n${(await Promise.all(parts)).join('\n')}`;
}

/** The instructions for coding agents, with their names in the docs. */
const SKILLS = [
  ['test-payments', 'SKILL.md'],
  ['integrate-payments', 'SKILL-integrate.md'],
] as const;

interface SiteOptions extends BuildFolder {
  /** The contract of the pages at the root. */
  newest: Source;
  /** Contracts of older documentation versions, each in English below its version. */
  older: readonly Source[];
}

/** Writes the docs in all languages and versions. */
export async function buildSite({ newest, older, out, cache }: SiteOptions): Promise<void> {
  const current = versionOf(newest);
  const versions = new Map(older.map((source) => [versionOf(source), source]));
  // Releases of the package with the same documentation version are the past of the newest one.
  versions.delete(current);
  const links = [...versions.keys()].map((version) => [version, `/${version}/`]);
  await buildVersion(newest, editionDefinitions, { out, cache }, Object.fromEntries(links));
  for (const [version, source] of versions) {
    await buildVersion(
      source,
      editionDefinitions.slice(0, 1),
      { out: join(out, version), cache },
      { [current]: '/../' },
    );
  }
  await archiveDocs(
    out,
    editionDefinitions.map(({ language }) => language.path),
  );
}

async function buildVersion(
  source: Source,
  definitions: readonly EditionDefinition[],
  { out, cache }: BuildFolder,
  versions: Record<string, string>,
): Promise<void> {
  const languages = definitions.map(({ language }) => language);
  const sources = await Promise.all(
    definitions.map(async ({ language, contract }) => ({
      language,
      ...(await readEdition(contract(source.contract), language, versions)),
    })),
  );
  const read = sources.map(({ edition }) => edition);
  await renderPages({ editions: read }, languages, { out, cache });
  await finishPages(out);
  const files: TextFile[] = [...source.files, { path: 'licenses.txt', text: await licenseTexts() }];
  for (const { language, edition, guides } of sources) {
    const { contract, register, path } = edition;
    const documents = searchDocuments({ contract, guides, register }, language);
    const pages = machineFiles(contract, guides, language);
    const own = [
      ...pages,
      { path: 'search.json', text: JSON.stringify({ documents, ...synonyms }) },
      { path: 'sections.json', text: JSON.stringify(sectionTexts(documents, pages)) },
    ];
    files.push(...own.map((file) => ({ ...file, path: path + file.path })));
  }
  files.push({ path: 'send.json', text: JSON.stringify(sendOperations(source.contract)) });
  await Promise.all(
    files.map(async ({ path, text }) => {
      await mkdir(dirname(join(out, path)), { recursive: true });
      await writeFile(join(out, path), text);
    }),
  );
  for (const [skill, name] of SKILLS) await cp(`sandbox/skills/${skill}/SKILL.md`, join(out, name));
}

const versionOf = ({ contract }: Source): string => contract.info.version;
