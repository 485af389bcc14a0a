/** Compiles programs of users with each supported TypeScript and, from 5.4, with the declarations of all libraries, and runs attw on every export. */
import {
  CONTRACT,
  importable,
  importing,
  install,
  manifest,
  type PackageName,
  packageNames,
} from '../../scripts/test/packages/packed.ts';
import { failureOf, npx, type Part, programOf, run } from './row.ts';

/** 5.4 is the oldest that the declarations of openapi-fetch need. */
const VERSIONS = ['5.4', '5.9', '6.0', '7.0'];
const browser = { lib: ['es2022', 'dom'], types: [] };
const SETUPS = {
  'bundler, for a browser': { module: 'esnext', moduleResolution: 'bundler', ...browser },
  'nodenext, for a browser': { module: 'nodenext', moduleResolution: 'nodenext', ...browser },
  'commonjs and node10, for a browser': { module: 'commonjs', moduleResolution: 'node10', ...browser },
  'nodenext, for Node alone': { module: 'nodenext', moduleResolution: 'nodenext', lib: ['es2022'], types: ['node'] },
};
/** Programs in CommonJS, as the guide lists them. A `.cts` file is always CommonJS. */
const COMMONJS = [
  { version: '5.9', module: 'node16', file: 'client.cts', says: /TS1479/ },
  { version: '5.9', module: 'node16', file: 'client.mts' },
  { version: '5.8', module: 'nodenext', file: 'client.cts' },
  { version: '5.7', module: 'nodenext', file: 'client.cts', says: /TS1479/ },
  { version: '7.0', module: 'nodenext', file: 'client.cts' },
];
/** Servers name types of Node. */
const NEED_NODE = /^payment-gateway-(?:core|sandbox|verify|contract\/(?:docs|mock))(?!.*\.json$)/;
const PROGRAMS = ['consumer.ts', 'with-openapi-fetch.ts'];

/** The exports of the packages, without those that need the types of Node if the project lacks these. */
const exportsOf = ({ moduleResolution, types }: { moduleResolution: string; types: readonly string[] }) =>
  packageNames
    .flatMap(importable)
    .filter((entry) => moduleResolution !== 'nodenext' || !entry.endsWith('.json'))
    .filter((entry) => types.includes('node') || !NEED_NODE.test(entry));

export const compilers: Part = async (packed) => {
  const project = install(packed, 'compilers');
  project.link('@types/node', 'undici-types');
  for (const file of PROGRAMS) project.write(file, programOf(`programs/${file}`));
  const compiled = VERSIONS.flatMap((version) =>
    Object.entries(SETUPS)
      // The last compilers with this setting.
      .filter(([, { moduleResolution }]) => moduleResolution !== 'node10' || version < '6')
      .map(([setup, options]) => ({
        title: `TypeScript ${version}, ${setup}`,
        run: () => {
          const compilerOptions = {
            ...{ ...options, target: 'es2022', strict: true, exactOptionalPropertyTypes: true, noEmit: true },
            noUncheckedIndexedAccess: true,
            skipLibCheck: false,
            ...{ esModuleInterop: true, resolveJsonModule: true },
          };
          project.write('every-export.ts', importing(exportsOf(options)));
          project.write('tsconfig.json', JSON.stringify({ compilerOptions, files: [...PROGRAMS, 'every-export.ts'] }));
          return failureOf(project.directory, npx(`typescript@${version}`, 'tsc', '-p', 'tsconfig.json'));
        },
      })),
  );
  const commonjs = COMMONJS.map(({ module, file, version, says }) => ({
    title: `TypeScript ${version}, module ${module}, ${file}: ${says ? 'TS1479, as the guide says' : 'compiles'}`,
    run: async () => {
      project.write(
        file,
        `import { createGatewayClient } from '${CONTRACT}';\nexport const create = createGatewayClient;\n`,
      );
      const compilerOptions = { module, target: 'es2022', strict: true, noEmit: true, skipLibCheck: true, types: [] };
      project.write('commonjs.json', JSON.stringify({ compilerOptions, files: [file] }));
      const { isWell, output } = await run(
        project.directory,
        npx(`typescript@${version}`, 'tsc', '-p', 'commonjs.json'),
      );
      return (says ? says.test(output) : isWell) ? undefined : output;
    },
  }));
  // Also with the older module settings. Nothing requires a package as CommonJS, and files of YAML have no types.
  const attw = async (name: PackageName) => {
    const files = Object.keys(manifest(name).exports).filter((entry) => entry.endsWith('.yaml'));
    const excluded = files.length > 0 ? ['--exclude-entrypoints', ...files] : [];
    const options = ['--ignore-rules', 'cjs-resolves-to-esm', ...excluded, '--no-color', '--no-emoji'];
    const command = npx('@arethetypeswrong/cli@0.18', 'attw', packed.packages[name].tarball, ...options);
    const { isWell, stdout, output } = await run(packed.folder, command);
    const missing = importable(name).filter((entry) => !stdout.includes(`"${entry}"`));
    return isWell && missing.length === 0 ? undefined : `missing: ${missing}\n${output}`;
  };
  return {
    rows: [...packageNames.map((name) => ({ title: `attw ${name}`, run: () => attw(name) })), ...compiled, ...commonjs],
  };
};
