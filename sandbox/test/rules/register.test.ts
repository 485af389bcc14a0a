/** Compares the register entries that the sandbox behaves by (`sandbox: true`) with its rules, and with the names of their tests. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readContract } from '../../../core/src/contract/document.js';
import { isObject, objectAt } from '../../../core/src/util/json.js';

const register = Object.entries(objectAt(readContract(), 'x-evidence-register'));
const behaviors = register.flatMap(([key, entry]) => (isObject(entry) && entry.sandbox === true ? key : []));

/** The texts of the files below a folder. */
function textsBelow(folder: string, ending: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(ending))
    .map((name) => readFileSync(join(folder, name), 'utf8'));
}

/** Returns what the first group of a pattern matches in the texts. */
function matchesIn(texts: readonly string[], pattern: RegExp): Set<string | undefined> {
  return new Set(texts.flatMap((text) => [...text.matchAll(pattern)].map(([, match]) => match)));
}

test('the sandbox counts each entry with `sandbox: true`, and otherwise only entries with variants', () => {
  // `count` counts what only the form of a response shows.
  const used = matchesIn(textsBelow('sandbox/src', '.ts'), /\b(?:work\.use|creates|count)\(\s*'([a-z0-9-]+)'/g);
  const unused = behaviors.filter((key) => !used.has(key));
  expect(
    unused,
    'Call work.use with each of these keys in the rule that it decides, or remove `sandbox: true`',
  ).toEqual([]);
  const known = register.flatMap(([key, entry]) => (isObject(entry) && (entry.sandbox || entry.variants) ? key : []));
  const others = Object.keys(objectAt(readContract(), 'x-evidence-register')).filter((key) => !known.includes(key));
  const unmarked = others.filter((key) => used.has(key));
  expect(unmarked, 'A rule counts them: add `sandbox: true` to each in evidence.yaml').toEqual([]);
});

test('each variant has code in the sandbox that names it and its entry', () => {
  const sandbox = textsBelow('sandbox/src', '.ts');
  // The compiler refuses a name that is not in the register.
  const names = (code: string, name: string) => code.includes(`'${name}'`) || code.includes(` ${name}: `);
  const variants = register.flatMap(([key, entry]) =>
    Object.keys(objectAt(entry, 'variants')).map((name) => ({ key, name })),
  );
  expect(variants.length).toBeGreaterThan(0);
  const missing = variants.filter(({ key, name }) => !sandbox.some((code) => names(code, key) && names(code, name)));
  expect(missing, "Compare work.use('<key>') with '<name>' in the rule that the entry decides").toEqual([]);
});

test('each entry with `sandbox: true` has a test with its key in the name', () => {
  // `test('pix-flow: …')`, or a row of `test.each` that begins with the entry.
  const tested = matchesIn(textsBelow('sandbox/test', '.test.ts'), /['"`]([a-z0-9-]+)(?=[:'"`])/g);
  const untested = behaviors.filter((key) => !tested.has(key));
  expect(untested, 'Begin the name of a test in sandbox/test with each of these keys: `<key>: …`').toEqual([]);
});
