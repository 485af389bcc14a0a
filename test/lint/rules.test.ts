import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rules } from '../../scripts/lint/plugin.js';
import type { Case } from './case.ts';
import { evidenceCases } from './cases/evidence.ts';
import { exampleCases } from './cases/examples.ts';
import { fieldCases } from './cases/fields.ts';
import { operationCases } from './cases/operations.ts';
import { lint, type Problem } from './lint.ts';

const cases: readonly Case[] = [...evidenceCases, ...exampleCases, ...fieldCases, ...operationCases];
const sound = readFileSync('test/lint/contract.yaml', 'utf8');
const directory = mkdtempSync(join(tmpdir(), 'lint-'));
/** Of the sound small contract, and of each case. */
let found: Problem[][];

beforeAll(async () => {
  const files = cases.map((broken, index) => {
    const file = join(directory, `${index}.yaml`);
    writeFileSync(
      file,
      sound.replace(broken.replace, () => broken.with),
    );
    return file;
  });
  found = await lint(['test/lint/contract.yaml', ...files]);
});
afterAll(() => rmSync(directory, { recursive: true }));

test('a sound contract has no problem', () => {
  expect(found[0]).toEqual([]);
});

test('every rule is a file, is switched on, and has a case that breaks it', () => {
  const files = readdirSync('scripts/lint/rules').map((file) => file.replace('.js', ''));
  expect(Object.keys(rules).sort()).toEqual(files.sort());
  expect([...new Set(cases.map(({ rule }) => rule))].sort()).toEqual(files);
});

describe.each(Object.keys(rules))('%s', (rule) => {
  const own = [...cases.entries()].filter(([, broken]) => broken.rule === rule);
  test.each(own.map(([index, broken]) => ({ index, broken, when: broken.when })))(
    'reports when $when',
    ({ index, broken }) => {
      expect(sound.split(broken.replace), 'the text to replace occurs once in the contract').toHaveLength(2);
      const problems = found[index + 1] ?? [];
      const asText = problems.map(({ rule, at }) => `${rule} ${at}`).sort();
      expect(asText).toEqual([`gateway/${rule} ${broken.at}`, ...(broken.also ?? [])].sort());
      expect(problems.map(({ severity }) => severity)).not.toContain('warn');
      expect(problems.filter(({ message }) => broken.says.test(message))).not.toEqual([]);
    },
  );
});
