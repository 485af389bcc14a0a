import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'yaml';
import { readContract } from '../contract/read.ts';
import { generatePortableJson } from '../generate/portable.ts';
import { drawSprite, stateMachines } from './diagrams.js';
import { flows } from './flows.js';
import { licenseTexts } from './licenses.ts';
import { machineFiles } from './machine.ts';
import { finishPage } from './page.ts';
import { renderWithRedoc } from './redoc.ts';
import type { Contract } from './types.ts';

export interface DocsOptions {
  /** Path of the contract in YAML. */
  contract: string;
  /** Folder to write into; made when absent. */
  out: string;
  /** Address of publication, with a slash at its end, for the canonical link and the links of llms.txt. */
  url?: string | undefined;
  /** Other documentation versions and where they stand, relative to this page. */
  others?: Record<string, string>;
}

/** Writes the docs of a contract; gives the path of the page. Fails when the page would talk to the network. */
export async function buildDocs({ contract: path, out, url, others = {} }: DocsOptions): Promise<string> {
  const page = join(out, 'index.html');
  await mkdir(out, { recursive: true });
  const versions = Object.entries(others).map(([version, place]) => `${version}=${place}`);
  const rendered = renderWithRedoc(path, page, { env: { DOCS_OTHER_VERSIONS: versions.join(' ') } });
  const [source, styles, licenses] = await Promise.all([
    readFile(path, 'utf8'),
    readFile(new URL('styles.css', import.meta.url), 'utf8'),
    licenseTexts(),
  ]);
  const contract: Contract = parse(source);
  const drawings = await drawSprite([...stateMachines(contract), ...flows]);
  const files = [
    ...machineFiles(contract, url ?? ''),
    { path: 'licenses.txt', text: licenses },
    { path: 'openapi.yaml', text: source },
    { path: 'openapi.json', text: `${JSON.stringify(contract, null, 2)}\n` },
    { path: 'openapi.portable.json', text: generatePortableJson(readContract(source)) },
  ];
  await rendered;
  const finished = finishPage(await readFile(page, 'utf8'), {
    title: `${contract.info.title} ${contract.info.version}`,
    description: contract.info.summary ?? contract.info.title,
    canonicalUrl: url,
    styles: `${styles}\n${drawings.styles}`,
    sprite: drawings.sprite,
    licenses,
  });
  await mkdir(join(out, 'operations'), { recursive: true });
  await Promise.all(
    [{ path: 'index.html', text: finished }, ...files].map(({ path, text }) => writeFile(join(out, path), text)),
  );
  return page;
}
