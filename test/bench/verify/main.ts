/**
 * Measures how long judging a recording takes, compared with the work that every judge must do: parsing its JSON, and validating its bodies with ajv.
 * Absolute figures depend on the machine; compare the ratios.
 */
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type * as Verify from '../../../verify/src/index.js';
import { type Recorded, recordRun } from '../../../verify/test/recorded-run.ts';
import { machine, median, table, timed } from '../report.ts';

// Runs the compiled code, as users do. The types come from the source, so lint needs no build.
const compiled = new URL('../../../dist/src/verify/index.js', import.meta.url).href;
const { judgeExchanges, readExchanges, readHar }: typeof Verify = await import(compiled);

const EXCHANGES = 10_000;
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);

const contract = JSON.parse(readFileSync(new URL('../../../generated/openapi.json', import.meta.url), 'utf8'));
const folder = mkdtempSync(join(tmpdir(), 'bench-verify-'));
const calls = await exchanges();
const lines = join(folder, 'exchanges.jsonl');
const har = join(folder, 'exchanges.har');
writeFileSync(lines, calls.map((call) => JSON.stringify(call)).join('\n'));
writeFileSync(har, JSON.stringify({ log: { entries: calls.map(entry) } }));

console.log(`${machine}, ${ROUNDS} rounds`);
console.log(`${EXCHANGES} exchanges, ${megabytes(lines)} MB as JSON lines, ${megabytes(har)} MB as HAR\n`);

const contestants: Record<string, () => unknown> = {
  'JSON.parse alone': () =>
    readFileSync(lines, 'utf8')
      .split('\n')
      .map((line) => JSON.parse(line)),
  'ajv alone, bodies already parsed': ajvAlone,
  'verify --exchanges': async () => judgeExchanges((await readExchanges(lines)).exchanges),
  'verify --har': () => judgeExchanges(readHar(har).exchanges),
};
const times = new Map<string, number[]>();
for (let round = 0; round < ROUNDS; round++) {
  for (const [name, run] of Object.entries(contestants)) {
    times.set(name, [...(times.get(name) ?? []), await timed(run)]);
  }
}
rmSync(folder, { recursive: true });

const base = median(times.get('JSON.parse alone') ?? []);
table('To judge them', [
  ['', 'ms', 'times JSON.parse'],
  ...[...times].map(([name, all]) => [name, Math.round(median(all)), (median(all) / base).toFixed(1)]),
]);

/** Returns the exchanges of a run, repeated with other ids, as a shop with many customers would record them. */
async function exchanges(): Promise<Verify.Exchange[]> {
  const recorded = await recordRun();
  return Array.from({ length: EXCHANGES }, (_, index) => {
    const { exchange } = recorded[index % recorded.length] as Recorded;
    const offset = Math.floor(index / recorded.length) * 1_000;
    const text = JSON.stringify(exchange).replaceAll(
      /(?<="id":|v1\/[a-z]+\/)\d{4}\b/g,
      (id) => `${Number(id) + offset}`,
    );
    return JSON.parse(text);
  });
}

function entry({ request, response }: Verify.Exchange) {
  const headers = (of: Record<string, string>) => Object.entries(of).map(([name, value]) => ({ name, value }));
  return {
    startedDateTime: '2026-11-20T13:05:41.482Z',
    request: {
      ...request,
      headers: headers(request.headers),
      postData: request.body && { mimeType: 'application/json', text: JSON.stringify(request.body) },
    },
    response: {
      ...response,
      headers: headers(response.headers),
      content: { mimeType: 'application/json', text: JSON.stringify(response.body) },
    },
  };
}

/** Validates only transactions and parses the rest, which is the minimum for any judge. */
function ajvAlone() {
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false });
  ajv.addSchema({ $id: 'contract', components: { schemas: contract.components.schemas } });
  const validate = ajv.compile({ $ref: 'contract#/components/schemas/Transaction' });
  return calls.filter(({ response }) => validate(response.body)).length;
}

function megabytes(file: string): string {
  return (statSync(file).size / 1024 / 1024).toFixed(1);
}
