/** Runs each command and each program that a skill for coding agents shows. */
import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { complaintsOf } from '../../../scripts/test/docs/compiler.ts';
import { transpiled } from '../../../scripts/test/docs/listings.ts';
import { HAR } from '../../../scripts/test/release/registry/commands.ts';
import { built } from '../../../test/built/built.ts';
import { type SandboxServer, startSandbox } from '../../src/index.js';

const SKILLS = 'sandbox/skills';
const LARGEST = 6_000;
const ADDRESS = 'http://127.0.0.1:4010';

const skills = readdirSync(SKILLS).map((name) => [name, readFileSync(join(SKILLS, name, 'SKILL.md'), 'utf8')] as const);
const blocks = (text: string, fence: string) =>
  [...text.matchAll(new RegExp(`^\`\`\`${fence}\\n([\\s\\S]*?)^\`\`\`$`, 'gm'))].map(([, code = '']) => code);
const programs = skills.flatMap(([, text]) =>
  blocks(text, 'ts').map((code) => ({ file: /^\/\/ (\S+)\.ts/.exec(code)?.[1] ?? '', code })),
);
/** Installing needs a registry: `npm run check -- release` does it. */
const withoutInstall = (text: string) => text.replace(/<!-- install -->[\s\S]*<!-- \/install -->/, '');
const commands = skills.flatMap(([, text]) =>
  blocks(withoutInstall(text), 'bash').flatMap((code) =>
    code
      .trim()
      .split('\n')
      .map((line) => line.replace(/ +#.*/, '')),
  ),
);

/** The files of a shop that the commands need. */
const SHOP = {
  'checkout.js': `import { createGatewayClient } from 'payment-gateway-contract';
import { writeFileSync } from 'node:fs';
import { pay } from './pay.js';
const { PAYMENT_GATEWAY_URL: baseUrl, PAYMENT_GATEWAY_TOKEN: accessToken } = process.env;
const { status } = await pay(createGatewayClient({ baseUrl, accessToken }), 'order-1001-checkout-1');
writeFileSync(accessToken, JSON.stringify([{ order: 'order-1001-checkout-1', paid: status === 'paid' ? 15990 : 0 }]));`,
  'orders.js': `import { existsSync, readFileSync } from 'node:fs';
const { PAYMENT_GATEWAY_TOKEN: token } = process.env;
console.log(existsSync(token) ? readFileSync(token, 'utf8') : '[]');`,
  'vitest.config.js': "export default { test: { include: ['*.test.js'] } };",
  'session.har': JSON.stringify(HAR),
};

/** What a command prints at the end of its work, and the options that make it one short run. */
const RUNS: readonly { begins: string; prints: RegExp; options?: string }[] = [
  { begins: 'npx payment-gateway-sandbox pay', prints: /1001/, options: `--url ${ADDRESS}` },
  { begins: 'npx payment-gateway-sandbox redeliver', prints: /./, options: `--url ${ADDRESS}` },
  { begins: 'npx payment-gateway-sandbox advance', prints: /./, options: `--url ${ADDRESS}` },
  {
    begins: 'npx payment-gateway-sandbox explore',
    prints: /^explore: none of 1 plan broke the shop/,
    options: "--only 'createTransaction #1: reset after commit' --earns-nothing",
  },
  {
    begins: 'PAYMENT_GATEWAY_ASSUMPTIONS=uses.jsonl npx vitest run',
    prints: /1 passed/,
    options: 'pay.test.js',
  },
  { begins: 'npx payment-gateway-sandbox assumptions', prints: /^Your tests rely on \d+ assumptions/ },
  { begins: 'npx payment-gateway-verify --har', prints: /confirmed|consistent|judged/ },
  { begins: 'npx payment-gateway-contract docs search', prints: /recovery|refund|boleto/ },
  { begins: 'npx payment-gateway-contract docs --out', prints: /docs\n$/ },
];
/** Goes on until it is stopped: the sandbox of this test is started like it. */
const STARTS = 'npx payment-gateway-sandbox --docs';

test.each(skills)('%s is small enough to be read at once', (_, text) => {
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(LARGEST);
  expect(text).toMatch(/^---\nname: [\w-]+\ndescription: .+\n---\n/);
});

test('the skills name explore, assumptions, verify and the recovery code', () => {
  const [, text = ''] = skills.find(([name]) => name === 'test-payments') ?? [];
  for (const word of ['explore', 'assumptions', 'verify', 'GatewayOutcomeUnknownError', 'recovery.md'])
    expect(text).toContain(word);
});

test('the README of the sandbox names each skill, in both languages', () => {
  for (const file of ['sandbox/README.md', 'sandbox/LEIAME.md'])
    for (const [name] of skills) expect(readFileSync(file, 'utf8'), file).toContain(`](skills/${name}/SKILL.md)`);
});

/** The commands that do their work at once, with the way to run each. */
const runs = commands
  .filter((line) => line !== STARTS)
  .map((line) => ({ line, ...RUNS.find(({ begins }) => line.startsWith(begins)) }));

test('each command of the skills has a test', () => {
  expect(commands).toContain(STARTS);
  expect(runs.filter(({ begins }) => begins === undefined)).toEqual([]);
});

describe('in a folder of a shop', { tags: 'long' }, () => {
  let folder: string;
  let sandbox: SandboxServer;
  beforeAll(async () => {
    await built('docs');
    // Inside the repository, so that the programs find the packages.
    folder = mkdtempSync(resolve('dist/skills-'));
    const files = programs.map(({ file, code }) => [`${file}.js`, transpiled(code)]);
    for (const [file = '', text = ''] of [...files, ...Object.entries(SHOP)]) writeFileSync(join(folder, file), text);
    sandbox = await startSandbox({ port: 0, docs: true, log: 'silent' });
  });
  afterAll(async () => {
    await sandbox?.close();
    if (folder) rmSync(folder, { recursive: true, force: true });
  });

  /** Runs a line in the folder, with the programs of this repository. Resolves to its output, or to its error. */
  function run(line: string): Promise<string> {
    const own = line
      .replaceAll(/npx (payment-gateway-(\w+))/g, (_, _name, pkg: string) => {
        const main = pkg === 'contract' ? 'dist/src/cli/main.js' : `${pkg}/dist/src/cli/main.js`;
        return `"${process.execPath}" "${resolve(main)}"`;
      })
      .replace('npx vitest', `"${process.execPath}" "${resolve('node_modules/vitest/vitest.mjs')}" --root .`)
      .replaceAll(ADDRESS, sandbox.url);
    const env = { ...process.env, PAYMENT_GATEWAY_URL: sandbox.url, PAYMENT_GATEWAY_TOKEN: 'token', NO_COLOR: '1' };
    return new Promise((done) => {
      execFile('sh', ['-c', own], { cwd: folder, env }, (error, stdout, stderr) =>
        done(error ? `${line}: ${stdout}${stderr}` : stdout),
      );
    });
  }

  test('the programs of the skills compile', () => {
    expect(programs.map(({ file }) => file).sort()).toEqual(['explore.test', 'first-payment', 'pay', 'pay.test']);
    expect(complaintsOf(Object.fromEntries(programs.map(({ file, code }) => [`${file}.ts`, code])))).toEqual([]);
  });

  async function expectWork({ line, prints = /^$/, options }: (typeof runs)[number]): Promise<void> {
    const [command = '', ...program] = line.split(/ (?=-- )/);
    expect(await run([options ? `${command} ${options}` : command, ...program].join(' ')), line).toMatch(prints);
  }

  test('the commands of the skills do their work', async () => {
    const first = await run(`"${process.execPath}" first-payment.js`);
    expect(first).toMatch(/^1001 processing 000201/);
    for (const one of runs) await expectWork(one);
  });

  test('the search of the skill needs its buyer and its orderOf', async () => {
    const explore = programs.find(({ file }) => file === 'explore.test')?.code ?? '';
    // One plan instead of a search of minutes.
    const whole = explore.replace('maxMinutes: 9', "only: 'createTransaction #1: reset after commit'");
    const without = (line: RegExp) => whole.replace(line, '');
    const variants = { whole, buyer: without(/^ +buyer: .*$/m), orderOf: without(/^ +orderOf: .*$/m) };
    expect(new Set([explore, ...Object.values(variants)]).size).toBe(4);
    const ends: Record<string, string> = {};
    for (const [name, code] of Object.entries(variants)) {
      writeFileSync(join(folder, 'explore-once.test.js'), transpiled(code));
      const printed = await run('npx vitest run explore-once.test.js');
      ends[name] = /1 passed|no payment got any money|belongs to no order/.exec(printed)?.[0] ?? printed;
    }
    expect(ends).toEqual({ whole: '1 passed', buyer: 'no payment got any money', orderOf: 'belongs to no order' });
  });

  test('each guide that a skill names is a file of the docs', async () => {
    for (const [name, text] of skills) {
      const guides = [...text.matchAll(/`(?:[^`\s]*\/)?([a-z-]+\.md)`/g)].map(([, file = '']) => file);
      expect(guides.length, name).toBeGreaterThan(2);
      for (const file of guides) {
        const { status } = await fetch(`${sandbox.url}/docs/guides/${file}`);
        expect([status, file]).toEqual([200, file]);
      }
    }
    expect(existsSync(join(folder, 'docs/guides/getting-started.md'))).toBe(true);
  });
});
