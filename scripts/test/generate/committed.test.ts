import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { readContractFile } from '../../contract/read.ts';
import { deriveAll, SANDBOX } from '../../generate/derive.ts';
import { generateAll } from '../../generate/generate.ts';
import { COUNTED_READMES, generateReadme } from '../../generate/readme.ts';
import { generateTypesVersions, MANIFESTS } from '../../generate/types-versions.ts';

const contract = readFileSync('openapi.yaml', 'utf8');
const evidence = readFileSync('evidence.yaml', 'utf8');
const control = readFileSync(SANDBOX, 'utf8');
const model = readContractFile(contract, evidence);
const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');
let files: Map<string, string>;
let derived: Map<string, string>;

beforeAll(async () => {
  files = await generateAll(contract, control, evidence);
  derived = deriveAll(contract, control, evidence);
});

/** Expects that the folders have exactly these files. */
function expectFolders(folders: readonly string[], expected: ReadonlyMap<string, string>, command: string): void {
  const found = folders.flatMap((folder) => readdirSync(folder).map((name) => `${folder}/${name}`));
  expect(found.sort()).toEqual([...expected.keys()].sort());
  for (const [file, content] of expected) {
    // Compared as a boolean, because a difference of 250 kB is unreadable.
    expect(readFileSync(file, 'utf8') === content, `${file} is stale: run \`npm run ${command}\``).toBe(true);
  }
}

test('generated/ of each package matches the contracts and the option tables, and has no other file', () => {
  expectFolders(['generated', 'core/generated', 'sandbox/generated'], files, 'generate');
});

test('dist/derived/ of each package matches the contracts, and has no other file', () => {
  expectFolders(['dist/derived', 'sandbox/dist/derived'], derived, 'compile');
});

test.each(Object.entries(COUNTED_READMES))('%s counts the operations of the contract by level', (file, language) => {
  const readme = readFileSync(file, 'utf8');
  expect(generateReadme(readme, model, language)).toBe(readme);
  expect(() => generateReadme('No table.', model, language)).toThrow('README: needs a table row');
});

test.each(MANIFESTS)('the typesVersions of %s name the types of its exports', (file) => {
  const manifest = readFileSync(file, 'utf8');
  expect(JSON.parse(manifest).typesVersions['*']).not.toEqual({});
  expect(generateTypesVersions(manifest) === manifest, `${file} is stale: run \`npm run generate\``).toBe(true);
});

test('a comment changes only the two JSON files, which carry the hash of contract and evidence', {
  tags: 'long',
}, async () => {
  const changed = await generateAll(`${contract}\n# changed\n`, `${control}\n# changed\n`, `${evidence}\n# changed\n`);
  const differing = [...files].filter(([file, content]) => changed.get(file) !== content).map(([file]) => file);
  expect(differing).toEqual(['generated/openapi.json', 'core/generated/evidence.json']);
  for (const file of differing) expect(files.get(file)?.slice(0, 400)).toContain(hashOf(contract + evidence));
});

test('each derived file carries the hash of the contract, except the form for tools, which explains itself without one', () => {
  const ofContract = [...derived].filter(([file]) => !/(?:sandbox\.openapi|portable)\.json$/.test(file));
  expect(derived.get('dist/derived/openapi.portable.json')).not.toMatch(/[0-9a-f]{64}|npm run/);
  for (const [file, content] of ofContract) expect(content.slice(0, 400), file).toContain(hashOf(contract + evidence));
});
