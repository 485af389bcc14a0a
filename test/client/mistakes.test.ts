import { join } from 'node:path';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';

const options: ts.CompilerOptions = {
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
  types: [],
};
const file = join(import.meta.dirname, 'snippet.ts');
const head = `import { createGatewayClient, paginate } from '../../src/index.js';
const options = { baseUrl: 'https://gateway.example', accessToken: 'token' };
const client = createGatewayClient(options);
const observed = createGatewayClient<'observed'>(options);
const documented = createGatewayClient<'documented'>(options);
const { GET } = client;
`;

const id = '{ params: { path: { id: 1 } } }';
const MISTAKES: [line: string, words: string][] = [
  ["client.GET('/v1/nowhere');", '/v1/nowhere is no path of the contract'],
  [`client.GET('/v1/nowhere', ${id});`, '/v1/nowhere is no path of the contract'],
  ["client.PUT('/v1/transactions', { body: {} });", '/v1/transactions has no PUT'],
  ["client.DELETE('/v1/transactions');", '/v1/transactions has no DELETE'],
  ["client.GET('/v1/customers/{id}');", '/v1/customers/{id} needs a second argument with params.path.id'],
  ["GET('/v1/customers/{id}');", '/v1/customers/{id} needs a second argument with params.path.id'],
  ["client.POST('/v1/transactions');", '/v1/transactions needs a second argument with a body'],
  ["observed.GET('/v1/customers');", "/v1/customers has less evidence than 'observed', which this client asks for"],
  [
    `documented.GET('/v1/customers/{id}', ${id});`,
    "/v1/customers/{id} has less evidence than 'documented', which this client asks for",
  ],
  ["documented.PUT('/v1/customers', { body: {} });", '/v1/customers has no PUT'],
  ["paginate(client, '/v1/nowhere');", '/v1/nowhere is no path of the contract'],
  ["paginate(client, '/v1/customers/{id}');", '/v1/customers/{id} is no list that comes in pages'],
  [`paginate(client, '/v1/customers/{id}', ${id});`, '/v1/customers/{id} is no list that comes in pages'],
  ["paginate(client, '/v1/cards/brand');", '/v1/cards/brand has no GET'],
  ["paginate(client, '/v1/plans/{id}/prices');", '/v1/plans/{id}/prices needs a second argument with params.path.id'],
  [
    "paginate(observed, '/v1/customers');",
    "/v1/customers has less evidence than 'observed', which this client asks for",
  ],
];
const TWO_IDS = "client.GET('/v1/receivers/{id}/bank-accounts/{bank_account_id}');";
const TOLD_BY_THE_COMPILER: [line: string, words: string][] = [
  ["client.GET('/v1/customers/{id}', { params: { path: {} } });", "Property 'id' is missing"],
  ["client.GET('/v1/customers/{id}', {});", "Property 'params' is missing"],
  ["client.GET('/v1/customers/{id}', { params: { path: { id: true } } });", "Type 'boolean' is not assignable to"],
  ["client.POST('/v1/transactions', {});", "Property 'body' is missing"],
  [
    "client.POST('/v1/transactions', { body: { payment_method: 'pix', amount: '100' } });",
    "Type 'string' is not assignable to type 'number'.",
  ],
  ["client.GET('/v1/customers', { retry: 1 });", "'retry' does not exist in type"],
  [
    "paginate(client, '/v1/customers', { pages: true, params: { query: { page: '1' } } });",
    "Type 'string' is not assignable to type 'number'.",
  ],
];
const RIGHT = [
  "client.GET('/v1/customers');",
  `client.GET(Math.random() < 0.5 ? '/v1/customers' : '/v1/plans');`,
  `client.GET('/v1/customers/{id}', ${id});`,
  "paginate(client, '/v1/customers', { pages: Math.random() < 0.5 });",
  `paginate(client, '/v1/plans/{id}/prices', ${id});`,
];
/** Lines with the place of the cursor, something that is offered there, and something that is not. */
const OFFERED: [line: string, offered: string, other: string][] = [
  ["client.GET('|')", '/v1/customers', '/v1/cards/brand'],
  ["client.GET('/v1/cus|', {})", '/v1/customers', '/v1/cards/brand'],
  ["client.PUT('|')", '/v1/anti-fraud', '/v1/transactions'],
  ["documented.POST('|')", '/v1/transactions', '/v1/links'],
  ["paginate(client, '|')", '/v1/customers', '/v1/customers/{id}'],
  ["paginate(observed, '|', {})", '/v1/transactions', '/v1/customers'],
  ["client.GET('/v1/customers/{id}', { params: { path: { | } } })", 'id', 'name'],
  ["client.POST('/v1/transactions', { body: { payment_method: '|' } })", 'pix', 'cash'],
];

// One program with all lines: the compiler begins anew with each program, and that takes most of the time.
const lines = [...[...MISTAKES, ...TOLD_BY_THE_COMPILER, ...OFFERED].map(([line]) => line), ...RIGHT, TWO_IDS];
const text = head + lines.map((line) => `${line.replace('|', '')}\n`).join('');
/** The number of the first of them in the program, counted from 0. */
const first = head.split('\n').length - 1;

const service = ts.createLanguageService({
  getCompilationSettings: () => options,
  getScriptFileNames: () => [file],
  getScriptVersion: () => '0',
  getScriptSnapshot: (path) => ts.ScriptSnapshot.fromString((path === file ? text : ts.sys.readFile(path)) ?? ''),
  getCurrentDirectory: () => import.meta.dirname,
  getDefaultLibFileName: ts.getDefaultLibFilePath,
  fileExists: (path) => path === file || ts.sys.fileExists(path),
  readFile: (path) => (path === file ? text : ts.sys.readFile(path)),
  directoryExists: ts.sys.directoryExists,
  getDirectories: ts.sys.getDirectories,
});

/** What the compiler says of a line. */
function messagesOf(line: string): string[] {
  const number = first + lines.indexOf(line);
  const found = [...service.getSyntacticDiagnostics(file), ...service.getSemanticDiagnostics(file)];
  return found
    .filter(({ file, start = 0 }) => file && ts.getLineAndCharacterOfPosition(file, start).line === number)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
}

/** What an editor offers at the bar. */
function offeredAt(line: string): string[] {
  const before =
    text
      .split('\n')
      .slice(0, first + lines.indexOf(line))
      .join('\n').length + 1;
  const entries = service.getCompletionsAtPosition(file, before + line.indexOf('|'), {})?.entries ?? [];
  return entries.map(({ name }) => name);
}

describe('the compiler names the mistake', { timeout: 60_000 }, () => {
  test.each(MISTAKES)('%s', (line, words) => {
    const [message, ...others] = messagesOf(line);
    expect(message).toMatch(/The 'this' context of type '\S+' is not assignable to method's 'this' of type 'Mistake<"/);
    expect(message).toContain(`'Mistake<"${words}">'.`);
    expect(others).toEqual([]);
  });

  test('two missing ids are both named', () => {
    const [message] = messagesOf(TWO_IDS);
    expect(message).toContain('needs a second argument with params.path.id"');
    expect(message).toContain('needs a second argument with params.path.bank_account_id"');
  });

  test.each(TOLD_BY_THE_COMPILER)('%s is told by the compiler itself, once', (line, words) => {
    const [message, ...others] = messagesOf(line);
    expect(message).toContain(words);
    expect(message).not.toContain('No overload matches');
    expect(others).toEqual([]);
  });

  test.each(RIGHT)('%s compiles', (line) => {
    expect(messagesOf(line)).toEqual([]);
  });
});

test('what stands around the lines compiles', () => {
  const found = [...service.getSyntacticDiagnostics(file), ...service.getSemanticDiagnostics(file)];
  expect(found.filter(({ start = 0 }) => start < head.length)).toEqual([]);
});

describe('an editor offers', { timeout: 60_000 }, () => {
  test.each(OFFERED)('at %s: %s, and not %s', (line, offered, other) => {
    const names = offeredAt(line);
    expect(names).toContain(offered);
    expect(names).not.toContain(other);
    expect(names.join()).not.toContain(' ');
  });
});
