import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { removeStale } from '../../scripts/compile/stale.ts';
import { unreachedFiles } from '../../scripts/compile/unreached.ts';

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

test('names the modules and declarations that neither an export nor a program reaches, even if some are not compiled', () => {
  const exports = { '.': { types: './dist/src/index.d.ts', default: './dist/src/index.js' }, './a.json': './a.json' };
  writeFileSync(join(root, 'package.json'), JSON.stringify({ exports, bin: { a: './dist/src/main.js' } }));
  expect(unreachedFiles(root)).toEqual([]);
  const names = ['index', 'main', 'used', 'deep/also', 'deep/later', 'types-only', 'unused'];
  const contents: Record<string, string> = {
    'index.d.ts': "export * from './used.js';\nexport * from './absent.js';\nexport * from './types-only.js';\n",
    'index.js': "export * from './used.js';\n",
    'used.d.ts': "export type A = import('./deep/also.js').A;\n",
    'used.js': "import './deep/also.js';\n",
    'deep/also.d.ts': "import '../index.js';\n",
    'main.js': "await import('./deep/later.js');\n",
  };
  for (const file of names.flatMap((name) => [`${name}.js`, `${name}.d.ts`])) {
    write(`dist/src/${file}`);
    writeFileSync(join(root, 'dist/src', file), contents[file] ?? '');
  }
  expect(unreachedFiles(root)).toEqual(
    ['deep/later.d.ts', 'main.d.ts', 'types-only.js', 'unused.d.ts', 'unused.js'].map((file) => `dist/src/${file}`),
  );
});
