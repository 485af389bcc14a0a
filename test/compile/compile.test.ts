import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { unreachedDeclarations } from '../../scripts/compile/declarations.ts';
import { removeStale } from '../../scripts/compile/stale.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'compile-'));
});
afterEach(() => rmSync(root, { recursive: true }));

function write(...files: string[]): void {
  for (const file of files) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), '');
  }
}

test('removes compiled files whose source is gone, and keeps all others', () => {
  write('src/index.ts', 'src/pages/console.tsx', 'generated/types.ts', 'src/client/README.md');
  const kept = ['dist/src/index.js', 'dist/src/index.d.ts', 'dist/src/pages/console.js', 'dist/generated/types.d.ts'];
  const beside = ['dist/docs/index.js', 'dist/pages/console.js', 'dist/.tsbuildinfo'];
  const stale = ['dist/src/gone.js', 'dist/src/gone.d.ts', 'dist/src/gone/inner.js', 'dist/generated/gone.js'];
  write(...kept, ...beside, ...stale);
  expect(removeStale(root).sort()).toEqual([...stale].sort());
  expect(stale.filter((file) => existsSync(join(root, file)))).toEqual([]);
  expect([...kept, ...beside].filter((file) => !existsSync(join(root, file)))).toEqual([]);
  expect(removeStale(root)).toEqual([]);
});

test('does nothing where nothing was compiled', () => {
  write('src/index.ts');
  expect(removeStale(root)).toEqual([]);
});

test('names the declarations that no export reaches, also if some are not compiled', () => {
  const manifest = { exports: { '.': { types: './dist/src/index.d.ts' }, './cli': { types: './dist/src/cli.d.ts' } } };
  writeFileSync(join(root, 'package.json'), JSON.stringify(manifest));
  expect(unreachedDeclarations(root)).toEqual([]);
  write(
    'dist/src/index.d.ts',
    'dist/src/used.d.ts',
    'dist/src/deep/also.d.ts',
    'dist/src/unused.d.ts',
    'dist/src/used.js',
  );
  writeFileSync(join(root, 'dist/src/index.d.ts'), "export * from './used.js';\nexport * from './absent.js';\n");
  writeFileSync(join(root, 'dist/src/used.d.ts'), "export type A = import('./deep/also.js').A;\n");
  writeFileSync(join(root, 'dist/src/deep/also.d.ts'), "import '../index.js';\n");
  expect(unreachedDeclarations(root)).toEqual(['dist/src/unused.d.ts']);
});
