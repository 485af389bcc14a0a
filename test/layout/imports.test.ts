import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { cycles, importsOfFolders, readImports, upward } from './imports.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** From the bottom to the top: each layer may import the layers before it in this list. */
const LAYERS = [
  ['generated'],
  ['src/redaction', 'src/codes'],
  ['src/pages', 'src/contract'],
  ['src/client'],
  ['src/types.ts', 'src/openapi-fetch.ts', 'src/webhooks'],
  ['src/index.ts', 'src/server'],
  ['src/mock'],
  ['src/sandbox', 'src/verify'],
  ['src/cli'],
];

describe('the imports of src', () => {
  const imports = readImports(root, ['generated', 'src']);

  test('are read', () => {
    expect(imports.size).toBeGreaterThan(80);
    expect(imports.get('src/mock/mock.ts')).toContain('src/server/pipeline.ts'); // a type
    expect(imports.get('src/cli/commands.ts')).toContain('src/cli/mock.ts'); // import()
    const missing = [...imports.values()].flat().filter((target) => !existsSync(root + target));
    expect(missing).toEqual([]);
  });

  test('have no cycle between files', () => {
    expect(cycles(imports)).toEqual([]);
  });

  test('have no cycle between folders', () => {
    expect(cycles(importsOfFolders(imports))).toEqual([]);
  });

  test('run down the layers and never up', () => {
    expect(upward(imports, LAYERS)).toEqual([]);
  });
});
