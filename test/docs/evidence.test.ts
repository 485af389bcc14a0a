import { expect, test } from 'vitest';
import { markEvidence } from '../../scripts/docs/evidence/marks.ts';
import { countsTable, registerTable, usesOf } from '../../scripts/docs/evidence/register.ts';
import { statementOf } from '../../scripts/docs/evidence/statement.ts';
import { guideOf } from '../../scripts/docs/guide/guide.ts';
import { english } from '../../scripts/docs/language.ts';
import { anchorOf, operationsOf, slug, webhooksOf } from '../../scripts/docs/places.ts';
import { readContract } from './contract.ts';

const contract = readContract();
const marked = readContract();
markEvidence(marked, english);

test('every operation and webhook has one badge, the level of its own evidence', () => {
  const badges = [...operationsOf(marked), ...webhooksOf(marked)].map(({ operation }) => operation['x-badges'] ?? []);
  expect(badges.every((list) => list.length === 1)).toBe(true);
  expect(marked.paths['/v1/cards']?.post?.['x-badges']).toEqual([{ name: 'documented', color: 'green' }]);
  expect(marked.paths['/v1/plans']?.post?.['x-badges']).toEqual([{ name: 'assumed', color: 'orange' }]);
});

test('a property that stands on less than its surroundings is marked and says why', () => {
  const amount = marked.components.schemas.Transaction?.properties?.amount;
  expect(amount?.description).toContain('<summary><span class="level observed">observed</span></summary>');
  expect(amount?.description).toContain(
    statementOf(contract, { level: 'observed', reference: 'amount-centavos' }, english),
  );
});

test('a property that stands as its surroundings do is not marked', () => {
  expect(marked.components.schemas.Transaction?.properties?.id).toEqual(
    contract.components.schemas.Transaction?.properties?.id,
  );
});

test('a property by reference is marked where its target stands on less', () => {
  const status = marked.components.schemas.Transaction?.properties?.status;
  expect(status?.description).toContain(
    '<summary><span class="level observed">observed</span> <span class="level assumed">',
  );
  expect(status?.description).toContain('The state of a transaction');
});

test('a documented type does not make the field that uses it documented', () => {
  const brand = marked.components.schemas.Card?.properties?.brand;
  expect(brand?.$ref).toContain('CardBrand');
  expect(brand?.description ?? '').not.toContain('class="evidence"');
});

test('the counts add up to the operations of the contract', () => {
  const total = countsTable(contract, english).match(/\*\*All operations\*\* \| (\d+) \| (\d+) \| (\d+)/);
  const sum = (total ?? []).slice(1).reduce((sum, count) => sum + Number(count), 0);
  expect(sum).toBe(operationsOf(contract).length);
});

test('every entry of the register is in its table and something rests on it', () => {
  const table = registerTable(contract, english);
  const uses = usesOf(contract, english);
  for (const key of Object.keys(contract['x-evidence-register'])) {
    expect(table, key).toContain(`**${key}**`);
    expect(uses.get(key)?.length, key).toBeGreaterThan(0);
  }
  expect(uses.get('refund-path')).toEqual([{ label: 'refundTransaction', anchor: '#/transactions/refundtransaction' }]);
});

test('every link of the guide leads to something on the page', () => {
  const guide = guideOf(contract, english);
  const sections = [...guide.matchAll(/^## (.+)$/gm)].map(([, title = '']) => `#/section/${slug(title)}`);
  const places = [...operationsOf(contract), ...webhooksOf(contract)].map(anchorOf);
  const targets = new Set(['#/', ...sections, ...places]);
  const links = [...guide.matchAll(/\]\((#[^)]+)\)|href="(#\/[^"]*)"/g)].map(([, a, b]) => a ?? b ?? '');
  expect(links.length).toBeGreaterThan(100);
  expect(links.filter((link) => !targets.has(link))).toEqual([]);
});

test('the guide keeps every section of the contract and has the ones that people look for', () => {
  const titles = [...guideOf(contract, english).matchAll(/^## (.+)$/gm)].map(([, title]) => title);
  expect(titles).toEqual(
    expect.arrayContaining([
      'Getting started',
      'States',
      'Flows',
      'Units',
      'Limits',
      'Errors',
      'Test cards',
      'Versions',
      'Glossary',
    ]),
  );
  expect(new Set(titles).size).toBe(titles.length);
});
