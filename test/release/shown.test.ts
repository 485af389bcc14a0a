import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { shownOf } from './registry-stub.ts';

test('the registry shows the English README of each package', async () => {
  const folders = ['.', 'core', 'sandbox', 'verify'];
  const shown = await shownOf(folders.map((folder) => `./${folder}`));
  expect(shown.map(({ readmeFilename }) => readmeFilename)).toEqual(folders.map(() => 'README.md'));
  expect(shown.map(({ readme }) => readme)).toEqual(
    folders.map((folder) => readFileSync(join(folder, 'README.md'), 'utf8')),
  );
});
