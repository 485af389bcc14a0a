import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { commandLine } from '../../../test/cli/compiled.ts';
import { cli } from '../../../test/cli/in-process.ts';
import { temporaryFolder } from '../../../test/temporary-folder.ts';
import { ANOTHER_ENVELOPE, type DeviatingServer, startDeviatingServer } from '../deviating-server.ts';

const folder = temporaryFolder('verify-live');
const at = (name: string) => join(folder, name);
const TOKEN = 'marked-token-of-the-merchant';
const WRITES = ['--entry', 'list-order', '--allow', 'write'];
let server: DeviatingServer;
beforeAll(async () => {
  server = await startDeviatingServer();
});
afterAll(() => server[Symbol.asyncDispose]());

interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Runs `verify --url` with text on standard input, which stays open if `isOpen` is true. */
function verify(args: string[], { token = TOKEN, input = '', isOpen = false } = {}): Promise<Ended> {
  const env = { ...process.env, PAYMENT_GATEWAY_TOKEN: token, NO_COLOR: '1' };
  const child = spawn(process.execPath, [...commandLine('verify'), '--url', server.url, ...args], {
    env,
    cwd: folder,
  });
  const ended: Ended = { code: null, stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => (ended.stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (ended.stderr += text));
  child.stdin.on('error', () => {});
  if (isOpen) child.stdin.write(input);
  else child.stdin.end(input);
  return new Promise((resolve) =>
    child.on('close', (code) => {
      child.stdin.destroy();
      resolve({ ...ended, code });
    }),
  );
}

/** Like `verify`, but in this process, because the token comes from the environment. */
function verifyHere(args: string[], url = server.url): Promise<Ended> {
  vi.stubEnv('PAYMENT_GATEWAY_TOKEN', TOKEN);
  onTestFinished(() => void vi.unstubAllEnvs());
  return cli('verify', '--url', url, ...args);
}

const methods = (from: number) => server.received.slice(from).map(({ method }) => method);

describe('verify --url', () => {
  test('reads with the token of the environment, without a question [S38]', async () => {
    const { code, stdout, stderr } = await verifyHere(['--entry', 'simulation-units']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringMatching(/^(\[\d+\/\d+\] .+\n)+$/) });
    expect(stdout).toMatch(/^Every judged statement holds\.\n1 confirmed; \d+ exchanges?\.\n\n/);
    expect(server.received.at(-1)?.authorization).toBe(`Bearer ${TOKEN}`);
  });

  test('ends with 0 if only objects are left that the API cannot remove, and says so', async () => {
    const created = at('unremovable.jsonl');
    const run = ['--entry', 'reference-key', '--allow', 'write,charge', '--created', created, '--yes'];
    const { code, stdout } = await verifyHere(run);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^[1-9]\d* objects? that the API cannot remove\.$/m);
    expect(stdout).not.toContain('not taken back');
    expect(stdout).not.toContain('Left behind');
    expect((await cli('verify', 'run', '--help')).stdout.replaceAll(/\s+/g, ' ')).toContain(
      '3 money or objects were not taken back. Objects that the API cannot remove, such as unpaid transactions and links, do not count.',
    );
  });

  test('accepts the token on standard input, also from a pipe that stays open [S38]', { tags: 'long' }, async () => {
    const token = 'marked-token-of-a-pipe';
    const { code } = await verify(['--entry', 'brand-path'], { token: '', input: `${token}\n`, isOpen: true });
    expect(code).toBe(0);
    expect(server.received.at(-1)?.authorization).toBe(`Bearer ${token}`);
    const none = await verify(['--entry', 'brand-path'], { token: '' });
    expect(none).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('token: is required; set PAYMENT_GATEWAY_TOKEN'),
    });
  });

  test('exits with 1 if something was refuted', async () => {
    await using deviating = await startDeviatingServer(ANOTHER_ENVELOPE);
    const judge = (entry: string) => verifyHere(['--entry', entry], deviating.url);
    const { code, stdout } = await judge('webhook-list-path');
    expect(code).toBe(0);
    expect(stdout).toContain('1 confirmed');
    const refuted = await judge('list-envelope');
    expect({ code: refuted.code, first: refuted.stdout.split(' ')[0] }).toEqual({ code: 1, first: 'Refuted:' });
  });

  test('shows the planned writes and sends nothing, without a terminal and without --yes, which each guide names', async () => {
    const before = server.received.length;
    const { code, stdout, stderr } = await verify([...WRITES, '--created', at('never.jsonl')]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(
      /order +Create two plans.*\n(.*\n)*Requests: \d+ read, \d+ write\. Charged to the card: at most R\$ 0\.00/,
    );
    expect(stderr).toContain('--yes: is required for a run that writes, unless you confirm the run in a terminal');
    expect(methods(before)).toEqual([]);
    expect(existsSync(at('never.jsonl'))).toBe(false);
    for (const guide of ['verify', 'assumptions', 'go-live']) {
      const text = readFileSync(`scripts/docs/guide/en/${guide}.md`, 'utf8');
      expect(text, guide).toMatch(/--allow write[\s\S]*`--yes`/);
    }
  });

  test('writes with --yes, without the token in its output', async () => {
    const files = ['r.json', 'r.md', 'r.xml', 'created.jsonl'];
    const [json = '', markdown = '', junit = '', created = ''] = files.map(at);
    const { code, stdout, stderr } = await verifyHere([
      ...[...WRITES, '--yes', '--created', created],
      ...['--json', json, '--markdown', markdown, '--junit', junit],
    ]);
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringMatching(/^Every judged statement holds/) });
    for (const text of [stdout, stderr, ...files.map((file) => readFileSync(at(file), 'utf8'))]) {
      expect(text.length).toBeGreaterThan(20);
      expect(text).not.toContain(TOKEN);
    }
  });
});
