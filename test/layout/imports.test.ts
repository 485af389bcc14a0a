import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { circles, importsOf, readImports, upward } from './imports.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** The house from the bottom to the top: each line may import from those above it in this list, and its own folder. */
const LAYERS = [
  ['generated'],
  ['src/redaction', 'src/codes'],
  ['src/client', 'src/pages', 'src/mock/wire'],
  ['src/types.ts', 'src/openapi-fetch.ts', 'src/webhooks', 'src/mock/contract'],
  ['src/index.ts'],
  ['src/mock/control'],
  ['src/mock/request'],
  ['src/mock/response'],
  ['src/mock'],
  ['src/sandbox', 'src/verify'],
  ['src/cli'],
];

describe('the imports of src', () => {
  const imports = readImports(root, ['generated', 'src']);

  test('are read', () => {
    expect(imports.size).toBeGreaterThan(80);
    expect(imports.get('src/mock/mock.ts')).toContain('src/mock/request/matched.ts'); // a type
    expect(imports.get('src/cli/commands.ts')).toContain('src/cli/mock.ts'); // import()
    const missing = [...imports.values()].flat().filter((target) => !existsSync(root + target));
    expect(missing).toEqual([]);
  });

  test('have no circle, types included', () => {
    expect(circles(imports)).toEqual([]);
  });

  test('run down the layers and never up', () => {
    expect(upward(imports, LAYERS)).toEqual([]);
  });
});

describe('the check itself', () => {
  const planted = (more: Record<string, string>) =>
    importsOf(
      new Map(
        Object.entries({
          'src/mock/wire/json.ts': "import { readFileSync } from 'node:fs';",
          'src/mock/mock.ts': "import { type Json } from './wire/json.js';",
          ...more,
        }),
      ),
    );

  test('finds nothing where nothing is wrong', () => {
    expect(circles(planted({}))).toEqual([]);
    expect(upward(planted({}), LAYERS)).toEqual([]);
  });

  test.each([
    ['a value', "import { createMock } from '../mock.js';"],
    ['a type', "import type { Mock } from '../mock.js';"],
    ['a type among values', "import { type Mock } from '../mock.js';"],
    ['a re-export', "export * from '../mock.js';"],
    ['an import()', "export const load = () => import('../mock.js');"],
    ['an import() as a type', "export type Mock = import('../mock.js').Mock;"],
  ])('finds a circle, and an arrow back up, by %s', (_, source) => {
    const imports = planted({ 'src/mock/wire/json.ts': source });
    expect(circles(imports)).toEqual([['src/mock/wire/json.ts', 'src/mock/mock.ts', 'src/mock/wire/json.ts']]);
    expect(upward(imports, LAYERS)).toEqual(['src/mock/wire/json.ts -> src/mock/mock.ts']);
  });

  test('finds a module that imports itself, and a circle of three', () => {
    expect(circles(planted({ 'src/mock/a.ts': "import './a.js';" }))).toEqual([['src/mock/a.ts', 'src/mock/a.ts']]);
    const three = planted({
      'src/mock/a.ts': "import './b.js';",
      'src/mock/b.ts': "import './c.js';",
      'src/mock/c.ts': "import './a.js';",
    });
    expect(circles(three)).toHaveLength(1);
  });

  test('finds an arrow between places that know nothing of each other, and a file without a place', () => {
    const client = planted({ 'src/client/client.ts': "import { isObject } from '../mock/wire/json.js';" });
    expect(upward(client, LAYERS)).toEqual(['src/client/client.ts -> src/mock/wire/json.ts']);
    expect(upward(planted({ 'src/other/file.ts': '' }), LAYERS)).toEqual(['src/other/file.ts has no layer']);
  });
});
