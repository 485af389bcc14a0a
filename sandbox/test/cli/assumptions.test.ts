import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { cli } from '../../../test/cli/in-process.ts';
import { listen } from '../../../test/listen.ts';
import { temporaryFolder } from '../../../test/temporary-folder.ts';
import { createSandboxFetch, startSandbox } from '../../src/index.ts';
import { PIX, send } from '../entrances.ts';

const folder = temporaryFolder('assumptions');
let file: string;
let files = 0;
beforeEach(() => {
  file = join(folder, `${files++}-uses.jsonl`);
});
afterEach(() => void vi.unstubAllEnvs());

const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
const line = (uses: object): string => JSON.stringify({ package: version, uses });

/** Runs a sandbox that pays twice with the same key, and closes it. */
async function testRun(): Promise<void> {
  vi.stubEnv('PAYMENT_GATEWAY_ASSUMPTIONS', file);
  const sandbox = createSandboxFetch();
  const entered = { url: 'http://gateway.example', fetch: sandbox };
  for (const _ of [1, 2])
    await send(entered, 'POST', '/v1/transactions', { ...PIX, reference_key: 'order-1001-attempt-1' });
  await sandbox.reset();
  await sandbox.close();
  await sandbox.close();
}

test('adds up the uses of several sandboxes, and names those about money', async () => {
  await testRun();
  await testRun();
  const { code, stdout } = await cli('assumptions', '--from', file);
  expect([code, stdout]).toEqual([
    0,
    expect.stringMatching(/^Your tests rely on \d+ assumptions about the gateway\. 1 decide about money\.$/m),
  ]);
  expect(stdout).toContain(
    '  reference-key  A second payment with the same key is refused, and the list can be filtered by the key.  2 uses',
  );
  expect(stdout).toContain('--assume reference-key=accepted-again');
  const { assumptions } = JSON.parse((await cli('assumptions', '--from', file, '--json')).stdout);
  expect(assumptions).toContainEqual(expect.objectContaining({ entry: 'pix-flow', uses: 2 }));
  expect((await cli('assumptions', '--from', file, '--markdown')).stdout).toMatch(/^\| `reference-key` \| money \|/m);
});

test('exits with 1 above a limit', async () => {
  await testRun();
  expect((await cli('assumptions', '--from', file, '--money', '1')).code).toBe(0);
  const { code, stderr } = await cli('assumptions', '--from', file, '--money', '0', '--max', '1');
  expect([code, stderr]).toEqual([
    1,
    expect.stringContaining('--money: the tests rely on 1 assumptions about money, more than 0'),
  ]);
  expect((await cli('assumptions', '--max', '3')).stderr).toContain('need --from or --url');
});

test('lists what the tests never saw with the code that creates it, and limits it', async () => {
  await testRun();
  const { code, stdout } = await cli('assumptions', '--from', file);
  const [, missing = '', all = ''] =
    /^Your tests never saw (\d+) of (\d+) situations that they could have:$/m.exec(stdout) ?? [];
  expect([code, Number(missing) > 1, Number(all) > 1]).toEqual([0, true, true]);
  expect(stdout).toMatch(/^ {2}Pix: waiting_payment → canceled +account\.expire\(id\)$/m);
  expect(stdout).toContain("account.assume({ 'reference-key': 'accepted-again' })");

  const limited = await cli('assumptions', '--from', file, '--max-missing', `${Number(missing) - 1}`);
  expect([limited.code, limited.stderr]).toEqual([
    1,
    `payment-gateway-sandbox: --max-missing: the tests never saw ${missing} situations, more than ${Number(missing) - 1}\n`,
  ]);
  expect((await cli('assumptions', '--from', file, '--max-missing', missing)).code).toBe(0);
  expect((await cli('assumptions', '--max-missing', '1')).stderr).toContain('--max-missing: needs --from');

  const { situations } = JSON.parse((await cli('assumptions', '--from', file, '--json')).stdout);
  const expired = { what: 'Pix: waiting_payment → canceled', code: 'account.expire(id)', isMet: false };
  expect(situations).toContainEqual(expired);
  expect((await cli('assumptions', '--from', file, '--markdown')).stdout).toContain(
    '| Pix: waiting_payment → canceled | `account.expire(id)` |',
  );
});

test('shows what an account of a running sandbox relies on', async () => {
  await using sandbox = await startSandbox({ port: 0, assume: 'unknown-id=bad-request' });
  const { stdout } = await cli('assumptions', '--url', sandbox.url, '--json');
  expect(JSON.parse(stdout).assumptions).toEqual([
    expect.objectContaining({ entry: 'unknown-id', variant: 'bad-request' }),
  ]);
});

test('says what settles each assumption, with a command where a run can', async () => {
  const { stdout } = await cli('assumptions', '--settle');
  expect(stdout).toContain(
    'npx payment-gateway-verify --url "$PAYMENT_GATEWAY_URL" --entry reference-key --allow write,charge',
  );
  expect(stdout).toMatch(/^refund-rules \(assumed\)\n {2}On the real gateway: .*\n {2}Only a person can settle it\.$/m);
  expect(stdout).not.toMatch(/[<>]/);
  const { assumptions } = JSON.parse((await cli('assumptions', '--json')).stdout);
  for (const { entry, settled_by } of assumptions) expect(settled_by, entry).toMatch(/\w/);
});

test('lists all assumptions with their variants', async () => {
  const { stdout } = await cli('assumptions');
  expect(stdout).toContain('--assume refund-rules=keeps-paid-amount');
});

test.each([
  ['not JSON', 'oops\n', /uses\.jsonl:1: is not a line that a sandbox of this version wrote; remove the file/],
  ['another version', '{"package":"0.0.1","uses":{}}\n', /:1: is not a line/],
  ['a line that was cut off', `\n${line({ 'pix-flow': 1 })}\n\n{"package":"0.1`, /:4: is not a line/],
  ['an unknown entry', line({ ['x'.repeat(100_000)]: 1 }), /:1: is not a line/],
  ['an entry of a prototype', line({}).replace('{}', '{"__proto__":1}'), /:1: is not a line/],
  ['a fact of nobody', line({}).replace('}}', '},"facts":["\\u001b[31m"]}'), /:1: is not a line/],
  ['nothing', '', /uses\.jsonl: has no uses; run the tests with PAYMENT_GATEWAY_ASSUMPTIONS=/],
])('refuses a file with %s', async (_, content, sentence) => {
  writeFileSync(file, content);
  const { code, stderr } = await cli('assumptions', '--from', file);
  expect([code, stderr]).toEqual([1, expect.stringMatching(sentence)]);
});

test('prints no control characters of a server, and stops at a body without an end', async () => {
  const evil = {
    entry: 'pix-flow',
    level: 'assumed',
    decides: 'money',
    statement: 'red \u001b[31m',
    variants: {},
    uses: 1,
  };
  const server = createServer((request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    if (request.headers.authorization === undefined) return response.end(JSON.stringify({ assumptions: [evil] }));
    const block = Buffer.alloc(2 ** 20, ' ');
    const more = (): void => {
      while (!response.destroyed && response.write(block)) {}
    };
    response.on('drain', more);
    more();
  });
  const url = await listen(server);

  const hostile = await cli('assumptions', '--url', url);
  const endless = await cli('assumptions', '--url', url, '--token', 'x');

  expect(hostile.stdout).toContain('\\u{1b}[31m');
  expect(hostile.stdout).not.toContain('\u001b');
  expect(endless).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('is not a sandbox (HTTP 200 with more than'),
  });
});
