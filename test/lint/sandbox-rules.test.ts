import { expect, test } from 'vitest';
import { readSources, ruleMistakes, type Sources } from '../../scripts/lint/sandbox-rules.ts';

const right: Sources = {
  register: {
    'pix-flow': { sandbox: true, variants: { 'stays-open': {} } },
    'list-order': { sandbox: true },
    'no-contact': {},
  },
  rules: "const startPix = rule('pix-flow', start);\nreturn rule<OperationHandler>(\n  'list-order', list);",
  sandbox: ["if (work.variant('pix-flow') === 'stays-open') return;"],
  tests: "test('pix-flow: it waits', () => {});\ntest.each([\n  ['list-order', 1],\n])('%s: %i', () => {});",
};

test('the rules of the sandbox, the register and the tests agree', () => {
  expect(ruleMistakes(readSources())).toEqual([]);
  expect(ruleMistakes(right)).toEqual([]);
});

test.each<[string, Partial<Sources>, RegExp]>([
  ['an entry without a rule', { rules: "rule('pix-flow', start)" }, /^list-order: no rule in .* names this entry/],
  [
    'a rule whose entry is not marked',
    { rules: `${right.rules} rule('no-contact', f)` },
    /^no-contact: a rule .* not marked/,
  ],
  [
    'a variant without code',
    { sandbox: ["'pix-flow'", "'stays-open'"] },
    /^pix-flow: no file .* implements its variant stays-open/,
  ],
  ['an entry without a test', { tests: "test('list-order: pix-flow waits', f)" }, /^pix-flow: no test/],
])('%s is a mistake', (_, changes, sentence) => {
  expect(ruleMistakes({ ...right, ...changes })).toEqual([expect.stringMatching(sentence)]);
});
