import { existsSync, readFileSync } from 'node:fs';
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

  test('load openapi-fetch in the client only, so that mock and sandbox start without it', () => {
    const loads = [...imports.keys()].filter((file) =>
      /^import (?!type)[^;]* from 'openapi-fetch'/m.test(readFileSync(root + file, 'utf8')),
    );
    expect(loads).toEqual(['src/client/client.ts']);
  });

  test('run down the layers and never up', () => {
    expect(upward(imports, LAYERS)).toEqual([]);
  });
});
