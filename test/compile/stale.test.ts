import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { removeStale } from '../../scripts/compile/stale.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'stale-'));
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
