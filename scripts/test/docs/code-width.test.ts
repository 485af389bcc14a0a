import { expect, test } from 'vitest';
import { editionDefinitions } from '../../docs/editions.ts';
import { guidesIn } from './guides.ts';

/** What a panel of a guide shows on a laptop without a scroll bar. */
const WIDTH = 84;

test.each(editionDefinitions)('no code line of a guide in $language.code is wider than its panel', (edition) => {
  const wide = guidesIn(edition).flatMap(({ name, markdown }) =>
    // The site wraps output, which has the fence `text`.
    [...markdown.matchAll(/^ *```(?!text)\w+\n([\s\S]*?)^ *```$/gm)]
      .flatMap(([, code = '']) => code.split('\n'))
      .filter((line) => line.length > WIDTH)
      .map((line) => `${name}: ${line}`),
  );
  expect(wide).toEqual([]);
});
