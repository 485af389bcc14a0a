import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'yaml';
import { buildDocs } from './build.ts';

// Renders openapi.yaml to dist/docs, and older contracts, given as arguments, to dist/docs/<documentation version>/:
// `npm run docs -- older/openapi.yaml`. The address of publication differs per deployment, so it is no part of the contract.
const newest = 'openapi.yaml';
const out = 'dist/docs';
const url = process.env.DOCS_URL || undefined;

const current = await versionOf(newest);
const older = new Map<string, string>();
for (const contract of process.argv.slice(2)) {
  const version = await versionOf(contract);
  if (version !== current) older.set(version, contract);
}

// What an earlier build left, such as the page of an operation that was renamed, would be published and packed too.
await rm(out, { recursive: true, force: true });
const others = Object.fromEntries([...older.keys()].map((version) => [version, `${version}/`]));
console.log(`Docs written: ${await buildDocs({ contract: newest, out, url, others })}`);
for (const [version, contract] of older) {
  const place = url && new URL(`${version}/`, url.endsWith('/') ? url : `${url}/`).href;
  const page = await buildDocs({ contract, out: join(out, version), url: place, others: { [current]: '../' } });
  console.log(`Docs written: ${page}`);
}

async function versionOf(contract: string): Promise<string> {
  const { info } = parse(await readFile(contract, 'utf8'));
  return info.version;
}
