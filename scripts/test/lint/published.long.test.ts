import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { lint } from './lint.ts';

// `npm run lint` fails on errors; this fails on warnings too.
test('the published contract has no problems and ignores none', async () => {
  expect(await lint(['openapi.yaml'])).toEqual([[]]);
  expect(existsSync('.redocly.lint-ignore.yaml')).toBe(false);
}, 60_000);
