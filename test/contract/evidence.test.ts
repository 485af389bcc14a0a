import { expect, test } from 'vitest';
import { evidenceList, parseEvidence } from '../../core/src/contract/evidence.js';
import { limited, placeElement } from '../../core/src/contract/evidence-at-place.js';

const documented = (reference: string) => ({ level: 'documented', reference }) as const;
const assumed = (reference: string) => ({ level: 'assumed', reference }) as const;

test('throws an error that names a text other than an evidence', () => {
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

test('a part keeps the section that shows its values, while the place names the section that lists the element', () => {
  const around = { evidence: documented('4.4'), limit: documented('4.4') };
  const country = [documented('4.5'), documented('2.3')];
  expect(placeElement({}, country, around).all).toEqual([documented('4.4'), documented('2.3')]);
  const weak = { evidence: assumed('path'), limit: assumed('path') };
  expect(placeElement({}, country, weak).all).toEqual([assumed('path')]);
});
