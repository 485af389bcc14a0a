import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { objectAt } from '../../core/src/util/json.ts';
import { buildInto } from '../build/folder.ts';
import { runNode } from '../build/program.ts';
import { inDist, unreachedFiles } from './unreached.ts';

// Derives the files that no source file imports, and compiles each package to its folder `dist`.
await import('./derived.ts');

/** The packages, and the folders of their `tsconfig.build.json`. Each follows those that it imports. */
const PACKAGES = [
  { folder: '.', options: 'src' },
  { folder: 'core', options: 'core' },
  { folder: 'sandbox', options: 'sandbox' },
  { folder: 'verify', options: 'verify' },
];

for (const { folder, options } of PACKAGES) {
  const manifest: unknown = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  await buildInto(join(folder, 'dist'), async ({ out, cache }) => {
    const state = join(cache, 'tsbuildinfo');
    await runNode([
      ...['node_modules/typescript-native/bin/tsc', '-p', join(options, 'tsconfig.build.json')],
      ...['--outDir', out, '--tsBuildInfoFile', state],
    ]);
    // npm sets this mode only when it installs a package.
    for (const program of Object.values(objectAt(manifest, 'bin')))
      chmodSync(join(out, inDist(String(program))), 0o755);
    // npm leaves these files out of the package, because users can import only modules that an export reaches.
    writeFileSync(join(out, '.npmignore'), `${unreachedFiles(manifest, out).join('\n')}\n`);
  });
}
