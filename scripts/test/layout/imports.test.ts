import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { cycles, importsOfFolders, readEntries, readImports, upward } from './imports.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** The folders of the packages. */
const PACKAGES = { contract: '', core: 'core/', sandbox: 'sandbox/', verify: 'verify/' };

/** From the bottom to the top: each layer may import the layers before it in this list. */
const LAYERS = [
  ['generated', 'src/package-files.ts'],
  ['src/docs', 'src/mock', 'src/mask-text.ts', 'src/vocabulary.ts'],
  ['src/redact.ts', 'src/client'],
  ['src/types.ts', 'src/openapi-fetch.ts', 'src/webhooks', 'src/cli'],
  ['src/index.ts'],
  ['core/generated'],
  ['core/src/values.ts', 'core/src/contract-version.ts', 'core/src/util'],
  ['core/src/files', 'core/src/codes'],
  ['core/src/contract', 'core/src/books', 'core/src/access'],
  ['core/src/validation', 'core/src/cli'],
  ['sandbox/generated'],
  ['sandbox/src', 'verify/src'],
  ['sandbox/pages'],
];

const imports = readImports(root, [
  'generated',
  'src',
  'core/generated',
  'core/src',
  'sandbox/generated',
  'sandbox/src',
  'sandbox/pages',
  'verify/src',
]);
const scriptImports = readImports(root, ['scripts', 'tables']);
const packageOf = (file: string): string => /^(core|sandbox|verify)\//.exec(file)?.[1] ?? 'contract';

describe('the imports of the packages', () => {
  test('are read', () => {
    expect(imports.size).toBeGreaterThan(200);
    expect(imports.get('sandbox/src/options/server-options.ts')).toContain('sandbox/generated/option-docs.ts'); // a type
    expect(imports.get('sandbox/src/cli/commands.ts')).toContain('sandbox/src/cli/start.ts'); // import()
    expect(imports.get('sandbox/src/sandbox/parts.ts')).toContain('core/src/access/index.ts'); // an entry of a package
    const missing = [...imports.values()].flat().filter((target) => !existsSync(root + target));
    expect(missing).toEqual([]);
  });

  test('have no cycle between files', () => {
    expect(cycles(imports)).toEqual([]);
  });

  test('have no cycle between folders', () => {
    expect(cycles(importsOfFolders(imports))).toEqual([]);
  });

  test('load openapi-fetch in the client only, so that the sandbox starts without it', () => {
    const loads = [...imports.keys()].filter((file) =>
      /^import (?!type)[^;]* from 'openapi-fetch'/m.test(readFileSync(root + file, 'utf8')),
    );
    expect(loads).toEqual(['src/client/client.ts']);
  });

  test('run down the layers only', () => {
    expect(upward(imports, LAYERS)).toEqual([]);
  });

  test.each([
    ['books.ts', 'books/payments.ts'],
    ['cli/books.ts', 'books/payments.ts'],
    ['cli/proxy.ts', 'proxy/connection.ts'],
  ])('lead from verify/src/%s to no module that can charge [S65]', (entry, needed) => {
    const loaded = new Set([`verify/src/${entry}`]);
    for (const file of loaded) for (const target of imports.get(file) ?? []) loaded.add(target);
    expect(loaded).toContain(`verify/src/${needed}`);
    expect([...loaded].filter((file) => /^verify\/src\/(run|flows|index)\b/.test(file))).toEqual([]);
  });

  test('run from tests to scripts and to tables that both read, never from those to tests', () => {
    expect(scriptImports.get('scripts/docs/guide/tables.ts')).toContain('tables/tools.ts');
    const isTest = (file: string) => /^(?:(?:core|sandbox|scripts|verify)\/)?test\//.test(file);
    const toTests = [...imports, ...scriptImports].flatMap(([file, targets]) =>
      targets.filter((target) => isTest(target) && !isTest(file)).map((target) => `${file} -> ${target}`),
    );
    expect(toTests).toEqual([]);
  });

  test('enter a folder of sources by its index.ts', () => {
    const folderOf = (file: string) => /^((?:core\/|sandbox\/|verify\/)?src\/[^/]+)\//.exec(file)?.[1];
    const deep = [...imports].flatMap(([file, targets]) =>
      targets
        .filter((target) => folderOf(target) !== undefined && folderOf(target) !== folderOf(file))
        .filter((target) => target !== `${folderOf(target)}/index.ts`)
        .map((target) => `${file} -> ${target}`),
    );
    expect(deep).toEqual([]);
  });

  test('cross the border of a package to the contract or the core only, through one of its entries', () => {
    const entries = new Set(readEntries(root).values());
    const crossing = [...imports].flatMap(([file, targets]) =>
      targets
        .filter((target) => packageOf(target) !== packageOf(file) && !entries.has(target))
        .map((target) => `${file} -> ${target}`),
    );
    expect(crossing).toEqual([]);
  });
});

/** The arrows of the first diagram of a CONTRIBUTING.md, such as `mock --> server`. */
function arrowsDrawn(contributing: string): string[] {
  const [, diagram = ''] = /flowchart TD\n(.*?)```/su.exec(contributing) ?? [];
  return diagram
    .trim()
    .split('\n')
    .flatMap((line) => {
      const [from = '', to = ''] = line.trim().split(' --> ');
      return to.split(' & ').map((target) => `${from} --> ${target}`);
    });
}

describe.each(Object.entries(PACKAGES))('the folders of the package %s', (_, folder) => {
  const contributing = readFileSync(`${root}${folder}CONTRIBUTING.md`, 'utf8');
  const source = `${folder}src/`;

  test('import as the diagram in CONTRIBUTING.md draws', () => {
    const folderOf = (file: string) =>
      file.startsWith(source) ? /^([^/]+)\//.exec(file.slice(source.length))?.[1] : undefined;
    const arrows = [...imports].flatMap(([file, targets]) =>
      targets.map((target) => [folderOf(file), folderOf(target)] as const),
    );
    const imported = arrows.filter(([from, to]) => from && to && from !== to && to !== 'util');
    expect(arrowsDrawn(contributing).sort()).toEqual([...new Set(imported.map((arrow) => arrow.join(' --> ')))].sort());
  });

  test('are explained in CONTRIBUTING.md', () => {
    const [, layout = ''] = /```text\n(.*?)```/su.exec(contributing) ?? [];
    const explained = [...layout.matchAll(/^src\/([a-z]+)\//gm)].map(([, found]) => found);
    const folders = readdirSync(root + source, { withFileTypes: true }).filter((entry) => entry.isDirectory());
    expect(explained.sort()).toEqual(folders.map(({ name }) => name).sort());
  });
});
