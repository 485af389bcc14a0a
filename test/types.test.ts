import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { contract } from './contract/contract.ts';

test('every schema of the contract is a type with its name, except Error', () => {
  const types = [...readFileSync('generated/schemas.ts', 'utf8').matchAll(/^export (?:type|interface) (\w+)/gm)];
  expect(types.map(([, type]) => type).sort()).toEqual(Object.keys(contract.components.schemas).sort());
  expect(types.map(([, type]) => type)).not.toContain('Error');
});
