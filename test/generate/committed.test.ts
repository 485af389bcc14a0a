import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { deriveAll, SANDBOX } from '../../scripts/generate/derive.ts';
import { generateAll, generateSandbox } from '../../scripts/generate/generate.ts';
import { generateOptionDocs } from '../../scripts/generate/option-docs.ts';

const contract = readFileSync('openapi.yaml', 'utf8');
const control = readFileSync(SANDBOX, 'utf8');
let controlFiles: Map<string, string>;
let files: Map<string, string>;

beforeAll(async () => {
  files = await generateAll(contract);
  controlFiles = await generateSandbox(control);
});

test('generated/ matches the contracts and the option tables, and has no other file', () => {
  const all = new Map([...files, ...controlFiles, ['option-docs.ts', generateOptionDocs()]]);
  expect(readdirSync('generated').sort()).toEqual([...all.keys()].sort());
  for (const [name, content] of all) {
    // Compared as a boolean, because a difference of 250 kB is unreadable.
    expect(readFileSync(`generated/${name}`, 'utf8') === content, `${name} is stale: run \`npm run generate\``).toBe(
      true,
    );
  }
});

test('dist/derived/ matches the contracts, and has no other file', () => {
  const all = deriveAll(contract, control);
  expect(readdirSync('dist/derived').sort()).toEqual([...all.keys()].sort());
  for (const [name, content] of all) {
    expect(readFileSync(`dist/derived/${name}`, 'utf8') === content, `${name} is stale: run \`npm run compile\``).toBe(
      true,
    );
  }
});

test('the same contract gives the same bytes', async () => {
  expect([...(await generateAll(contract))]).toEqual([...files]);
});

test.each([
  ['contract', () => files, contract, generateAll],
  ["sandbox's contract", () => controlFiles, control, generateSandbox],
] as const)('each file carries the hash of the %s, which a change of it changes', async (_, made, source, generate) => {
  const sha256 = createHash('sha256').update(source).digest('hex');
  const changed = await generate(`${source}\n# changed\n`);
  for (const [name, content] of made()) {
    expect(content.slice(0, 400), name).toContain(sha256);
    expect(changed.get(name), name).not.toBe(content);
  }
});

test('each derived file carries the hash of the contract', () => {
  const sha256 = createHash('sha256').update(contract).digest('hex');
  const derived = [...deriveAll(contract, control)].filter(([name]) => name !== 'sandbox.openapi.json');
  for (const [name, content] of derived) expect(content.slice(0, 400), name).toContain(sha256);
});
