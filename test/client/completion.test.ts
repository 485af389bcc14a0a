import ts from 'typescript';
import { expect, test } from 'vitest';

const program = `import { createGatewayClient, unwrap } from '../../src/index.js';
const client = createGatewayClient({ baseUrl: 'https://gateway.example', accessToken: 'token' });
const params = { path: { id: 1 } };
const { status } = await unwrap(client.GET('/v1/transactions/{id}', { params }));
export const isPaid = status === '/*response*/';
client.POST('/v1/prices', { body: { plan_id: 1, amount: 1, interval: '/*request*/' } });
const link = await unwrap(client.GET('/v1/links/{id}', { params }));
export const type = link./*field*/type;
`;
const file = `${process.cwd()}/test/client/in-an-editor.ts`;
const editor = ts.createLanguageService({
  getCompilationSettings: () => ({
    strict: true,
    module: ts.ModuleKind.NodeNext,
    target: ts.ScriptTarget.ES2022,
    skipLibCheck: true,
    types: [],
  }),
  getScriptFileNames: () => [file],
  getScriptVersion: () => '1',
  getScriptSnapshot: (name) => {
    const text = name === file ? program : ts.sys.readFile(name);
    return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
  },
  getCurrentDirectory: () => process.cwd(),
  getDefaultLibFileName: ts.getDefaultLibFilePath,
  fileExists: ts.sys.fileExists,
  readFile: ts.sys.readFile,
});

const offersAt = (marker: string): string[] =>
  editor.getCompletionsAtPosition(file, program.indexOf(marker), undefined)?.entries.map(({ name }) => name) ?? [];

test('an editor offers the known values of a vocabulary in responses and requests', () => {
  expect(offersAt('/*response*/')).toEqual(expect.arrayContaining(['paid', 'refused', 'waiting_payment']));
  expect(offersAt('/*request*/')).toEqual(expect.arrayContaining(['day', 'week', 'month', 'year']));
});

test('a field with known values keeps the description that types.ts has', () => {
  const info = editor.getQuickInfoAtPosition(file, program.indexOf('type;'));
  const tags = info?.tags?.map(({ text }) => ts.displayPartsToString(text)).join();
  expect(tags).toContain('Open vocabulary');
});
