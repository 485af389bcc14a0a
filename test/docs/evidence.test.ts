import { expect, test } from 'vitest';
import { countsTable, registerGroups, registerPlaces, usesOf } from '../../scripts/docs/evidence/register.ts';
import { english } from '../../scripts/docs/language.ts';
import { hrefOf, operationsOf, webhooksOf } from '../../scripts/docs/places.ts';
import type { Field } from '../../scripts/docs/reference/fields.ts';
import { referenceOf } from '../../scripts/docs/reference/operation.ts';
import { readContract } from './contract.ts';

const contract = readContract();
const places = [...operationsOf(contract), ...webhooksOf(contract)];
const reference = (operationId: string) => {
  const place = places.find(({ operation }) => operation.operationId === operationId);
  if (!place) throw new Error(`${operationId} is missing`);
  return referenceOf(contract, place, english);
};
const responseField = (operationId: string, name: string): Field | undefined =>
  reference(operationId).responses[0]?.body?.fields.find((field) => field.name === name);

test('an operation shows evidence only where it is not documented', () => {
  expect(reference('createCard').doubts).toEqual([]);
  expect(reference('createPlan').doubts).toMatchObject([{ level: 'assumed' }]);
  expect(reference('createCard').evidence).toContainEqual(expect.objectContaining({ level: 'documented' }));
});

test('a field with weaker evidence than its schema shows it', () => {
  expect(responseField('retrieveTransaction', 'amount')?.doubts).toEqual([
    { level: 'observed', reference: 'amount-centavos' },
  ]);
});

test('a field with the same evidence as its schema shows nothing', () => {
  expect(responseField('retrieveTransaction', 'id')?.doubts).toEqual([]);
});

test('a field by reference shows the evidence of its target if that is weaker', () => {
  expect(responseField('retrieveTransaction', 'status')?.doubts.map(({ level }) => level)).toContain('assumed');
  expect(responseField('retrieveCard', 'brand')?.doubts).toEqual([]);
});

test('a body lists its shared fields once, and the other fields by form', () => {
  const { fields = [], forms = [] } = reference('createTransaction').body ?? {};
  const names = fields.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['amount', 'payment_method', 'reference_key']));
  expect(forms.map(({ chosenBy }) => chosenBy?.value)).toEqual(['credit_card', 'debit_card', 'pix', 'boleto']);
  for (const form of forms) expect(form.fields.filter(({ name }) => names.includes(name))).toEqual([]);
  expect(fields.find(({ name }) => name === 'amount')).toMatchObject({ type: 'integer in centavos', required: true });
});

test('every operation and webhook has a reference with a success and its fields', () => {
  for (const { operation } of places) {
    const { responses } = reference(operation.operationId ?? '');
    expect(responses[0]?.status, operation.operationId).toMatch(/^2/);
  }
});

test('the counts add up to the operations of the contract', () => {
  const total = countsTable(contract, english).match(/\*\*All operations\*\* \| (\d+) \| (\d+) \| (\d+)/);
  const sum = (total ?? []).slice(1).reduce((sum, count) => sum + Number(count), 0);
  expect(sum).toBe(operationsOf(contract).length);
});

test('every entry of the register is on one page, and is in use', () => {
  const groups = registerGroups(contract, english);
  const entries = groups.flatMap((group) => group.entries);
  expect(entries.map(({ key }) => key).sort()).toEqual(Object.keys(contract['x-evidence-register']).sort());
  for (const { key, uses, settledBy, sources } of entries) {
    expect(uses.length, key).toBeGreaterThan(0);
    expect(sources.length, key).toBeGreaterThan(0);
    expect(settledBy, key).not.toBe('');
  }
  expect(registerPlaces(groups)['brand-path']).toBe('/evidence/cards/#brand-path');
});

test('an entry lists the pages that use it', () => {
  const uses = usesOf(contract, english);
  expect(uses.get('refund-path')).toEqual([
    { label: 'refundTransaction', href: '/api/refundTransaction/', groups: ['transactions'] },
  ]);
  const pages = new Set([...places.map(hrefOf), '/', '/guides/getting-started/', '/guides/test-cards/']);
  for (const { href, label } of [...uses.values()].flat()) expect(pages, label).toContain(href);
});
