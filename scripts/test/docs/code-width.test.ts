import { expect, test } from 'vitest';
import { portuguese } from '../../docs/editions.ts';
import { guidesOf } from '../../docs/guide/pages.ts';
import { english } from '../../docs/language.ts';
import { readContract } from './contract.ts';

/** What a panel of a guide shows on a laptop without a scroll bar. */
const WIDTH = 84;

test.each([english, portuguese])('no code line of a guide in $code is wider than its panel', (language) => {
  const wide = guidesOf(readContract(), language).flatMap(({ name, markdown }) =>
    // The site wraps output, which has the fence `text`.
    [...markdown.matchAll(/^ *```(?!text)\w+\n([\s\S]*?)^ *```$/gm)]
      .flatMap(([, code = '']) => code.split('\n'))
      .filter((line) => line.length > WIDTH)
      .map((line) => `${name}: ${line}`),
  );
  expect(wide).toEqual([]);
});
