import { readFileSync } from 'node:fs';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { manifest, packageNames, packagePath } from './packed.ts';

/** The names of each entry when all was one package. */
const former: Readonly<Record<string, readonly string[]>> = parse(
  readFileSync('test/package/former-exports.yaml', 'utf8'),
);

/** Names that changed since. The sandbox has such requests, too. */
const renamed: Readonly<Record<string, string>> = { MockRequest: 'RecordedRequest' };

/** The names of each public entry now, types included. */
function exportedNames(): Map<string, readonly string[]> {
  const sources = packageNames.flatMap((name) =>
    Object.entries(manifest(name).exports).flatMap(([entry, target]) => {
      const declarations = typeof target === 'string' ? undefined : target.types;
      return declarations === undefined || entry.startsWith('./internal/')
        ? []
        : [[name + entry.slice(1), packagePath(name, declarations)] as const];
    }),
  );
  const { config } = ts.readConfigFile('tsconfig.json', ts.sys.readFile);
  // The names need no types of the language or of Node, which take seconds to read.
  const compilerOptions = { ...config.compilerOptions, lib: undefined, noLib: true, types: [], customConditions: [] };
  const { options } = ts.parseJsonConfigFileContent({ compilerOptions, files: [] }, ts.sys, '.');
  const program = ts.createProgram(
    sources.map(([, file]) => file),
    options,
  );
  const checker = program.getTypeChecker();
  return new Map(
    sources.map(([entry, file]) => {
      const source = program.getSourceFile(file);
      const module = source && checker.getSymbolAtLocation(source);
      return [entry, module ? checker.getExportsOfModule(module).map(({ name }) => name) : []];
    }),
  );
}

test('each name of the former package is exported by the entry that took its place, and by no other', () => {
  const entriesOf = (names: Iterable<readonly [string, readonly string[]]>) => {
    const entries = new Map<string, string[]>();
    for (const [entry, exported] of names)
      for (const name of exported) entries.set(name, [...(entries.get(name) ?? []), entry].sort());
    return entries;
  };
  const now = entriesOf(exportedNames());
  const differences = [...entriesOf(Object.entries(former))].filter(
    ([name, entries]) => String(now.get(renamed[name] ?? name)) !== String(entries),
  );
  expect(differences.map(([name, entries]) => `${name}: was in ${entries}, is in ${now.get(name)}`)).toEqual([]);
});
