import { expect, test } from 'vitest';
import { contractOf } from '../../../core/src/contract/contract.ts';
import { operationHref } from '../../docs/addresses.ts';
import { claimOf, registerGroups, registerPlaces, usesOf } from '../../docs/evidence/register.ts';
import { english } from '../../docs/language.ts';
import { referenceOf } from '../../docs/reference/reference.ts';
import { readContract } from './contract.ts';

const contract = readContract();
const operations = contractOf(contract).operationsAndWebhooks;
const reference = (operationId: string) => {
  const operation = operations.find((operation) => operation.operationId === operationId);
  if (!operation) throw new Error(`${operationId} is missing`);
  return referenceOf(contract, operation, english);
};
test('an operation shows evidence only where it is not documented', () => {
  expect(reference('createCard').shown).toEqual([]);
  expect(reference('createPlan').shown).toMatchObject([{ level: 'assumed', of: 'existence' }]);
  expect(reference('createCard').evidence).toContainEqual(expect.objectContaining({ level: 'documented' }));
});

const REQUIRED = 'required assumed';
test.each([
  [
    'with a part of weaker evidence than its schema shows it',
    'createTransaction',
    'amount',
    ['part observed', REQUIRED],
  ],
  ['with the same evidence as its schema shows only that it is required', 'createTransaction', 'id', [REQUIRED]],
  [
    'by reference shows the parts of its target',
    'createTransaction',
    'status',
    ['part observed', 'part assumed', REQUIRED],
  ],
  ['by reference shows only its place if that is weaker', 'retrieveCard', 'brand', ['part assumed']],
  ['of a weaker place says nothing of a stronger target', 'createReceiver', 'id', [REQUIRED]],
])('a field %s', (_, operationId, name, shown) => {
  const field = reference(operationId).responses[0]?.body?.fields.find((one) => one.name === name);
  expect(field?.shown.map(({ of, level }) => `${of} ${level}`)).toEqual(shown);
});

test('a computed amount shows that its formula is assumed, and its unit observed', () => {
  const [customer, merchant] = reference('simulateTax').responses[0]?.body?.forms ?? [];
  const amount = customer?.fields.find(({ name }) => name === 'netAmount');
  expect(amount?.shown).toEqual([
    { level: 'assumed', reference: 'simulation-formula', of: 'value' },
    { level: 'observed', reference: 'simulation-units', of: 'part' },
    { level: 'assumed', reference: 'response-requiredness', of: 'required' },
  ]);
  expect(merchant?.evidence).toMatchObject([{ level: 'assumed', reference: 'simulation-self' }]);
  expect(merchant?.fields.filter(({ required }) => required)).toEqual([]);
});

test('a body lists its shared fields once, and the other fields by form', () => {
  const { fields = [], forms = [] } = reference('createTransaction').body ?? {};
  const names = fields.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['amount', 'payment_method', 'reference_key']));
  expect(forms.map(({ chosenBy }) => chosenBy?.value)).toEqual(['credit_card', 'debit_card', 'pix', 'boleto']);
  for (const form of forms) expect(form.fields.filter(({ name }) => names.includes(name))).toEqual([]);
  expect(fields.find(({ name }) => name === 'amount')).toMatchObject({
    type: 'integer in centavos',
    required: { level: 'assumed', reference: 'requiredness' },
  });
});

test('every operation and webhook has a reference with a success and its fields', () => {
  for (const { operationId } of operations) {
    const { responses } = reference(operationId);
    expect(responses[0]?.status, operationId).toMatch(/^2/);
  }
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

test('on each page of the register, entries that decide about money come first', () => {
  const money = registerGroups(contract, english).map(({ entries }) =>
    entries.map(({ key }) => contract['x-evidence-register'][key]?.decides === 'money'),
  );
  expect(money.flat()).toContain(true);
  for (const flags of money) expect(flags).toEqual(flags.toSorted((one, other) => Number(other) - Number(one)));
});

test('an entry lists the pages that use it', () => {
  const uses = usesOf(contract);
  expect(uses.get('refund-path')).toEqual([
    { label: 'refundTransaction', href: '/api/refundTransaction/', groups: ['transactions'] },
  ]);
  const pages = new Set([...operations.map(operationHref), '/', '/guides/getting-started/', '/guides/test-cards/']);
  for (const { href, label } of [...uses.values()].flat()) expect(pages, label).toContain(href);
});

test('an entry lists its decisions, and links a source in a repository to its commit', () => {
  const groups = registerGroups(contract, english);
  const entries = new Map(groups.flatMap(({ entries }) => entries.map((one) => [one.key, one])));
  expect(entries.get('refund-path')?.decides).toBe('shape');
  expect(entries.get('reference-key')?.decides).toBe('money');
  expect(entries.get('no-contact')?.decides).toBe('other');
  const sources = groups.flatMap(({ sources }) => sources);
  const inRepositories = sources.filter(({ commit }) => commit !== undefined);
  expect(inRepositories.length).toBeGreaterThan(0);
  for (const { where, commit = '', href } of inRepositories) {
    const [, hash = ''] = /^https:\/\/github\.com\/[\w.-]+\/[\w.-]+\/tree\/([\da-f]{7,40})$/.exec(commit) ?? [];
    expect(hash).not.toBe('');
    expect(where).toContain(hash);
    expect(href).toBe(commit);
  }
  expect(sources.find(({ name }) => name === 'VAL')?.href).toMatch(/^https:\/\/[\w.-]+\/$/);
});

test('a page of the register lists each source of its entries once', () => {
  for (const { slug, entries, sources } of registerGroups(contract, english)) {
    const names = sources.map(({ name }) => name);
    expect(new Set(names).size, slug).toBe(names.length);
    expect(names.toSorted(), slug).toEqual([...new Set(entries.flatMap((entry) => entry.sources))].sort());
  }
});

test.each([
  ['One claim. Its reason follows.', 'One claim.', 'Its reason follows.'],
  ['Amounts (1.00) are in centavos', 'Amounts (1.00) are in centavos', ''],
  ['See bcpag-woo.php and v1.0 of it. `id` is a number.', 'See bcpag-woo.php and v1.0 of it.', '`id` is a number.'],
  ['', '', ''],
])('the claim of "%s" is its first sentence', (statement, claim, reasons) => {
  expect(claimOf(statement)).toEqual({ claim, reasons });
});
