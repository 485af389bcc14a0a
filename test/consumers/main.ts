/**
 * Compiles programs of users against the packed package, with each supported TypeScript and, from 5.4, with the declarations of all
 * libraries: `npm run check -- consumers`. It also runs attw on every export. It fetches the compilers and attw when it runs, so they are not
 * dependencies.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { install, manifest, name, type Packed, pack } from '../package/packed.ts';

/** 5.0 is the oldest: the first with moduleResolution bundler. Others can be named on the command line. */
const versions = process.argv.length > 2 ? process.argv.slice(2) : ['5.0', '5.4', '5.9', '6.0', '7.0'];
const browser = { lib: ['es2022', 'dom', 'dom.iterable'], types: [] };
const setups = {
  'bundler, for a browser': { module: 'esnext', moduleResolution: 'bundler', ...browser },
  'nodenext, for a browser': { module: 'nodenext', moduleResolution: 'nodenext', ...browser },
  'commonjs and node10, for a browser': { module: 'commonjs', moduleResolution: 'node10', ...browser },
  'nodenext, for Node alone': { module: 'nodenext', moduleResolution: 'nodenext', lib: ['es2022'], types: ['node'] },
};

const programs = ['consumer.ts', 'with-openapi-fetch.ts'];
/** The declarations of openapi-fetch need 5.4. With an older version, you set skipLibCheck. */
const needsSkipLibCheck = (version: string) => version < '5.4';

const packed = pack();
try {
  checkExports(packed);
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
      // The last compilers with this setting.
      if (options.moduleResolution === 'node10' && version >= '6') continue;
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

/** Runs attw, also with the older module settings. Nothing requires the package as CommonJS, and files of YAML have no types. */
function checkExports({ tarball, folder }: Packed): void {
  const yaml = Object.keys(manifest().exports).filter((entry) => entry.endsWith('.yaml'));
  const options = [
    '--ignore-rules',
    'cjs-resolves-to-esm',
    '--exclude-entrypoints',
    ...yaml,
    '--no-color',
    '--no-emoji',
  ];
  const attw = ['exec', '--yes', '--package', '@arethetypeswrong/cli@0.18', '--', 'attw', tarball, ...options];
  const { status, stdout, stderr } = spawnSync('npm', attw, { cwd: folder, encoding: 'utf8' });
  const missing = Object.keys(manifest().exports)
    .map((entry) => `"${name}${entry.slice(1)}"`)
    .filter((entry) => !entry.endsWith('.yaml"') && !stdout.includes(entry));
  const isWell = status === 0 && missing.length === 0;
  console.log(`attw: ${isWell ? 'ok' : `FAILED ${missing}\n${stdout}${stderr}`}`);
  if (!isWell) process.exitCode = 1;
}
