import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { temporaryFolder } from '../../../test/temporary-folder.ts';
import { unreachedFiles } from '../../compile/unreached.ts';

const folder = temporaryFolder('compile');
let root: string;
beforeEach(() => {
  root = mkdtempSync(join(folder, 'package-'));
});

function write(...files: string[]): void {
  for (const file of files) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), '');
  }
}

test('names the modules and declarations that neither an export nor a program reaches, even if some are not compiled', () => {
  const exports = { '.': { types: './dist/src/index.d.ts', default: './dist/src/index.js' }, './a.json': './a.json' };
  const manifest = { exports, bin: { a: './dist/src/main.js' } };
  expect(unreachedFiles(manifest, root)).toEqual([]);
  const names = ['index', 'main', 'used', 'deep/also', 'deep/later', 'types-only', 'unused'];
  const contents: Record<string, string> = {
    'index.d.ts': "export * from './used.js';\nexport * from './absent.js';\nexport * from './types-only.js';\n",
    'index.js': "export * from './used.js';\n",
    'used.d.ts': "export type A = import('./deep/also.js').A;\n",
    'used.js': "import './deep/also.js';\n",
    'deep/also.d.ts': "import '../../../test/index.js';\n",
    'main.js': "await import('./deep/later.js');\n",
  };
  for (const file of names.flatMap((name) => [`${name}.js`, `${name}.d.ts`])) {
    write(`src/${file}`);
    writeFileSync(join(root, 'src', file), contents[file] ?? '');
  }
  expect(unreachedFiles(manifest, root)).toEqual(
    ['deep/later.d.ts', 'main.d.ts', 'types-only.js', 'unused.d.ts', 'unused.js'].map((file) => `/src/${file}`),
  );
});
