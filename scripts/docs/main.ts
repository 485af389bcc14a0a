import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'yaml';
import { buildDocs, buildSendScript } from './build.ts';
import { editions } from './editions.ts';
import type { Language } from './language.ts';
import type { Neighbour } from './page/bar.ts';

// Renders openapi.yaml to dist/docs, and older contracts, given as arguments, to dist/docs/<documentation version>/:
// `npm run docs -- older/openapi.yaml`. The address of publication differs per deployment, so it is no part of the contract.
const newest = 'openapi.yaml';
const out = 'dist/docs';
const url = process.env.DOCS_URL?.replace(/\/*$/, '/') || undefined;

// What an earlier build left, such as the page of an operation that was renamed, would be published and packed too.
await rm(out, { recursive: true, force: true });

const source = await readFile(newest, 'utf8');
const current = versionOf(source);
const older = new Map<string, string>();
for (const path of process.argv.slice(2)) {
  const text = await readFile(path, 'utf8');
  older.set(versionOf(text), text);
}
// Releases of the package that describe the same documentation version are the newest one's own past.
older.delete(current);

// Beside the docs and not in them: what is published has no such script.
const sending = 'dist/send';
await rm(sending, { recursive: true, force: true });

await Promise.all([
  ...editions.map(async ({ language, contract }) => {
    // Older versions stand beside the English page, so from the folder of another language it is one step up to them.
    const up = language.path && '../';
    const others = Object.fromEntries([...older.keys()].map((version) => [version, `${up}${version}/`]));
    const place = url && new URL(language.path, url).href;
    const options = {
      source,
      contract: await contract(source),
      language,
      out: join(out, language.path),
      url: place,
      others,
      neighbours: neighboursOf(language),
    };
    console.log(`Docs written: ${await buildDocs(options)}`);
    const script = await buildSendScript(options.contract, language);
    await mkdir(join(sending, language.path), { recursive: true });
    await writeFile(join(sending, language.path, 'send.js'), script);
  }),
  ...[...older].map(async ([version, source]) => {
    const place = url && new URL(`${version}/`, url).href;
    const page = await buildDocs({ source, out: join(out, version), url: place, others: { [current]: '../' } });
    console.log(`Docs written: ${page}`);
  }),
]);

/** The same page in the other languages, and in English the older versions. */
function neighboursOf(language: Language): Neighbour[] {
  const up = language.path && '../';
  return editions
    .filter((edition) => edition.language !== language)
    .map(({ language: { code, name, path } }) => ({ label: name, href: `${up}${path}index.html`, code }));
}

function versionOf(source: string): string {
  return parse(source).info.version;
}
