import { readFileSync } from 'node:fs';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { SANDBOX_OPTIONS } from '../../../sandbox/src/options/index.ts';
import { built } from '../../../test/built/built.ts';
import { contract, programs, run } from '../../../test/cli/in-process.ts';
import { isReleased, READMES } from '../../release/install.ts';
import { complaintsOf } from '../docs/compiler.ts';

const textOf = (file: string) => readFileSync(file, 'utf8');
const codeOf = (text: string, fence: string) =>
  [...text.matchAll(new RegExp(`^\`\`\`${fence}\\n([\\s\\S]*?)^\`\`\`$`, 'gm'))].map(([, code = '']) => code);
const LONGEST = { '': 130, sandbox: 80, verify: 80 };
const WIDEST = 86;

beforeAll(() => built('compiled'));

afterEach(() => vi.restoreAllMocks());

describe.each(READMES)('%s', (file, folder) => {
  test(`has ${LONGEST[folder]} lines at most`, () => {
    expect(textOf(file).trimEnd().split('\n').length).toBeLessThanOrEqual(LONGEST[folder]);
  });

  test('has no line of code that a page of a repository cuts off', () => {
    const code = [...textOf(file).matchAll(/^```\w*\n([\s\S]*?)^```$/gm)].flatMap(([, block = '']) =>
      block.split('\n'),
    );
    expect(code.filter((line) => line.length > WIDEST)).toEqual([]);
  });

  test('links each guide that it names', () => {
    expect(textOf(file)).not.toMatch(/\b(?:guide|guia) (?:"|about|sobre)/);
  });
});

// The other language has the same code.
test('the programs of the READMEs compile', { tags: 'long' }, () => {
  const ofFolder = (folder: string) =>
    codeOf(textOf(`${folder}README.md`), 'ts').map((code, index) => [`${folder.slice(0, -1)}-${index}.mts`, code]);
  expect(ofFolder('verify/')).toEqual([]);
  for (const folder of ['', 'sandbox/']) expect(ofFolder(folder)).not.toEqual([]);
  expect(complaintsOf(Object.fromEntries(['', 'sandbox/'].flatMap(ofFolder)))).toEqual([]);
});

test.each(['', 'sandbox/', 'verify/'])(
  'both languages of %sREADME.md have the same code, apart from comments',
  (folder) => {
    const code = (name: string) =>
      [...codeOf(textOf(folder + name), 'ts'), ...codeOf(textOf(folder + name), 'sh')]
        .join('')
        .replaceAll(/ *(\/\/ .*|# .*)$/gm, '');
    expect(code('LEIAME.md')).toBe(code('README.md'));
  },
);

test.each(['README.md', 'LEIAME.md'])(
  '%s names the port of npm start, and the Node that a state file needs',
  (file) => {
    const [, node = 'unknown'] = /\((Node [\d.]+) or newer\)/.exec(SANDBOX_OPTIONS.state.help) ?? [];
    expect(textOf(`sandbox/${file}`)).toMatch(new RegExp(`\`--state shop\\.db\`[^.]*\\b${node}\\b`));
    if (!isReleased()) expect(textOf(file)).toMatch(/`npm start -- --port \d+`/);
  },
);

test.each(['sandbox/README.md', 'sandbox/LEIAME.md'])(
  'the report of explore in %s is what the guide prints',
  (file) => {
    const blocks = (text: string) => codeOf(text, 'text').map((code) => code.trim().split('\n'));
    const report = blocks(textOf(file)).find(([first]) => first?.includes('charged twice')) ?? [];
    expect(report.length).toBeGreaterThan(2);
    const printed = blocks(textOf('scripts/docs/guide/en/explore.md')).flat();
    for (const line of report) {
      // The README leaves out the end of a line and what `…` stands for.
      const parts = line
        .trim()
        .split(/ … ?| {2,}| …$/)
        .filter(Boolean);
      const found = printed.filter((one) => parts.every((part) => one.includes(part)));
      expect(found, line).not.toEqual([]);
    }
  },
);

test('a misspelled field compiles with stock openapi-fetch but not with the client, as the README says', () => {
  const call = "client.POST('/v1/transactions/{id}/refund', { params: { path: { id: 1 } }, body: { ammount: 990 } });";
  const programs = {
    'stock.mts': `import createClient from 'openapi-fetch';
import type { paths } from 'payment-gateway-contract/types';
const client = createClient<paths>();
await ${call}`,
    'ours.mts': `import type { GatewayClient } from 'payment-gateway-contract';
declare const client: GatewayClient;
await ${call}`,
  };
  expect(complaintsOf(programs)).toEqual([expect.stringMatching(/^ours\.mts: .*ammount/)]);
});

test.each(READMES.map(([file]) => file))('the commands of %s exist, with their options', async (file) => {
  const commands = [...textOf(file).matchAll(/(payment-gateway-[a-z]+)((?: (?!--)[a-z-]+)?)((?: --[a-z-]+)*)/g)];
  let tried = 0;
  for (const [, name, word = '', options = ''] of commands) {
    const wanted = options.trim().split(' ').filter(Boolean);
    if (name === contract.name && word !== '') {
      const { stdout } = await run(contract, ['--help']);
      for (const text of [`\n  ${word.trim()} `, ...wanted]) expect(stdout, name).toContain(text);
      tried++;
      continue;
    }
    const program = Object.values(programs).find((one) => one.name === name);
    if (!program) continue;
    const command = Object.hasOwn(program.commands, word.trim()) ? word.trim() : program.usual;
    if (command === undefined || (word.trim() !== command && wanted.length === 0)) continue;
    tried++;
    const { code, stdout } = await run(program, [command, '--help']);
    expect(code, command).toBe(0);
    for (const option of wanted) expect(stdout, command).toContain(option);
  }
  expect(tried).toBeGreaterThan(1);
});
