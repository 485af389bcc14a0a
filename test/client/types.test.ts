import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';

test('every schema of the contract is exported as a type of its name', () => {
  const contract = parse(readFileSync('openapi.yaml', 'utf8')) as { components: { schemas: Record<string, unknown> } };
  const exported = [...readFileSync('src/types.ts', 'utf8').matchAll(/export type \w+ = Schema<'(\w+)'>/g)].map(
    ([, name]) => name,
  );
  expect(exported.sort()).toEqual(Object.keys(contract.components.schemas).sort());
});
