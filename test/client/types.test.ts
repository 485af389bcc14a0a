import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';

test('every schema of the contract is a type with its name, except Error', () => {
  const contract = parse(readFileSync('openapi.yaml', 'utf8')) as { components: { schemas: Record<string, unknown> } };
  const types = [...readFileSync('generated/schemas.ts', 'utf8').matchAll(/export type (\w+) = .*\['(\w+)'\]/g)];
  expect(types.map(([, , schema]) => schema).sort()).toEqual(Object.keys(contract.components.schemas).sort());
  expect(types.filter(([, type, schema]) => type !== schema || type === 'Error')).toEqual([]);
});
