import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'yaml';
import { buildDocs } from './build.ts';

// Renders openapi.yaml to dist/docs, and older contracts, given as arguments, to dist/docs/<documentation version>/:
// `npm run docs -- older/openapi.yaml`. The address of publication differs per deployment, so it is no part of the contract.
const newest = 'openapi.yaml';
const out = 'dist/docs';
const url = process.env.DOCS_URL?.replace(/\/*$/, '/') || undefined;

// What an earlier build left, such as the page of an operation that was renamed, would be published and packed too.
await rm(out, { recursive: true, force: true });
const older = process.argv.slice(2);
if (older.length === 0) console.log(`Docs written: ${await buildDocs({ contract: newest, out, url })}`);
else await buildSideBySide();

async function buildSideBySide(): Promise<void> {
  const current = await versionOf(newest);
  const contracts = new Map<string, string>();
  for (const contract of older) contracts.set(await versionOf(contract), contract);
  // Releases of the package that describe the same documentation version are the newest one's own past.
  contracts.delete(current);

  const others = Object.fromEntries([...contracts.keys()].map((version) => [version, `${version}/`]));
  console.log(`Docs written: ${await buildDocs({ contract: newest, out, url, others })}`);
  for (const [version, contract] of contracts) {
    const place = url && new URL(`${version}/`, url).href;
    const page = await buildDocs({ contract, out: join(out, version), url: place, others: { [current]: '../' } });
    console.log(`Docs written: ${page}`);
  }
}

async function versionOf(contract: string): Promise<string> {
  const { info } = parse(await readFile(contract, 'utf8'));
  return info.version;
}
