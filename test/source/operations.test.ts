import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { contract, operationNamed, operations } from '../contract/contract.ts';
import { responseBody } from './bodies.ts';
import { bearerShown, documentationVersions, groups, pathPrefix } from './document.ts';
import { evidenceList, existence, typesOf } from './evidence.ts';
import { namedOperations, operationEvidence } from './operations.ts';

describe('section 1, groups', () => {
  it('has the nine tags in the order of the document', () => {
    expect(contract.tags.map((tag) => tag.name)).toEqual([...groups]);
  });

  it('describes the purpose of each group', () => {
    const silent = contract.tags.filter((tag) => (tag.description ?? '').trim() === '');
    expect(silent.map((tag) => tag.name)).toEqual([]);
  });
});

describe('sections 4.1 to 4.7, the named operations', () => {
  it('have one line each in the inventory', () => {
    const lines = namedOperations.map(({ group, name }) => `${group}, ${name}`);
    expect(new Set(lines).size).toBe(lines.length);
  });

  for (const { group, name, operationId, http, statedMethod } of namedOperations) {
    it(`${group}, ${name}: ${operationId} is ${http}`, () => {
      const found = operations.find((one) => one.operationId === operationId);
      expect(found && `${found.method} ${found.path}`, `operation ${operationId}`).toBe(http);
      expect(found?.operation.tags, `tag of ${operationId}`).toEqual([group]);
      if (statedMethod !== null) expect(found?.method, `method of ${operationId}`).toBe(statedMethod);
    });
  }

  it('are the only documented operations of the contract', () => {
    const beyond = operations.filter(({ operationId }) => !operationEvidence.has(operationId));
    const documented = beyond.filter(({ operation }) => existence(operation['x-evidence']).startsWith('documented'));
    expect(documented.map(({ operationId }) => operationId)).toEqual([]);
  });
});

describe('the evidence of each operation', () => {
  for (const [operationId, expected] of operationEvidence) {
    it(`${operationId} is ${expected}`, () => {
      const [level = '', reference = ''] = existence(operationNamed(operationId).operation['x-evidence']).split(' ');
      const [expectedLevel, ...about] = expected.split(' ');
      expect(level, `x-evidence of ${operationId}`).toBe(expectedLevel);
      if (level === 'documented') expect([reference], `section of ${operationId}`).toEqual(about);
      if (level === 'observed') {
        const sources = contract['x-evidence-register'][reference]?.source ?? [];
        expect(sources, `sources of ${reference}`).toEqual(expect.arrayContaining(about));
      }
    });
  }

  it('is documented, or has the level of its register entry', () => {
    const wrong = operations.flatMap(({ operationId, operation }) =>
      evidenceList(operation['x-evidence']).flatMap((one) => {
        const [level, key = ''] = one.split(' ');
        const entry = contract['x-evidence-register'][key];
        return level === 'documented' || entry?.level === level ? [] : [`${operationId}: ${one}`];
      }),
    );
    expect(wrong).toEqual([]);
  });
});

describe('sections 1 and 4.2, bodies', () => {
  it('deleteCustomer accepts a path parameter id without a body, and responds 200 with a JSON object', () => {
    const one = operationNamed('deleteCustomer');
    expect(one.operation.requestBody).toBeUndefined();
    expect(one.parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name)).toEqual(['id']);
    expect(typesOf(responseBody(one))).toEqual(['object']);
  });

  it('all bodies are JSON', () => {
    const bodies = operations.flatMap(({ operationId, operation }) =>
      Object.keys(operation.requestBody?.content ?? {}).map((type) => `${operationId} ${type}`),
    );
    expect(bodies.filter((body) => !body.endsWith(' application/json'))).toEqual([]);
    expect(bodies).not.toEqual([]);
  });
});

describe('section 5, authentication', () => {
  it('is a bearer token', () => {
    const schemes = Object.values(contract.components.securitySchemes);
    expect(schemes).toHaveLength(1);
    expect(schemes[0]).toMatchObject({ type: 'http', scheme: 'bearer' });
    expect(existence(schemes[0]?.['x-evidence'])).toBe('documented 5');
  });

  for (const [operationId, section] of Object.entries(bearerShown)) {
    it(`is documented for ${operationId}`, () => {
      const evidence = existence(operationNamed(operationId).operation['x-evidence-of']?.security);
      expect([`documented ${section}`, 'documented 5']).toContain(evidence);
    });
  }

  it('has evidence on every operation, or the assumed evidence of the root', () => {
    const byDefault = contract['x-evidence-of']?.security;
    expect(existence(byDefault)).toBe('assumed bearer-everywhere');
    const silent = operations.filter(
      ({ operation }) => existence(operation['x-evidence-of']?.security ?? byDefault) === 'none',
    );
    expect(silent.map((one) => one.operationId)).toEqual([]);
  });
});

describe('section 7, errors', () => {
  it('createTransaction has the documented 400', () => {
    const { operation } = operationNamed('createTransaction');
    expect(operation.responses).toHaveProperty(['400']);
    expect(['documented 4.5', 'documented 7']).toContain(existence(operation['x-evidence-of']?.['400']));
  });
});

describe('an assumed operation whose path is known', () => {
  /** Called by a public client, and not named by the document (`operations-beyond`). */
  const beyond = ['/v1/cards/{id}'];

  it('has an entry of its own, so that its evidence is not that of an unknown path', () => {
    const known = operations.flatMap((one) => (isAssumed(one) ? [] : [one.path]));
    const isKnown = (path: string) =>
      [...known, ...beyond].some((other) => other === path || other.startsWith(`${path}/`));
    const expected = operations.filter((one) => isAssumed(one) && isKnown(one.path));
    const found = operations.filter(
      (one) => existence(one.operation['x-evidence']) === 'assumed path-known-other-method',
    );
    expect(found.map((one) => one.operationId)).toEqual(expected.map((one) => one.operationId));
  });
});

describe('section 9, versions', () => {
  it(`all paths start with ${pathPrefix}`, () => {
    expect(Object.keys(contract.paths).filter((path) => !path.startsWith(pathPrefix))).toEqual([]);
  });

  it('names both documentation versions, and has its own version in each release', () => {
    for (const version of documentationVersions) expect(contract.info.description).toContain(version);
    expect(contract.info.version).toBe(JSON.parse(readFileSync('package.json', 'utf8')).version);
  });

  it('leaves the base address a variable', () => {
    expect(contract.servers.map((server) => server.url)).toEqual(['{base_url}']);
    expect(contract.servers[0]?.variables).toHaveProperty('base_url');
  });
});

function isAssumed({ operation }: (typeof operations)[number]): boolean {
  return existence(operation['x-evidence'])?.startsWith('assumed') === true;
}
