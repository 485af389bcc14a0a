/**
 * Measures how long judging a recording takes, compared with the work that every judge must do: parsing its JSON, and validating its bodies with ajv.
 * Absolute figures depend on the machine; compare the ratios.
 */
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type * as Verify from '../../../src/verify/index.js';

// Runs the compiled code, as users do. The types come from the source, so lint needs no build.
const compiled = new URL('../../../dist/src/verify/index.js', import.meta.url).href;
const { judgeExchanges, readExchanges, readHar }: typeof Verify = await import(compiled);

const EXCHANGES = 10_000;
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);

type Content = Record<string, { examples?: Record<string, { $ref: string }> }>;
interface Described {
  requestBody?: { content: Content };
  responses: { '200': { content: Content } };
}
interface Call {
  request: { method: string; url: string; headers: Record<string, string>; body?: unknown };
  response: { status: number; headers: Record<string, string>; body: unknown };
}

const contract = JSON.parse(readFileSync(new URL('../../../generated/openapi.json', import.meta.url), 'utf8'));
const folder = mkdtempSync(join(tmpdir(), 'bench-verify-'));
const calls = exchanges();
const lines = join(folder, 'exchanges.jsonl');
const har = join(folder, 'exchanges.har');
writeFileSync(lines, calls.map((call) => JSON.stringify(call)).join('\n'));
writeFileSync(har, JSON.stringify({ log: { entries: calls.map(entry) } }));

console.log(`Node ${process.version}, ${cpus().length} x ${cpus()[0]?.model ?? 'unknown'}, ${ROUNDS} rounds`);
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
    const started = performance.now();
    await run();
    times.set(name, [...(times.get(name) ?? []), performance.now() - started]);
  }
}
rmSync(folder, { recursive: true });

const base = median(times.get('JSON.parse alone') ?? []);
console.log('| | ms | times JSON.parse |\n|---|---|---|');
for (const [name, all] of times)
  console.log(`| ${name} | ${Math.round(median(all))} | ${(median(all) / base).toFixed(1)} |`);

/** Returns the examples of every operation, as a shop with many customers would record them. */
function exchanges(): Call[] {
  const kinds: Call[] = [];
  for (const [path, item] of Object.entries<Record<string, Described>>(contract.paths)) {
    for (const [method, operation] of Object.entries(item)) {
      const sent = examples(operation.requestBody?.content);
      const returned = examples(operation.responses['200'].content);
      returned.forEach((body, index) => {
        kinds.push({
          request: {
            method: method.toUpperCase(),
            url: `https://api.gateway.example/prefix${path.replaceAll(/\{\w+\}/g, '1001')}`,
            headers: { authorization: 'Bearer [redacted]', 'content-type': 'application/json' },
            ...(sent.length > 0 ? { body: sent[index % sent.length] } : {}),
          },
          response: { status: 200, headers: { 'content-type': 'application/json' }, body },
        });
      });
    }
  }
  // A shop mostly sends transactions and mostly reads lists of transactions.
  const [first] = kinds;
  if (!first) throw new Error('the contract has no examples');
  return Array.from({ length: EXCHANGES }, (_, index) => {
    const { request, response } = kinds[index % kinds.length] ?? first;
    const { body: example } = response;
    const body = isPage(example) ? { ...example, data: copies(example.data[0], index) } : numbered(example, index);
    return {
      request: { ...request, url: request.url.replace('1001', String(100_000 + index)) },
      response: { ...response, body },
    };
  });
}

/** Returns a full page of 25 items. */
function copies(item: unknown, index: number): unknown[] {
  return Array.from({ length: 25 }, (_, place) => numbered(item, index * 25 + place));
}

function numbered(body: unknown, index: number): unknown {
  return typeof body === 'object' && body !== null && 'id' in body ? { ...body, id: 100_000 + index } : body;
}

function isPage(body: unknown): body is { data: unknown[] } {
  return typeof body === 'object' && body !== null && 'data' in body && Array.isArray(body.data);
}

function examples(content: Content | undefined): unknown[] {
  const all = Object.values(content?.['application/json']?.examples ?? {});
  return all.map(({ $ref }) => contract.components.examples[$ref.slice('#/components/examples/'.length)].value);
}

function entry({ request, response }: Call) {
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

function median(numbers: readonly number[]): number {
  return [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;
}
