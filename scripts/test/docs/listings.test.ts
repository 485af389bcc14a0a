import { execFile } from 'node:child_process';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type SandboxServer, startSandbox } from '../../../sandbox/src/index.js';
import { built } from '../../../test/built/built.ts';
import { cli, programs, run as runProgram } from '../../../test/cli/in-process.ts';
import { programPath } from '../../../test/programs.ts';
import { temporaryFolder } from '../../../test/temporary-folder.ts';
import { complaintsOf } from './compiler.ts';
import { readContract } from './contract.ts';
import { guidesIn } from './guides.ts';
import { listingsOf, transpiled } from './listings.ts';

const run = promisify(execFile);
const listings = listingsOf('ts');
const address = 'http://127.0.0.1:4010';

let sandbox: SandboxServer;
// Inside the package, so that a listing can import the built package by its name.
const folder = temporaryFolder('listings', 'dist');
beforeAll(async () => {
  await built('compiled');
  sandbox = await startSandbox({ port: 0, log: 'silent', accounts: 'per-token' });
  for (const { file, code } of listings) {
    await writeFile(join(folder, file.replace(/ts$/, 'js')), transpiled(code.replaceAll(address, sandbox.url)));
  }
});
afterAll(() => sandbox?.close());

test('the TypeScript of the guides compiles', () => {
  const guides = new Set(listings.map(({ guide }) => guide));
  expect(guides).toContain('recovery');
  expect(guides.size).toBeGreaterThanOrEqual(10);
  expect(complaintsOf(Object.fromEntries(listings.map(({ file, code }) => [file, code])))).toEqual([]);
});

test('each request example that a guide shows is in the contract', async () => {
  const folder = 'scripts/docs/guide/en';
  const guides = await Promise.all((await readdir(folder)).map((file) => readFile(join(folder, file), 'utf8')));
  const shown = guides.flatMap((guide) => [...guide.matchAll(/<!-- example: (\S+) -->/g)].map(([, name = '']) => name));
  expect(shown.length).toBeGreaterThan(0);
  const { examples = {} } = readContract().components;
  expect(shown.filter((name) => !Object.hasOwn(examples, `${name}.request`))).toEqual([]);
});

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** What commands print, which tests of their guides compare. */
const OF_COMMANDS = /^(?:Sandbox of|Your tests rely on| {2}payment: )/;

/** The outputs of code that a guide shows, as patterns. `…` stands for the rest of a line. */
function outputsOf(guide: string): RegExp[] {
  const blocks = listingsOf('text').filter((listing) => listing.guide === guide && !OF_COMMANDS.test(listing.code));
  return blocks.map(({ code }) => {
    const lines = code.trim().split('\n');
    return new RegExp(lines.map((line) => line.split('…').map(escaped).join('[^\n]+')).join('\n'));
  });
}

/** A first call. */
const QUICK = 'getting-started';

for (const guide of new Set(listings.map(({ guide }) => guide))) {
  test.concurrent(`${guide}: its code prints what the guide says`, {
    tags: guide === QUICK ? [] : 'long',
  }, async () => {
    let output = '';
    for (const { file } of listings.filter((listing) => listing.guide === guide)) {
      const { stdout, stderr } = await run(process.execPath, [join('.', file.replace(/ts$/, 'js'))], {
        cwd: folder,
        env: { ...process.env, PAYMENT_GATEWAY_TOKEN: `guide-${file}`, NO_COLOR: '1' },
      });
      output += stdout + stderr;
    }
    // Each program has an account of its own, whose ids begin after those of the first one.
    const asFirst = output.replaceAll(/\b\d+00(1\d{3})\b/g, '$1');
    for (const pattern of outputsOf(guide)) expect(asFirst).toMatch(pattern);
  });
}

test('the PHP of a guide prints the same', { tags: 'php' }, async () => {
  await using own = await startSandbox({ port: 0, log: 'silent', accounts: 'per-token' });
  const blocks = listingsOf('php').flatMap(({ guide, code }) => {
    const [, file] = /^<\?php\n\/\/ ([\w-]+\.php)\n/.exec(code) ?? [];
    return file ? [{ guide, file, code }] : [];
  });
  for (const { file, code } of blocks) await writeFile(join(folder, file), code.replaceAll(address, own.url));
  let output = '';
  for (const { guide, file } of blocks) {
    const env = { ...process.env, PAYMENT_GATEWAY_TOKEN: `php-${file}` };
    const { stdout } = await run(programPath('php'), [join(folder, file)], { env });
    if (guide === 'recovery') output += stdout;
  }
  expect(outputsOf('recovery').length).toBeGreaterThan(1);
  for (const pattern of outputsOf('recovery')) expect(output).toMatch(pattern);
});

test('each guide about a payment begins with code that runs, and its output', () => {
  const guides = guidesIn().filter(({ group }) => group === 'payments');
  expect(guides.length).toBeGreaterThan(4);
  for (const { name, markdown } of guides) {
    const [, first = ''] = markdown.split(/^## /m);
    expect(first, name).toMatch(/^```ts$[\s\S]*^It prints:\n\n```text$/m);
  }
});

test('the help of each command has every option that the guides use', async () => {
  const lines = listingsOf('bash').flatMap(({ code }) => code.replaceAll('\\\n', ' ').split('\n'));
  const commands = lines.filter((line) => /^npx payment-gateway/.test(line));
  expect(commands.length).toBeGreaterThan(5);
  for (const line of commands) {
    const [, name = '', ...words] = line.split(/\s+/);
    const options = words.join(' ').matchAll(/--[\w-]+/g);
    if (name === 'payment-gateway-contract') {
      const { stdout } = await cli('contract', '--help');
      for (const [option] of options) expect(stdout, line).toContain(option);
      continue;
    }
    const program = Object.values(programs).find((one) => one.name === name);
    if (!program) throw new Error(`${line}: no program has this name`);
    const own = words.slice(0, words.includes('--') ? words.indexOf('--') : words.length);
    const command = own.find((word) => Object.hasOwn(program.commands, word)) ?? program.usual ?? '';
    const { stdout } = await runProgram(program, [command, '--help']);
    for (const [option] of own.join(' ').matchAll(/--[\w-]+/g)) expect(stdout, line).toContain(option);
  }
});

test('every curl command of the guides succeeds', { tags: 'curl' }, async () => {
  // All commands share one account, as in the guide.
  await using shared = await startSandbox({ port: 0, log: 'silent' });
  // samples-run.test.ts runs those with an id in the path, which come from the contract's examples.
  const blocks = listingsOf('bash').filter(({ code }) => code.includes('curl') && !/\/\d+\/|explore/.test(code));
  expect(blocks.length).toBeGreaterThan(1);
  for (const { code } of blocks) {
    const script = code.replaceAll(address, shared.url).replaceAll('curl ', 'curl -s -o /dev/null -w "%{http_code} " ');
    const env = { ...process.env, PAYMENT_GATEWAY_TOKEN: 'curl' };
    // If a response is lost on purpose, curl fails with 52 (empty reply) or 56 (reset).
    const { stdout } = await run(
      'bash',
      ['-c', code.includes('after=commit') ? `${script.trimEnd()} || [[ $? =~ 52|56 ]]` : script],
      { env },
    );
    expect(
      stdout
        .trim()
        .split(' ')
        .every((status) => code.includes('after=commit') || /^2\d\d$/.test(status)),
      `${code}\n${stdout}`,
    ).toBe(true);
  }
});
