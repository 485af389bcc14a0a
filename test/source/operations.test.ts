import { readFileSync } from 'node:fs';
import { describe, expect, it, test } from 'vitest';
import { evidenceTexts } from '../../core/src/contract/evidence.ts';
import { contract, operationNamed, operations } from '../contract/contract.ts';
import { document } from './document.ts';
import { namedOperations, operationEvidence } from './operations.ts';

/** What says that the element exists. */
const existence = (evidence: unknown) => evidenceTexts(evidence)[0] ?? 'none';
const evidenceOf = ({ operation }: (typeof operations)[number]) => existence(operation['x-evidence']);

test('section 1: the contract has the groups in the order of the document, each with its purpose', () => {
  expect(contract.tags.map(({ name }) => name)).toEqual(document.groups);
  expect(contract.tags.filter(({ description = '' }) => description.trim() === '')).toEqual([]);
});

describe('sections 4.1 to 4.7, the named operations', () => {
  it('have one line each in the inventory', () => {
    const lines = namedOperations.map(({ group, name }) => `${group}, ${name}`);
    expect(new Set(lines).size).toBe(lines.length);
  });

  it.each(namedOperations)('$group, $name: $operationId is $http', ({ group, method, operationId, http }) => {
    const found = operations.find((one) => one.operationId === operationId);
    expect(found && `${found.method} ${found.path}`).toBe(http);
    expect(found?.operation.tags).toEqual([group]);
    if (method !== null) expect(found?.method).toBe(method);
  });

  it('are the only documented operations of the contract', () => {
    const beyond = operations.filter(({ operationId }) => !operationEvidence.has(operationId));
    expect(beyond.filter((one) => evidenceOf(one).startsWith('documented'))).toEqual([]);
  });
});

describe('the evidence of each operation', () => {
  it.each([...operationEvidence])('%s is %s', (operationId, expected) => {
    const [level = '', reference = ''] = evidenceOf(operationNamed(operationId)).split(' ');
    const [expectedLevel, ...about] = expected.split(' ');
    expect(level).toBe(expectedLevel);
    if (level === 'documented') expect([reference]).toEqual(about);
    const { source = [] } = contract['x-evidence-register'][reference] ?? {};
    if (level === 'observed') expect(source).toEqual(expect.arrayContaining(about));
  });

  it('is documented, or has the level of its register entry', () => {
    const wrong = operations.flatMap(({ operationId, operation }) =>
      evidenceTexts(operation['x-evidence']).flatMap((one) => {
        const [level, key = ''] = one.split(' ');
        const entry = contract['x-evidence-register'][key];
        return level === 'documented' || entry?.level === level ? [] : [`${operationId}: ${one}`];
      }),
    );
    expect(wrong).toEqual([]);
  });

  it('has its own entry if it is assumed and its path is known', () => {
    const isAssumed = (one: (typeof operations)[number]) => evidenceOf(one).startsWith('assumed');
    const known = operations.flatMap((one) => (isAssumed(one) ? [] : [one.path]));
    // A public client calls the last one, which the document does not name (`operations-beyond`).
    const isKnown = (path: string) =>
      [...known, '/v1/cards/{id}'].some((other) => other === path || other.startsWith(`${path}/`));
    const expected = operations.filter((one) => isAssumed(one) && isKnown(one.path));
    const found = operations.filter((one) => evidenceOf(one) === 'assumed path-known-other-method');
    expect(found.map((one) => one.operationId)).toEqual(expected.map((one) => one.operationId));
  });
});

describe('section 5, authentication', () => {
  it('is a bearer token', () => {
    const schemes = Object.values(contract.components.securitySchemes);
    expect(schemes).toHaveLength(1);
    expect(schemes[0]).toMatchObject({ type: 'http', scheme: 'bearer' });
    expect(existence(schemes[0]?.['x-evidence'])).toBe('documented 5');
  });

  it('is assumed for all operations that do not state other evidence', () => {
    expect(existence(contract['x-evidence-of']?.security)).toBe('assumed bearer-everywhere');
  });
});

describe('sections 1, 4.2 and 9', () => {
  it('deleteCustomer has no body, and all other bodies are JSON', () => {
    expect(operationNamed('deleteCustomer').operation.requestBody).toBeUndefined();
    const types = operations.flatMap(({ operation }) => Object.keys(operation.requestBody?.content ?? {}));
    expect(new Set(types)).toEqual(new Set(['application/json']));
  });

  it('all paths start with the prefix, and the base address is a variable', () => {
    expect(Object.keys(contract.paths).filter((path) => !path.startsWith(document.pathPrefix))).toEqual([]);
    expect(contract.servers.map(({ url }) => url)).toEqual(['{base_url}']);
    expect(contract.servers[0]?.variables).toHaveProperty('base_url');
  });

  it('names both documentation versions, and has its own version in each release', () => {
    for (const version of document.documentationVersions) expect(contract.info.description).toContain(version);
    expect(contract.info.version).toBe(JSON.parse(readFileSync('package.json', 'utf8')).version);
  });
});

test('an entry of the register cites every source that its statement names', () => {
  /** Words of a statement, and the source that a statement with these words needs. */
  const NAMED: readonly [RegExp, string][] = [
    [/\b(WooCommerce|both) plugins?\b/i, 'WC'],
    [/\b(Magento|both) plugins?\b/i, 'MG'],
    [/\bSDK\b/, 'SDK'],
    [/\bPagar\.me v4\b/, 'PAGARME-V4'],
    [/\bEMV\b/, 'EMV'],
  ];
  const entries = Object.entries(contract['x-evidence-register']);
  const missing = entries.flatMap(([key, { statement, source }]) =>
    NAMED.flatMap(([words, code]) => (words.test(statement) && !source.includes(code) ? [`${key}: ${code}`] : [])),
  );
  expect(entries.length).toBeGreaterThan(50);
  expect(missing).toEqual([]);
});

test('the documents repeat the number of the named operations', () => {
  const files = ['CHANGELOG.md', 'openapi.yaml'];
  const said = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/(\d+)\s+named\s+operations/g)].map(([, count]) => [file, Number(count)]),
  );
  expect(said).toEqual(files.map((file) => [file, namedOperations.length]));
});
