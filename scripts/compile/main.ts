import { chmodSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { objectAt } from '../../core/src/util/json.ts';
import { buildInto } from '../build/folder.ts';
import { runNode } from '../build/program.ts';

// Derives the files that no source file imports, and compiles each package to its folder `dist`.
await import('./derived.ts');

// Each package follows those that it imports.
for (const folder of ['.', 'core', 'sandbox', 'verify']) {
  const manifest: unknown = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  await buildInto(join(folder, 'dist'), async ({ out, cache }) => {
    const state = join(cache, 'tsbuildinfo');
    await runNode([
      ...['node_modules/typescript-native/bin/tsc', '-p', join(folder === '.' ? 'src' : folder, 'tsconfig.build.json')],
      ...['--outDir', out, '--tsBuildInfoFile', state],
    ]);
    // npm sets this mode only when it installs a package.
    for (const program of Object.values(objectAt(manifest, 'bin')))
      chmodSync(join(out, String(program).replace('./dist', '')), 0o755);
  });
}
