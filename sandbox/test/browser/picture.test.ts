import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { built } from '../../../test/built/built.ts';
import { LABELS, openScene } from './scene.ts';

test("the README's picture shows the labels of today's console", { tags: ['chromium', 'long'] }, async () => {
  await built('pages');
  const { labels, close } = await openScene();
  await close();
  expect(labels, 'run `npm run pages:picture`').toBe(readFileSync(LABELS, 'utf8'));
});
