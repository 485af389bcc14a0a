import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { parse, stringify } from 'yaml';
import { some } from '../../../test/property-runs.ts';
import { temporaryFolder } from '../../../test/temporary-folder.ts';
import { lintRules } from '../../lint/plugin.ts';
import { lint, type Problem } from './lint.ts';

interface Case {
  readonly when: string;
  readonly set: Readonly<Record<string, unknown>>;
  readonly at?: string;
  readonly says: string;
  readonly also?: readonly string[];
}

const casesByRule: Readonly<Record<string, readonly Case[]>> = parse(
  readFileSync('scripts/test/lint/cases.yaml', 'utf8'),
);
/** Of each rule at least the first. */
const quick = Object.entries(casesByRule).map(([rule, own]) => [rule, some(own)] as const);
const cases = quick.flatMap(([, own]) => own);
const sound = readFileSync('scripts/test/lint/contract.yaml', 'utf8');
const directory = temporaryFolder('lint');
/** Of the sound small contract, and of each case. */
let found: Problem[][];

/** Returns the small contract with other elements at these pointers. */
function broken({ set, when }: Case): string {
  const contract = parse(sound);
  for (const [pointer, value] of Object.entries(set)) {
    const steps = pointer.split('/').map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
    const parent = steps.slice(0, -1).reduce((element, step) => element[step], contract);
    const last = steps.at(-1) ?? '';
    if (value === null && !(last in parent)) throw new Error(`${when}: the contract has nothing at ${pointer}`);
    if (value === null) delete parent[last];
    else parent[last] = value;
  }
  return stringify(contract);
}

beforeAll(async () => {
  const files = cases.map((one, index) => {
    const file = join(directory, `${index}.yaml`);
    writeFileSync(file, broken(one));
    return file;
  });
  found = await lint(['scripts/test/lint/contract.yaml', ...files]);
});

test('a sound contract has no problem', () => {
  expect(found[0]).toEqual([]);
});

test('every rule has a case that breaks it', () => {
  expect(Object.keys(casesByRule).sort()).toEqual(Object.keys(lintRules).sort());
});

describe.each(quick)('%s', (rule, own) => {
  test.each(own)('reports when $when', (one) => {
    const problems = found[cases.indexOf(one) + 1] ?? [];
    const asText = problems.map(({ rule, at }) => `${rule} ${at}`).sort();
    const at = one.at ?? Object.keys(one.set)[0];
    expect(asText).toEqual([`gateway/${rule} ${at}`, ...(one.also ?? [])].sort());
    expect(problems.map(({ severity }) => severity)).not.toContain('warn');
    expect(problems.filter(({ message }) => new RegExp(one.says).test(message))).not.toEqual([]);
  });
});
