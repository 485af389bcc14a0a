import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join, posix } from 'node:path';
import { objectAt } from '../../core/src/util/json.ts';
import { buildInto } from '../build/folder.ts';
import { runNode } from '../build/program.ts';
import { EVIDENCE } from '../contract/read.ts';
import { deriveAll, SANDBOX } from '../generate/derive.ts';
import { inDist, unreachedFiles } from './unreached.ts';

// Compiles each package to its folder `dist`, and derives the files there that no source file imports.

/** The packages, and the folders of their `tsconfig.build.json`. Each follows those that it imports. */
const PACKAGES = [
  { folder: '.', options: 'src' },
  { folder: 'core', options: 'core' },
  { folder: 'sandbox', options: 'sandbox' },
  { folder: 'verify', options: 'verify' },
];

const [contract = '', control = '', evidence] = ['openapi.yaml', SANDBOX, EVIDENCE].map((file) =>
  readFileSync(file, 'utf8'),
);
const derived = deriveAll(contract, control, evidence);

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
    for (const [file, text] of derived) {
      if (posix.dirname(file) !== posix.join(folder, 'dist/derived')) continue;
      mkdirSync(join(out, 'derived'), { recursive: true });
      writeFileSync(join(out, 'derived', basename(file)), text);
    }
    // npm leaves these files out of the package, because users can import only modules that an export reaches.
    writeFileSync(join(out, '.npmignore'), `${unreachedFiles(manifest, out).join('\n')}\n`);
  });
}
