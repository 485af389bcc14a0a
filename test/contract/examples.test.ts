import { describe, expect, it } from 'vitest';
import { contract, operations, pointer, webhooks } from './contract.ts';
import { onlyEverSent, requestViolations, responseViolations } from './schema-validator.ts';
import { exampleNames, examples } from './values.ts';

describe('every named example', () => {
  for (const { title, direction, schema, value } of examples) {
    it(`${title} fits its schema`, () => {
      expect((direction === 'request' ? requestViolations : responseViolations)(schema, value)).toEqual([]);
    });
  }

  it('fails with a write-only field', () => {
    expect([...onlyEverSent].sort()).toEqual(['card_cvv', 'card_number', 'credentials']);
    const leaking = { card_id: 501, card: { card_cvv: '123' } };
    expect(responseViolations('#/components/schemas/Card', leaking)).toEqual([
      'card_cvv is writeOnly and occurs in a response',
    ]);
  });

  it('is used by an operation or an event', () => {
    const used = new Set(
      [...JSON.stringify(contract).matchAll(/"#\/components\/examples\/([^"]+)"/g)].map(([, name]) => name),
    );
    expect(Object.keys(contract.components.examples).filter((name) => !used.has(name))).toEqual([]);
  });
});

describe('operations', () => {
  for (const one of operations) {
    it(`${one.operationId} has named examples, in pairs where it takes a body`, () => {
      const names = (of: string) => exampleNames(one, of);
      expect(names('200')).not.toEqual([]);
      if (one.operation.requestBody !== undefined) expect(names('request')).toEqual(names('200'));
    });
  }
});

describe('events', () => {
  it('are all seven, each with an example', () => {
    expect(webhooks.map((one) => one.path)).toEqual([
      'transaction.created',
      'transaction.status_changed',
      'link.created',
      'link.changed',
      'link.paid',
      'customer.created',
      'customer.changed',
    ]);
    expect(webhooks.filter((one) => exampleNames(one, 'request').length === 0).map((one) => one.path)).toEqual([]);
  });
});

describe('examples in schemas and parameters', () => {
  const own = ownExamples(contract, '#');

  it('exist', () => expect(own.length).toBeGreaterThan(50));

  it('fit their schema', () => {
    // Responses never contain a write-only field, so its schema may have examples.
    const wrong = own.flatMap(({ schema, value }) =>
      requestViolations(schema, value).map((violation) => `${schema}: ${violation}`),
    );
    expect(wrong).toEqual([]);
  });
});

/** The `examples` of schemas, and the `example` of parameters and headers, with the pointer to their schema. */
function ownExamples(node: unknown, at: string): { schema: string; value: unknown }[] {
  if (typeof node !== 'object' || node === null) return [];
  const listed = 'examples' in node && Array.isArray(node.examples) ? node.examples : [];
  return [
    ...listed.map((value: unknown) => ({ schema: at, value })),
    ...('example' in node && 'schema' in node ? [{ schema: `${at}/schema`, value: node.example }] : []),
    ...Object.entries(node).flatMap(([key, inner]) => ownExamples(inner, pointer(at, key))),
  ];
}
