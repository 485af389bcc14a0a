import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { contractOf } from '../../../../core/src/contract/contract.js';
import { readContract } from '../../../../core/src/contract/document.js';
import { createGatewayClient, isOutcomeUnknown, unwrap } from '../../../../src/index.js';
import { clearRefusals } from '../../../../src/vocabulary.js';
import { listen } from '../../../../test/listen.ts';
import { programPath } from '../../../../test/programs.ts';
import { some } from '../../../../test/property-runs.ts';
import { temporaryFolder } from '../../../../test/temporary-folder.ts';
import { beginCreated } from '../../../../verify/src/run/created.js';
import { createSend } from '../../../../verify/src/run/send.js';
import { createSpendingGuard } from '../../../../verify/src/run/spending-guard.js';
import { listingsOf } from '../listings.ts';

type Conclusion = 'done' | 'refused' | 'unknown';

/** The one list: what a caller may conclude from the status of a payment that it sent. */
function expected(status: number): Conclusion {
  if (clearRefusals.includes(status)) return 'refused';
  // An empty success has no id.
  return status >= 200 && status < 300 && status !== 204 && status !== 205 ? 'done' : 'unknown';
}

/** The statuses that a program may get wrong first, then the others from 100 to 599. A run that names this file tests all. */
const statuses = [
  ...new Set([
    ...[...clearRefusals, 103, 200, 204, 302, 408, 409, 421, 425, 499, 500],
    ...some(some(Array.from({ length: 500 }, (_, index) => 100 + index))),
  ]),
];

/** `before`: the gateway did nothing, and reports an error. `after`: it paid, and the payment is the body for every status. */
const moments = {
  before: { errors: ['A field is missing or has an invalid value.'] },
  after: { id: 1, status: 'processing', amount: 100, payment_method: 'pix' },
};
const places = Object.keys(moments).flatMap((moment) => statuses.map((status) => ({ moment, status })));
/** A success is one only with the payment. */
const tried = places.filter(({ moment, status }) => moment === 'after' || status < 200 || status > 299);

const folder = temporaryFolder('refusals');
let origin: string;
const server = createServer((request, response) => {
  const [, moment = '', status = ''] = request.url?.split('/') ?? [];
  request.resume().on('end', () => {
    if (Number(status) < 200)
      return request.socket.write(`HTTP/1.1 ${status} Early\r\n\r\n`, () => request.socket.resetAndDestroy());
    const headers = { 'content-type': 'application/json', 'retry-after': '0' };
    const isEmpty = status === '204' || status === '205';
    response.writeHead(Number(status), headers);
    response.end(isEmpty ? undefined : JSON.stringify(moments[moment as keyof typeof moments]));
  });
});
beforeAll(async () => {
  origin = await listen(server, afterAll);
});

const body = { amount: 100, payment_method: 'pix' } as const;
type Conclude = (baseUrl: string) => Promise<Conclusion>;

const byClient: Conclude = (baseUrl) =>
  unwrap(createGatewayClient({ baseUrl, accessToken: 'token', retries: 0 }).POST('/v1/transactions', { body })).then(
    () => 'done',
    (error) => (isOutcomeUnknown(error) ? 'unknown' : 'refused'),
  );

const { route } = contractOf(readContract());
let files = 0;

/** Concludes from what a run notes for its clean-up, and from whether it sends the payment again. */
const byVerify: Conclude = async (baseUrl) => {
  const created = beginCreated(join(folder, `${files++}.jsonl`), baseUrl, 'run');
  const guard = createSpendingGuard({
    ...{ baseUrl, route, created, maxAmount: 0, allow: new Set(['charge'] as const) },
    send: createSend({ fetch: globalThis.fetch, timeoutMs: 60_000 }),
    unit: () => 'confirmed',
    stopped: () => undefined,
    refundAll: async () => {},
  });
  const headers = { authorization: 'Bearer token', 'content-type': 'application/json' };
  const pay = () => guard({ method: 'POST', url: `${baseUrl}/v1/transactions`, headers, body, flow: 'flow' });
  const response = await pay().catch(() => undefined);
  const [left] = created.left();
  created.close();
  if (left?.isUnknown && !left.isRefused) return 'unknown';
  return response && left && !left.isRefused ? 'done' : 'refused';
};

async function conclusions(conclude: Conclude): Promise<Record<string, Conclusion>> {
  const found: Record<string, Conclusion> = {};
  for (const { moment, status } of tried)
    found[`${status} ${moment}`] = await conclude(`${origin}/${moment}/${status}`);
  return found;
}

const right = Object.fromEntries(tried.map(({ moment, status }) => [`${status} ${moment}`, expected(status)]));

test('the client concludes from each status what the list says, whether or not the gateway acted', async () => {
  expect(await conclusions(byClient)).toEqual(right);
});

test('verify concludes the same', async () => {
  expect(await conclusions(byVerify)).toEqual(right);
});

/** A program of the guides in PHP, without its start, and the expression that concludes from a path. */
const php: Record<string, { part: RegExp; conclude: string }> = {
  'Getting started': {
    part: /^\/\/ No usable response[\s\S]*?^\}\n(?=\n\/\/ The items)/m,
    conclude: `try { gateway('POST', $path, ['amount' => 100]); return 'done'; }
      catch (OutcomeUnknown) { return 'unknown'; } catch (Refused) { return 'refused'; }`,
  },
  Explore: {
    part: /^const CLEAR_REFUSALS.*\n\n\/\/ Returns the status and the body[\s\S]*?^\}\n/m,
    conclude: `[$status] = send('POST', $path, ['amount' => 100]);
      return $status === 0 ? 'unknown' : ($status < 300 ? 'done' : 'refused');`,
  },
};

test.each(Object.entries(php))(
  'the PHP of the guide "%s" concludes the same',
  { tags: 'php' },
  async (name, { part, conclude }) => {
    const [code = ''] = listingsOf('php').flatMap(({ code }) => part.exec(code) ?? []);
    expect(code).toContain('CLEAR_REFUSALS');
    const paths = tried.map(({ moment, status }) => `/${moment}/${status}/v1/transactions`);
    const program = `<?php
${code.replace('http://127.0.0.1:4010', origin)}
function conclude(string $path): string { ${conclude} }
foreach (json_decode(file_get_contents('php://stdin')) as $path) echo conclude($path), "\\n";`;
    const file = join(folder, `${name.replace(' ', '-')}.php`);
    writeFileSync(file, program);
    const env = { ...process.env, PAYMENT_GATEWAY_URL: origin, PAYMENT_GATEWAY_TOKEN: 'token' };
    const child = promisify(execFile)(programPath('php'), [file], { env, maxBuffer: 1e7 });
    child.child.stdin?.end(JSON.stringify(paths));
    const lines = (await child).stdout.trim().split('\n');
    expect(Object.fromEntries(Object.keys(right).map((key, index) => [key, lines[index]]))).toEqual(right);
  },
);
