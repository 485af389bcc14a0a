import { once } from 'node:events';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, onTestFinished, test, vi } from 'vitest';
import { built } from '../../../test/built/built.ts';
import { start } from '../../../test/cli/compiled.ts';
import { cli } from '../../../test/cli/in-process.ts';
import { waitForBuyer } from '../../src/cli/demo.js';
import { type SandboxServer, startSandbox } from '../../src/index.js';
import { APPROVED_CARD } from '../entrances.ts';

/** Resolves with the address of the newest link, as soon as there is one. */
async function linkOf(sandbox: SandboxServer): Promise<string> {
  return vi.waitFor(
    async () => {
      const response = await fetch(`${sandbox.url}/_sandbox/objects?kind=links`);
      const { data } = (await response.json()) as { data: { url: string }[] };
      return data[0]?.url ?? expect.fail('no link yet');
    },
    { timeout: 60_000 },
  );
}

async function buy(url: string, body: object): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  expect(response.status).toBe(200);
}

test('demo --wait prints a link, each event of its buyer, and the body of the one that says paid', async () => {
  await using sandbox = await startSandbox({ port: 0 });
  const ended = cli('demo', '--wait', '--url', sandbox.url);
  const url = await linkOf(sandbox);
  const refused = { ...APPROVED_CARD, card_cvv: '600' };
  await buy(url, { payment_method: 'credit_card', card: refused });
  await buy(url, { payment_method: 'credit_card', card: APPROVED_CARD });
  const { code, stdout } = await ended;
  expect(code).toBe(0);
  expect(stdout.split('\n').slice(0, 3)).toEqual([
    'Open this page and pay:',
    `  ${url}`,
    'Waits for the buyer, at most 10 minutes. Ctrl-C stops it.',
  ]);
  expect(stdout).toMatch(/^transaction\.created (\d+) refused\ntransaction\.created (\d+) paid\n\{\n {2}"event"/m);
});

test('demo --wait --json prints the link, and the body of each event', { tags: 'long' }, async () => {
  await using sandbox = await startSandbox({ port: 0 });
  const ended = cli('demo', '--wait', '--json', '--url', sandbox.url);
  const url = await linkOf(sandbox);
  await buy(url, { payment_method: 'credit_card', card: APPROVED_CARD });
  const lines = (await ended).stdout.trim().split('\n');
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { url },
    { event: 'transaction.created', payload: { status: 'paid' } },
  ]);
});

test('demo --wait sees a payment that arrives while it reads the events of another one', { tags: 'long' }, async () => {
  await using sandbox = await startSandbox({ port: 0, clock: 'manual' });
  const printed = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  onTestFinished(() => void vi.restoreAllMocks());
  const ended = waitForBuyer({ url: sandbox.url, token: 'any-token', json: true }, 60_000);
  const url = await linkOf(sandbox);
  for (let count = 0; count < 2; count++) await buy(url, { payment_method: 'pix' });
  const lines = () => printed.mock.calls.map(([line]) => JSON.parse(String(line)));
  await expect.poll(() => lines().length, { timeout: 60_000 }).toBe(3);
  const [, ...ids] = lines().map(({ model_id }) => Number(model_id));
  const { fetch } = globalThis;
  let isPaid = false;
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const response = await fetch(input, init);
    const [, read] = /\/events\?id=(\d+)$/.exec(String(input)) ?? [];
    if (read === undefined || isPaid) return response;
    isPaid = true;
    await sandbox.pay(Number(read));
    await sandbox.expire(ids.find((id) => id !== Number(read)) ?? 0);
    return response;
  });
  // Lets it look again.
  await sandbox.clock.advance('1s');
  expect(await ended).toBe(0);
  expect(lines().at(-1)).toMatchObject({ payload: { status: 'paid' } });
});

test.each([
  [60, 1],
  [59, 0],
])('demo --wait in a terminal of %i columns shows %i QR code', async (columns, codes) => {
  await built('pages');
  await using sandbox = await startSandbox({ port: 0 });
  const { isTTY, columns: before, hasColors } = process.stdout;
  Object.assign(process.stdout, { isTTY: true, columns, hasColors: () => false });
  onTestFinished(() => void Object.assign(process.stdout, { isTTY, columns: before, hasColors }));
  const ended = cli('demo', '--wait', '--url', sandbox.url);
  await buy(await linkOf(sandbox), { payment_method: 'credit_card', card: APPROVED_CARD });
  const { stdout } = await ended;
  const lines = stdout.split('\n').filter((line) => line.includes('█'));
  // The mark in the upper left corner of each code.
  expect(lines.filter((line) => line.startsWith('██ ▄▄▄▄▄ █'))).toHaveLength(codes * 2);
  expect(lines.filter((line) => line.length > columns)).toEqual([]);
});

test('demo --wait ends with one line if no buyer comes, and names the link', async () => {
  await using sandbox = await startSandbox({ port: 0 });
  vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  onTestFinished(() => void vi.restoreAllMocks());
  // Node 20 may drop a time-out of the platform with the garbage.
  setFlagsFromString('--expose-gc');
  const collecting = setInterval(runInNewContext('gc'), 20);
  onTestFinished(() => clearInterval(collecting));
  const ended = waitForBuyer({ url: sandbox.url, token: 'any-token', json: true }, 300);
  await expect(ended).rejects.toThrow(
    /^no buyer paid within 300 ms; while the sandbox runs, a buyer can still pay at http:/,
  );
});

test('demo --wait stops at Ctrl-C without an error', { tags: 'long' }, async () => {
  await using sandbox = await startSandbox({ port: 0 });
  const { child, output } = await start('demo', '--wait', '--url', sandbox.url);
  await vi.waitFor(() => expect(output.stdout).toContain('Ctrl-C stops it.'), { timeout: 60_000 });
  child.kill('SIGINT');
  expect(await once(child, 'close')).toEqual([130, null]);
  expect(output).toEqual({
    stdout: expect.stringMatching(/\nStopped\. While the sandbox runs, a buyer can still pay at http:\S+\n$/),
    stderr: '',
  });
});
