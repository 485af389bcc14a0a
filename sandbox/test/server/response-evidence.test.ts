import { expect, test } from 'vitest';
import { contractOf } from '../../../core/src/contract/contract.ts';
import { readContract } from '../../../core/src/contract/document.ts';
import { examplePairs } from '../../../test/contract/example-pairs.ts';
import { createResponseEvidence } from '../../src/server/response-evidence.ts';

const evidenceOf = createResponseEvidence(contractOf(readContract()));
const operationNamed = (name: string) => {
  const found = contractOf(readContract()).operations.find(({ operationId }) => operationId === name);
  if (!found) throw new Error(`The contract has no ${name}.`);
  return found;
};

// test/server/evidence.test.ts has the evidence of single responses.
test('an example of each operation never has stronger evidence than its operation', () => {
  const LEVELS = ['documented', 'observed', 'assumed'];
  const levelOf = (evidence: unknown) => LEVELS.indexOf(String(evidence).split(' ')[0] ?? '');
  const levels = examplePairs.map(({ operationId, request, response }) => {
    const operation = operationNamed(operationId);
    const level = levelOf(evidenceOf(operation, { status: 200, sent: request, body: response }));
    expect(level, operationId).toBeGreaterThanOrEqual(levelOf([operation.definition['x-evidence']].flat()[0]));
    return level;
  });
  expect(new Set(levels).size).toBeGreaterThan(1);
});

test('a status that the contract does not have has no evidence', () => {
  expect(evidenceOf(operationNamed('createCard'), { status: 418, sent: {}, body: {} })).toBeUndefined();
});

test('a schema that contains itself is read once, and fields that it does not have change nothing', () => {
  const tree = {
    'x-evidence': 'documented 1',
    properties: {
      child: { $ref: '#/components/schemas/Tree' },
      guess: { type: 'string', 'x-evidence': 'assumed guess' },
      sum: { type: 'number', 'x-evidence-of': { value: 'assumed formula' } },
    },
  };
  const operation = {
    operationId: 'readTree',
    'x-evidence': 'documented 1',
    responses: { 200: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Tree' } } } } },
  };
  const contract = { paths: { '/tree': { get: operation } }, components: { schemas: { Tree: tree } } };
  const read = createResponseEvidence(contractOf(contract));
  const [only] = contractOf(contract).operations;
  if (!only) throw new Error('The operation was not read.');
  const of = (body: unknown) => read(only, { status: 200, sent: undefined, body });
  expect(of({ child: { child: { other: 'text' } } })).toBe('documented 1');
  expect(of({ child: { child: { guess: 'text' } } })).toBe('assumed guess');
  expect(of({ guess: undefined })).toBe('documented 1');
  expect(of({ child: { sum: 3 } })).toBe('assumed formula');
});
