import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parse } from 'yaml';
import { readContract } from '../contract/read.ts';
import { generatePortableJson } from '../generate/portable.ts';
import { decorate, withoutOwnExtensions } from './content.ts';
import { drawSprite, stateMachines } from './diagrams/diagrams.ts';
import { flowsOf } from './diagrams/flows.ts';
import { guideOf } from './guide/guide.ts';
import type { VersionLinks } from './guide/tables.ts';
import { english, type Language } from './language.ts';
import { machineFiles } from './machine.ts';
import { bar, type Neighbour } from './page/bar.ts';
import { bundle } from './page/browser.ts';
import { pageData } from './page/data.ts';
import { finishPage } from './page/page.ts';
import { licenseTexts } from './redoc/licenses.ts';
import { patchRedoc } from './redoc/patch.ts';
import { renderWithRedoc } from './redoc/render.ts';
import { sendOperations } from './sending/operations.ts';
import type { Contract } from './types.ts';

export interface DocsOptions {
  /** The contract as it was written, in YAML: published beside the page. */
  source: string;
  /** What the page shows: the contract in the language of the page. The source itself when left out. */
  contract?: Contract;
  /** English when left out. */
  language?: Language;
  /** Folder to write into; made when absent. */
  out: string;
  /** Address of publication of this page, with a slash at its end, for the canonical link and the links of llms.txt. */
  url?: string | undefined;
  /** Other documentation versions and where they stand, relative to this page. */
  others?: VersionLinks;
  /** Links of the bar above the page: the same in other languages. */
  neighbours?: Neighbour[];
}

/** Writes the docs of one contract in one language; gives the path of the page. Fails when the page would talk to the network. */
export async function buildDocs(options: DocsOptions): Promise<string> {
  const { source, language = english, out, url, others = {}, neighbours = [] } = options;
  const contract: Contract = options.contract ?? parse(source);
  const [rendered, styles, licenses, drawings, script] = await Promise.all([
    render(withoutOwnExtensions(decorate(contract, language, others)), language),
    readFile(new URL('page/styles.css', import.meta.url), 'utf8'),
    licenseTexts(),
    drawSprite([...stateMachines(contract, language), ...flowsOf(language)]),
    bundle('main'),
  ]);
  const page = finishPage(patchRedoc(rendered, language.words.redoc), {
    language: language.code,
    title: `${contract.info.title} ${contract.info.version}`,
    description: contract.info.summary ?? contract.info.title,
    canonicalUrl: url,
    alternates: alternatesOf(language, neighbours, url),
    styles: `${styles}\n${drawings.styles}`,
    before: bar(language, neighbours) + drawings.sprite,
    data: pageData(contract, guideOf(contract, language, others), language),
    script,
    licenses,
  });
  const files = [
    { path: 'index.html', text: page },
    ...machineFiles(contract, url ?? '', language),
    { path: 'licenses.txt', text: licenses },
    { path: 'openapi.yaml', text: source },
    { path: 'openapi.json', text: `${JSON.stringify(parse(source), null, 2)}\n` },
    { path: 'openapi.portable.json', text: generatePortableJson(readContract(source)) },
  ];
  for (const { path, text } of files) {
    await mkdir(dirname(join(out, path)), { recursive: true });
    await writeFile(join(out, path), text);
  }
  return join(out, 'index.html');
}

/** Search engines want whole addresses, which a page that does not know its own cannot give. */
function alternatesOf(language: Language, neighbours: Neighbour[], url: string | undefined) {
  const others = neighbours.flatMap(({ code, href }) => (code ? [{ code, href }] : []));
  if (others.length === 0) return [];
  return [{ code: language.code, href: './' }, ...others].map(({ code, href }) => ({
    code,
    href: (url ? new URL(href, url).href : href).replace(/index\.html$/, ''),
  }));
}

/** The script behind "Send", one for each language: the sandbox adds it to the pages that it serves. */
export async function buildSendScript(contract: Contract, { words }: Language): Promise<string> {
  return bundle('send', { SEND_DATA: JSON.stringify({ operations: sendOperations(contract), words: words.send }) });
}

/** Redocly reads and writes files: both stand in a folder of their own for as long as that takes. */
async function render(contract: Contract, { words }: Language): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'docs-'));
  try {
    const [input, output] = [join(folder, 'openapi.json'), join(folder, 'index.html')];
    await writeFile(input, JSON.stringify(contract));
    await renderWithRedoc(input, output, { labels: words.redoc.labels });
    return await readFile(output, 'utf8');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
