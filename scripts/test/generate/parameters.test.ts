import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { OpenApi } from '../../../core/src/contract/openapi.ts';
import { parameters } from '../../../core/src/values.js';
import { withNumbers } from '../../contract/parameters.ts';
import { readContractFile } from '../../contract/read.ts';
import { editionDefinitions } from '../../docs/editions.ts';
import { generateAssumptionTexts } from '../../generate/assumption-texts.ts';
import { generateParameters } from '../../generate/register.ts';
import { plainNumbersIn } from '../../lint/plain-numbers.ts';
import { readDictionary } from '../../translation/dictionary.ts';
import { translateContract } from '../../translation/overlay.ts';
import { guidesIn } from '../docs/guides.ts';

const evidence = readFileSync('evidence.yaml', 'utf8');
const { days } = parameters['authorization-expiry'];
const other = days + 2;
const withParameters = (file: string, entry: string, values: string) =>
  file.replace(new RegExp(`(\n  ${entry}:\n(?: {4}.*\n)*? {4}parameters: ).*`), `$1{ ${values} }`);
const changed = readContractFile(
  readFileSync('openapi.yaml', 'utf8'),
  withParameters(
    withParameters(evidence, 'authorization-expiry', `days: ${other}`),
    'subscription-cycle',
    'retry_days: [2, 4]',
  ),
);
const registerOf = (contract: object) => (contract as OpenApi)['x-evidence-register'];

describe('one number changed in the contract', () => {
  test('changes what code reads', () => {
    expect(generateParameters(changed)).toMatch(new RegExp(`"authorization-expiry": \\{\\s+"days": ${other}\\s`));
  });

  test('changes each sentence of its entry, in both languages', () => {
    const english = registerOf(changed.root)['authorization-expiry'];
    expect(english?.statement).toContain(`for ${other} days`);
    expect(english?.settle.why).toBe(`It takes more than ${other} days.`);
    const portuguese = registerOf(translateContract(changed.root, readDictionary()))['authorization-expiry'];
    expect(portuguese?.statement).toContain(`até ${other} dias`);
    expect(JSON.stringify([english, portuguese])).not.toContain(`${days} d`);
  });

  test('changes a list of numbers, and what the console shows', () => {
    expect(registerOf(changed.root)['subscription-cycle']?.summary).toContain('after 2 and 4 days');
    expect(generateAssumptionTexts(changed)).toContain('depois de 2 e 4 dias');
  });
});

test('the guides have the numbers in both languages', () => {
  const [english, portuguese] = editionDefinitions.map(
    (edition) => guidesIn(edition).find(({ name }) => name === 'card')?.markdown,
  );
  expect(english).toContain(`holds the amount for ${days} days`);
  expect(portuguese).toContain(`por ${days} dias`);
});

test('a guide that names an entry writes its number as a placeholder', () => {
  const known = { lapse: { days: 5 } };
  const guide = 'It lapses after 5 days.\n\nSee `lapse`: it takes five days.\n\n```sh\nlapse # `lapse`: 5 days\n```\n';
  expect(plainNumbersIn(guide, known)).toEqual([
    'write {lapse.days} in place of "5 days", so that it follows the register',
  ]);
  expect(plainNumbersIn('| `lapse` | after {lapse.days} days |\n| other | 9 days |', known)).toEqual([]);
});

test('a number is written as the language writes it, and other braces stay', () => {
  const known = { rates: { percent: 2.5, days: [1, 2, 3] } };
  const written = 'At `/v1/plans/{id}`: {percent} % on {rates.days}';
  expect(withNumbers(written, known, { own: 'rates' })).toBe('At `/v1/plans/{id}`: 2.5 % on 1, 2 and 3');
  expect(withNumbers(written, known, { own: 'rates', language: 'pt-BR' })).toBe(
    'At `/v1/plans/{id}`: 2,5 % on 1, 2 e 3',
  );
});
