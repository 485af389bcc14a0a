import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { generateAll } from '../../scripts/generate/generate.ts';

const contract = readFileSync('openapi.yaml', 'utf8');
let files: Map<string, string>;

beforeAll(async () => {
  files = await generateAll(contract);
});

test('generated/ holds what the contract gives, and nothing else', () => {
  expect(readdirSync('generated').sort()).toEqual([...files.keys()].sort());
  for (const [name, content] of files) {
    // Not toBe on the texts: a quarter of a megabyte of difference helps nobody.
    expect(readFileSync(`generated/${name}`, 'utf8') === content, `${name} is stale: run \`npm run generate\``).toBe(
      true,
    );
  }
});

test('the same contract gives the same bytes', async () => {
  expect([...(await generateAll(contract))]).toEqual([...files]);
});

test('every file carries the hash of the contract', () => {
  const sha256 = createHash('sha256').update(contract).digest('hex');
  for (const [name, content] of files) expect(content.slice(0, 400), name).toContain(sha256);
});

test('a change of the contract changes the hash in every file', async () => {
  const changed = await generateAll(`${contract}\n# changed\n`);
  for (const [name, content] of files) expect(changed.get(name), name).not.toBe(content);
});
