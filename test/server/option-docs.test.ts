import ts from 'typescript';
import { beforeAll, describe, expect, test } from 'vitest';
import { SANDBOX_OPTIONS } from '../../src/sandbox/options.js';
import type { Option } from '../../src/server/option-table.js';
import { MOCK_OPTIONS } from '../../src/server/options.js';
import { built } from '../built/built.ts';

const FUNCTIONS = {
  createGatewayClient: 'index',
  createMockFetch: 'mock/index',
  startMockServer: 'mock/index',
  createSandboxFetch: 'sandbox/index',
  startSandbox: 'sandbox/index',
  verifyServer: 'verify/index',
};
let docs: Map<string, Map<string, string>>;

beforeAll(async () => {
  await built('modules');
  const files = new Map(Object.values(FUNCTIONS).map((name) => [name, `dist/src/${name}.d.ts`]));
  const program = ts.createProgram([...files.values()], {
    module: ts.ModuleKind.NodeNext,
    strict: true,
    exactOptionalPropertyTypes: true,
  });
  docs = new Map(Object.entries(FUNCTIONS).map(([name, file]) => [name, docsOf(program, files.get(file) ?? '', name)]));
}, 120_000);

/** Returns what an editor shows on hover for each property of the first parameter of an exported function. */
function docsOf(program: ts.Program, file: string, name: string): Map<string, string> {
  const checker = program.getTypeChecker();
  const source = program.getSourceFile(file);
  const module = source && checker.getSymbolAtLocation(source);
  const found = module && checker.getExportsOfModule(module).find((one) => one.name === name);
  const target = found && found.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(found) : found;
  const [signature] = target ? checker.getTypeOfSymbol(target).getCallSignatures() : [];
  const [parameter] = signature?.getParameters() ?? [];
  const options = parameter ? checker.getNonNullableType(checker.getTypeOfSymbol(parameter)).getProperties() : [];
  return new Map(options.map((one) => [one.name, ts.displayPartsToString(one.getDocumentationComment(checker))]));
}

test.each(Object.keys(FUNCTIONS))('the types of %s explain each option in sentences', (name) => {
  const found = docs.get(name) ?? new Map();
  expect(found.size).toBeGreaterThan(3);
  expect([...found].filter(([, text]) => !/^[A-Z].*\.$/s.test(text))).toEqual([]);
});

describe('an option from a table', () => {
  const tables: Readonly<Record<string, Readonly<Record<string, Option>>>> = {
    startMockServer: MOCK_OPTIONS,
    startSandbox: SANDBOX_OPTIONS,
  };
  test.each(Object.entries(tables))('of %s shows its help, its unit and its default', (name, table) => {
    for (const [key, { help, unit, default: usual }] of Object.entries(table)) {
      const text = docs.get(name)?.get(key)?.replaceAll('`', '') ?? '';
      expect(text, key).toContain(help.slice(1));
      expect(text, key).toContain(unit ? ` In ${unit}.` : '');
      expect(text.includes(' Default: '), key).toBe(usual !== undefined);
    }
  });
});
