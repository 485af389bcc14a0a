import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

/** Creates a folder that is removed after the tests of the file. */
export function temporaryFolder(name: string, within = tmpdir()): string {
  const folder = mkdtempSync(join(within, `${name}-`));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
