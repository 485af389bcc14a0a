import { expect, test } from 'vitest';
import { evidenceList, limited, parseEvidence } from '../../src/contract/evidence.js';

const documented = (reference: string) => ({ level: 'documented', reference }) as const;
const assumed = (reference: string) => ({ level: 'assumed', reference }) as const;

test('a text that is no evidence is an error that names it', () => {
  expect(evidenceList(undefined)).toEqual([]);
  expect(evidenceList(['documented 4.5', 'assumed pix-flow'])).toEqual([documented('4.5'), assumed('pix-flow')]);
  expect(parseEvidence('documented')).toBeUndefined();
  expect(() => evidenceList(['documented 4.5', 'guessed 2.2'])).toThrow(
    'Not an evidence: "guessed 2.2". Write "<documented|observed|assumed> <reference>".',
  );
});

test('a place limits the level, and names the section if both are documented', () => {
  expect(limited(documented('2.2'), assumed('path'))).toEqual(assumed('path'));
  expect(limited(assumed('card-shape'), assumed('path'))).toEqual(assumed('card-shape'));
  expect(limited(documented('2.2'), documented('4.6'))).toEqual(documented('4.6'));
});
