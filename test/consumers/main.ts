/**
 * Compiles what a user of the packed package writes, under each supported TypeScript, library declarations included: `npm run
 * test:consumers`. The compilers are fetched when it runs, and so not among the dependencies.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { install, name, pack } from '../package/packed.ts';

/** 5.0 is the oldest: the first with moduleResolution bundler. Others can be named on the command line. */
const versions = process.argv.length > 2 ? process.argv.slice(2) : ['5.0', '5.4', '5.9', '6.0', '7.0'];
const browser = { lib: ['es2022', 'dom', 'dom.iterable'], types: [] };
const setups = {
  'bundler, for a browser': { module: 'esnext', moduleResolution: 'bundler', ...browser },
  'nodenext, for a browser': { module: 'nodenext', moduleResolution: 'nodenext', ...browser },
  'nodenext, for Node alone': { module: 'nodenext', moduleResolution: 'nodenext', lib: ['es2022'], types: ['node'] },
};

const packed = pack();
try {
  const project = install(packed, 'consumers');
  project.link('@types/node', 'undici-types');
  const source = readFileSync(new URL('consumer.ts', import.meta.url), 'utf8');
  project.write(
    'consumer.ts',
    source.replace(/'\.\.\/\.\.\/src\/(?:(\w+)\/)?(\w+)\.js'/g, (_, folder, file) => {
      const entry = folder ?? (file === 'index' ? undefined : file);
      return `'${entry ? `${name}/${entry}` : name}'`;
    }),
  );
  for (const version of versions) {
    for (const [setup, options] of Object.entries(setups)) {
      const compilerOptions = {
        ...options,
        target: 'es2022',
        strict: true,
        exactOptionalPropertyTypes: true,
        noUncheckedIndexedAccess: true,
        // openapi-fetch's own declarations, which ours name, need 5.4.
        skipLibCheck: version === '5.0',
        noEmit: true,
      };
      project.write('tsconfig.json', JSON.stringify({ compilerOptions, files: ['consumer.ts'] }));
      const compiler = ['exec', '--yes', '--package', `typescript@${version}`, '--', 'tsc', '-p', 'tsconfig.json'];
      const { status, stdout, stderr } = spawnSync('npm', compiler, { cwd: project.directory, encoding: 'utf8' });
      console.log(`TypeScript ${version}, ${setup}: ${status === 0 ? 'ok' : `FAILED\n${stdout}${stderr}`}`);
      if (status !== 0) process.exitCode = 1;
    }
  }
} finally {
  packed.remove();
}
