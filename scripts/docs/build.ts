import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
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
import { pictureFile } from './picture/picture.ts';
import { licenseTexts } from './redoc/licenses.ts';
import { patchRedoc } from './redoc/patch.ts';
import { renderWithRedoc } from './redoc/render.ts';
import { sendOperations } from './sending/operations.ts';
import type { Source } from './source.ts';
import type { Contract } from './types.ts';

const PICTURE_NAME = 'preview.png';

export interface DocsOptions {
  /** The contract as it was written: published beside the page. */
  source: Source;
  /** What the page shows: the contract in the language of the page. The source itself when left out. */
  contract?: Contract;
  /** English when left out. */
  language?: Language;
  /** Folder to write into; made when absent. */
  out: string;
  /** Other documentation versions and where they stand, relative to this page. */
  others?: VersionLinks;
  /** Links of the bar above the page: the same in other languages. */
  neighbours?: Neighbour[];
}

/** Writes the docs of one contract in one language; gives the path of the page. Fails when the page would talk to the network. */
export async function buildDocs(options: DocsOptions): Promise<string> {
  const { source, language = english, out, others = {}, neighbours = [] } = options;
  const { contract = source.contract } = options;
  const shown = withoutOwnExtensions(decorate(contract, language, others));
  // In a process of its own, and so side by side with what follows and with the other languages.
  const rendering = renderWithRedoc(shown, { words: language.words.redoc });
  const [styles, licenses, script] = await Promise.all([
    readFile(new URL('page/styles.css', import.meta.url), 'utf8'),
    licenseTexts(),
    bundle('main'),
  ]);
  const drawings = await drawSprite([...stateMachines(contract, language), ...flowsOf(language)]);
  const data = pageData(contract, guideOf(contract, language, others), language);
  const machine = machineFiles(contract, language);
  const page = finishPage(patchRedoc(await rendering, language.words.redoc), {
    language: language.code,
    title: `${contract.info.title} ${contract.info.version}`,
    description: contract.info.summary ?? contract.info.title,
    picture: PICTURE_NAME,
    pictureAlt: language.words.picture.alt,
    alternates: alternatesOf(language, neighbours),
    styles: `${styles}\n${drawings.styles}`,
    before: bar(language, neighbours) + drawings.sprite,
    data,
    script,
    licenses,
  });
  const files = [
    { path: 'index.html', text: page },
    ...machine,
    { path: 'licenses.txt', text: licenses },
    ...source.files,
  ];
  await Promise.all(
    files.map(async ({ path, text }) => {
      await mkdir(dirname(join(out, path)), { recursive: true });
      await writeFile(join(out, path), text);
    }),
  );
  await copyFile(pictureFile(language), join(out, PICTURE_NAME));
  return join(out, 'index.html');
}

function alternatesOf({ code }: Language, neighbours: Neighbour[]): { code: string; href: string }[] {
  const others = neighbours.flatMap(({ code, href }) =>
    code ? [{ code, href: href.replace(/index\.html$/, '') }] : [],
  );
  return others.length === 0 ? [] : [{ code, href: './' }, ...others];
}

/** The script behind "Send", one for each language: the sandbox adds it to the pages that it serves. */
export async function buildSendScript(contract: Contract, { words }: Language): Promise<string> {
  return bundle('send', { SEND_DATA: JSON.stringify({ operations: sendOperations(contract), words: words.send }) });
}
