import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { guideOf, writeGuide } from '../../scripts/docs/guide/guide.ts';
import { english } from '../../scripts/docs/language.ts';
import { contracts, tools } from '../tools/tools.ts';
import { readContract } from './contract.ts';

const contract = readContract();
const manifest = JSON.parse(readFileSync('package.json', 'utf8'));

test('the page says which documentation version it describes and which package it came from', () => {
  expect(guideOf(contract, english)).toContain(`| Documentation | \`${contract.info.version}\` |`);
  expect(guideOf(contract, english)).toContain(`| Package | \`${manifest.version}\` |`);
  expect(guideOf(contract, english)).not.toContain('| Others |');
});

test('other documentation versions are linked when there are some', () => {
  const guide = guideOf(contract, english, { '1.0.0': '1.0.0/', '0.9.0': '0.9.0/' });
  expect(guide).toContain('| Others | [1.0.0](1.0.0/), [0.9.0](0.9.0/) |');
});

test('what to install is what the package wants beside it', () => {
  const lines = guideOf(contract, english).match(/^npm install .+$/gm);
  expect(lines).toEqual([
    `npm install ${manifest.name}`,
    `npm install --save-dev --save-exact ajv@${manifest.peerDependencies.ajv}`,
  ]);
});

test('the table of tools has what the run of them tries, in the versions that it pins', () => {
  const { dependencies } = JSON.parse(readFileSync('test/tools/package.json', 'utf8'));
  const seen = JSON.parse(readFileSync('scripts/docs/guide/tools.json', 'utf8'));
  expect(seen).toEqual(
    tools.map((tool) => ({
      tool: tool.name,
      version: dependencies[tool.package],
      does: tool.does,
      fails: Object.fromEntries(contracts.map((contract) => [contract, tool.fails?.[contract]?.because ?? null])),
    })),
  );
  const guide = guideOf(contract, english);
  expect(guide).toContain('| Tool | Makes | `openapi.yaml` | `openapi.portable.json` |');
  expect(guide).toMatch(/\| oazapfts [\d.]+ \| TypeScript client \| fails: .*`5XX`.* \| works \|/);
});

test('every error of the contract and every test card is in its table', () => {
  const guide = guideOf(contract, english);
  for (const status of ['400', '401', '404', '422', '429', '5XX']) expect(guide).toContain(`| \`${status}\` |`);
  for (const { card_number, outcome } of contract['x-test-values'].cards) {
    expect(guide).toMatch(new RegExp(`\\| \`${card_number}\` \\|.*\\*\\*${outcome}\\*\\*`));
  }
});

test('the server on the page is an address and no variable', () => {
  const decorated = readContract();
  writeGuide(decorated, english);
  expect(decorated.servers[0]?.url).toBe('http://127.0.0.1:4010');
});
