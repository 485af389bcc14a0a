import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { cycles, importsOfFolders, readImports, upward } from './imports.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** From the bottom to the top: each layer may import the layers before it in this list. */
const LAYERS = [
  ['src/util'],
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
    expect(imports.get('src/mock/mock-server.ts')).toContain('src/server/pipeline.ts'); // a type
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

  test('run down the layers only', () => {
    expect(upward(imports, LAYERS)).toEqual([]);
  });

  test('are the arrows of the diagram in CONTRIBUTING.md', () => {
    const text = readFileSync(`${root}CONTRIBUTING.md`, 'utf8');
    const [, diagram = ''] = /flowchart TD\n(.*?)```/su.exec(text) ?? [];
    const drawn = diagram
      .trim()
      .split('\n')
      .flatMap((line) => {
        const [from = '', to = ''] = line.trim().split(' --> ');
        return to.split(' & ').map((target) => `${from} --> ${target}`);
      });
    const folderOf = (file: string) => /^src\/([^/]+)\//.exec(file)?.[1];
    const arrows = [...imports].flatMap(([file, targets]) =>
      targets.map((target) => [folderOf(file), folderOf(target)] as const),
    );
    const imported = arrows.filter(([from, to]) => from && to && from !== to && to !== 'util');
    expect(drawn.sort()).toEqual([...new Set(imported.map((arrow) => arrow.join(' --> ')))].sort());
  });

  test('lead to folders that CONTRIBUTING.md explains', () => {
    const text = readFileSync(`${root}CONTRIBUTING.md`, 'utf8');
    const [, layout = ''] = /```text\n(.*?)```/su.exec(text) ?? [];
    const explained = [...layout.matchAll(/^src\/([a-z]+)\//gm)].map(([, folder]) => folder);
    const folders = readdirSync(`${root}src`, { withFileTypes: true }).filter((entry) => entry.isDirectory());
    expect(explained.sort()).toEqual(folders.map(({ name }) => name).sort());
  });
});
