/**
 * Gives both forms of the contract to tools that nobody here wrote: `npm run check -- tools`. Each makes its output, which is compiled
 * strictly where it is TypeScript, and is used for one call to the mock. What is known to fail must fail as it is known to, so
 * that a cure is noticed. The table of the docs is made from `scripts/docs/guide/tools.json`, which holds what the last run saw:
 * `npm run check -- tools --write` writes it. Names of tools on the command line choose among them.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { startMockServer } from '../../src/mock/index.ts';
import { type ContractFile, contracts, type Tool, tools } from './tools.ts';
import { tryTool } from './try.ts';

interface Row {
  readonly tool: string;
  readonly version: string;
  readonly does: string;
  /** By form of the contract: null where it works, else why it does not. */
  readonly fails: Record<ContractFile, string | null>;
}

/** How many run beside each other. */
const LANES = 2;
const root = fileURLToPath(new URL('../../', import.meta.url));
const table = join(root, 'scripts/docs/guide/tools.json');

const { values, positionals } = parseArgs({ options: { write: { type: 'boolean' } }, allowPositionals: true });
const chosen = tools.filter(({ name }) => positionals.length === 0 || positionals.some((part) => name.includes(part)));
if (chosen.length === 0) throw new Error(`No tool is named so. There are: ${tools.map(({ name }) => name).join(', ')}`);

// From dist, as a user of the package runs it; the path is a value because dist is not there before a build.
const built = new URL('../../dist/src/mock/index.js', import.meta.url).href;
const { startMockServer: start } = (await import(built)) as { startMockServer: typeof startMockServer };
const mock = await start({ port: 0, log: 'silent' });
const rows = new Map<Tool, Row['fails']>(
  chosen.map((tool) => [tool, { 'openapi.yaml': null, 'openapi.portable.json': null }]),
);
let wrong = 0;
try {
  const jobs = chosen.flatMap((tool) => contracts.map((contract) => ({ tool, contract })));
  await Promise.all(Array.from({ length: LANES }, () => lane(jobs)));
} finally {
  await mock.close();
}
if (positionals.length === 0 && wrong === 0) compareTable();
process.exitCode = wrong > 0 ? 1 : 0;

/** Takes one job after the other until none is left. */
async function lane(jobs: { tool: Tool; contract: ContractFile }[]): Promise<void> {
  for (let job = jobs.shift(); job; job = jobs.shift()) {
    const { tool, contract } = job;
    const known = tool.fails?.[contract];
    const started = performance.now();
    const { failure, folder } = await tryTool(tool, contract, mock.url);
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    const asKnown = known ? failure !== undefined && known.says.test(failure) : failure === undefined;
    const verdict = failure === undefined ? 'works' : `fails${known && asKnown ? `, as known: ${known.because}` : ''}`;
    console.log(`${asKnown ? 'ok  ' : 'BAD '}${tool.name} with ${contract} ${verdict} (${seconds} s)`);
    if (asKnown) {
      await rm(folder, { recursive: true });
    } else {
      wrong += 1;
      const why =
        failure === undefined ? `It was known to fail: ${known?.because}. Take that out of tools.ts.` : failure;
      console.log(`${why.replaceAll(/^/gm, '    ')}\n    What it made is in ${folder}`);
    }
    const fails = rows.get(tool);
    if (fails) fails[contract] = known?.because ?? null;
  }
}

function compareTable(): void {
  const seen = [...rows].map(
    ([tool, fails]): Row => ({ tool: tool.name, version: versionOf(tool), does: tool.does, fails }),
  );
  const text = `${JSON.stringify(seen, null, 2)}\n`;
  if (values.write) writeFileSync(table, text);
  else if (readFileSync(table, 'utf8') !== text) {
    console.log('scripts/docs/guide/tools.json says something else: run `npm run check -- tools --write`');
    wrong += 1;
  }
}

function versionOf(tool: Tool): string {
  const manifest = JSON.parse(
    readFileSync(new URL(`node_modules/${tool.package}/package.json`, import.meta.url), 'utf8'),
  );
  return manifest.version;
}
