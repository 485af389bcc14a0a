import { describe, expect, test } from 'vitest';
import { readContract, readOperations } from '../../src/contract/contract.ts';
import { createResponseEvidence } from '../../src/contract/evidence.ts';
import { isObject } from '../../src/contract/json.ts';
import { combined, evidenceList, fieldsOf, itemsOf, type Place, place, weaker } from '../source/evidence.ts';
import { type ContractOperation, operations, requestMedia, responsesOf } from './contract.ts';
import { exampleNames, exampleValue } from './values.ts';

const evidenceOf = createResponseEvidence(readContract());
const operationNamed = (name: string) => {
  const found = readOperations(readContract()).find(({ operationId }) => operationId === name);
  if (!found) throw new Error(`The contract has no ${name}.`);
  return found;
};

describe('the evidence of a response is the weakest of its elements', () => {
  const answers = operations.flatMap((one) =>
    responsesOf(one.operation).flatMap(([code]) =>
      exampleNames(one, code).map((name) => ({
        one,
        title: `${one.operationId} ${code} ${name}`,
        code,
        sent: exampleValue(one, 'request', name),
        body: exampleValue(one, code, name),
      })),
    ),
  );

  test.each(answers)('$title', ({ one, code, sent, body }) => {
    const evidence = evidenceOf(operationNamed(one.operationId), {
      status: Number(code.replace('XX', '03')),
      sent,
      body,
    });
    const elements = elementsOf(one, code, sent, body);
    expect(elements).toContain(evidence);
    expect(elements.map((element) => level(element))).not.toContain(LEVELS[LEVELS.indexOf(level(evidence)) + 1]);
  });

  test('covers all three levels', () => {
    const found = answers.map(({ one, code, sent, body }) =>
      level(evidenceOf(operationNamed(one.operationId), { status: Number(code.replace('XX', '03')), sent, body })),
    );
    expect(new Set(found)).toEqual(new Set(LEVELS));
  });
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
    },
  };
  const operation = {
    operationId: 'readTree',
    'x-evidence': 'documented 1',
    responses: { 200: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Tree' } } } } },
  };
  const contract = { paths: { '/tree': { get: operation } }, components: { schemas: { Tree: tree } } };
  const read = createResponseEvidence(contract);
  const [only] = readOperations(contract);
  if (!only) throw new Error('The operation was not read.');
  const of = (body: unknown) => read(only, { status: 200, sent: undefined, body });
  expect(of({ child: { child: { other: 'text' } } })).toBe('documented 1');
  expect(of({ child: { child: { guess: 'text' } } })).toBe('assumed guess');
  expect(of({ guess: undefined })).toBe('documented 1');
});

const LEVELS = ['documented', 'observed', 'assumed'];
const level = (evidence: string | undefined): string => evidence?.split(' ')[0] ?? 'none';

/** The evidence of each element of a response, by the second implementation, which checks the claims of the contract. */
function elementsOf(one: ContractOperation, code: string, sent: unknown, body: unknown): string[] {
  const around = evidenceList(one.operation['x-evidence']);
  const response = responsesOf(one.operation).find(([status]) => status === code)?.[1];
  const schema = response?.content?.['application/json']?.schema;
  const own = evidenceList(one.operation['x-evidence-of']?.[code] ?? response?.['x-evidence']);
  const status = own.length > 0 ? own : around;
  const request = requestMedia(one.operation);
  const selected =
    request && code === '200' && isObject(sent)
      ? Object.entries(sent).flatMap(([name, value]) =>
          (fieldsOf(place(request.schema, around)).get(name) ?? []).flatMap((at) => valuesAt(at, value)),
        )
      : [];
  return [first(around), first(status), ...selected, ...(schema ? within([place(schema, status)], body) : [])];
}

function within(places: readonly Place[], value: unknown): string[] {
  const values = places.flatMap((at) => valuesAt(at, value));
  if (Array.isArray(value)) return [...values, ...value.flatMap((item) => within(places.flatMap(itemsOf), item))];
  if (!isObject(value)) return values;
  const fields = Object.entries(value).flatMap(([name, child]) => {
    const found = places.flatMap((at) => fieldsOf(at).get(name) ?? []);
    // A field of a dictionary has no evidence of its own.
    if (found.length === 0) return [];
    const strongest = found
      .map(({ standing }) => standing)
      .reduce((one, other) => (weaker(one, other) === one ? other : one));
    return [first(strongest), ...within(found, child)];
  });
  return [...values, ...fields];
}

function valuesAt(at: Place, value: unknown): string[] {
  return combined(at).flatMap(({ schema, evidence }) =>
    typeof value === 'string' && schema['x-extensible-enum']?.includes(value)
      ? [first(evidenceList(schema['x-enum-evidence']?.[value] ?? evidence))]
      : [],
  );
}

const first = (evidence: readonly string[]): string => evidence[0] ?? 'none';
