import { join } from 'node:path';
import ts from 'typescript';
import { beforeAll, expect, it } from 'vitest';
import { built } from '../../../test/built/built.ts';
import { root } from './packed.ts';

beforeAll(() => built('compiled'));

const parsed = new Map<string, ts.SourceFile | undefined>();

/** Returns the codes of the errors if the build of a package has a further module `src/border.ts` with this import. */
function errorsOf(config: string, specifier: string): number[] {
  const unusable = () => {
    throw new Error(`${config} cannot be read`);
  };
  const build = ts.getParsedCommandLineOfConfigFile(
    join(root, config),
    {},
    { ...ts.sys, onUnRecoverableConfigFileDiagnostic: unusable },
  );
  const { options, fileNames } = build ?? unusable();
  const border = join(root, config, '../src/border.ts').replace('src/src', 'src');
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists } = host;
  host.fileExists = (file) => file === border || fileExists(file);
  host.getSourceFile = (file, ...given) => {
    if (file === border) return ts.createSourceFile(file, `export * from '${specifier}';`, ts.ScriptTarget.ES2022);
    // The builds share most of their files.
    if (!parsed.has(file)) parsed.set(file, getSourceFile(file, ...given));
    return parsed.get(file);
  };
  const program = ts.createProgram([...fileNames, border], options, host);
  return program.getSemanticDiagnostics(program.getSourceFile(border)).map(({ code }) => code);
}

it.each([
  ['src/tsconfig.build.json', './index.js', 'of its package', []],
  ['src/tsconfig.build.json', '../sandbox/src/index.js', 'of another package', [6307]],
  ['sandbox/tsconfig.build.json', 'payment-gateway-core/util', 'of an entry', []],
  ['sandbox/tsconfig.build.json', '../../src/index.js', 'of another package', [6059]],
  ['sandbox/tsconfig.build.json', 'payment-gateway-core/dist/src/util/index.js', 'that is no entry', [2307]],
  ['core/tsconfig.build.json', '../../src/index.js', 'of another package', [6059]],
  ['verify/tsconfig.build.json', '../../src/index.js', 'of another package', [6059]],
] as const)('the build of %s with the path %s %s', (config, specifier, _, codes) => {
  expect([...new Set(errorsOf(config, specifier))]).toEqual(codes);
});
