/**
 * Compiles programs of users against the packed package, with each supported TypeScript and, from 5.4, with the declarations of all
 * libraries: `npm run check -- consumers`. It fetches the compilers when it runs, so they are not dependencies.
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

const programs = ['consumer.ts', 'with-openapi-fetch.ts'];
/** The declarations of openapi-fetch need 5.4. With an older version, you set skipLibCheck. */
const needsSkipLibCheck = (version: string) => version < '5.4';

const packed = pack();
try {
  const project = install(packed, 'consumers');
  project.link('@types/node', 'undici-types');
  for (const file of programs) {
    const source = readFileSync(new URL(file, import.meta.url), 'utf8');
    const imported = source.replace(/'\.\.\/\.\.\/src\/(?:(\w+)\/)?([\w-]+)\.js'/g, (_, folder, module) => {
      const entry = folder ?? (module === 'index' ? undefined : module);
      return `'${entry ? `${name}/${entry}` : name}'`;
    });
    project.write(file, imported);
  }
  for (const version of versions) {
    for (const [setup, options] of Object.entries(setups)) {
      const compilerOptions = {
        ...options,
        target: 'es2022',
        strict: true,
        exactOptionalPropertyTypes: true,
        noUncheckedIndexedAccess: true,
        skipLibCheck: needsSkipLibCheck(version),
        noEmit: true,
      };
      project.write('tsconfig.json', JSON.stringify({ compilerOptions, files: programs }));
      const compiler = ['exec', '--yes', '--package', `typescript@${version}`, '--', 'tsc', '-p', 'tsconfig.json'];
      const { status, stdout, stderr } = spawnSync('npm', compiler, { cwd: project.directory, encoding: 'utf8' });
      console.log(`TypeScript ${version}, ${setup}: ${status === 0 ? 'ok' : `FAILED\n${stdout}${stderr}`}`);
      if (status !== 0) process.exitCode = 1;
    }
  }
} finally {
  packed.remove();
}
