import { SourceMap, type SourceMapPayload } from 'node:module';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { rolldown } from 'rolldown';
import { operations } from '../../../generated/operations.ts';
import { keepFigure } from '../figures.ts';
import { print, root, workspace, write } from './workspace.ts';

/** The largest client that creates and unwraps, in bytes. */
export const limit = 11_300;

const errors = [
  ...[
    'GatewayApiError',
    'GatewayAuthenticationError',
    'GatewayConnectionError',
    'GatewayError',
    'GatewayNotFoundError',
  ],
  ...['GatewayOutcomeUnknownError', 'GatewayRateLimitError', 'GatewayTimeoutError', 'GatewayValidationError'],
];
const ours = join(root, 'src/index.ts');
const client = ['createGatewayClient', 'unwrap', 'isOutcomeUnknown', 'paginate', ...errors];

/** Returns a minified program that imports these names of a module, as an application would ship it. */
export const bundle = async (names: readonly string[], from: string): Promise<string> =>
  (await build(names, from)).code;

async function build(names: readonly string[], from: string) {
  const input = write(
    'entry.ts',
    `import { ${names.join(', ')} } from '${from}';\nglobalThis.used = [${names.map(last)}];\n`,
  );
  const made = await rolldown({
    input,
    platform: 'browser',
    logLevel: 'silent',
    resolve: { extensionAlias: { '.js': ['.ts', '.js'] } },
    tsconfig: false,
  });
  // Hidden, because the source map comment would count toward the size.
  const { output } = await made.generate({ format: 'esm', minify: true, sourcemap: 'hidden' });
  return output[0];
}

/** Returns the name that an import binds: `default as createClient` binds createClient. */
const last = (name: string) => name.split(' ').at(-1);

export async function sizes(): Promise<void> {
  const measure = async (names: readonly string[], from: string) =>
    gzipSync(await bundle(names, from), { level: 9 }).length;
  const most = await measure(['createGatewayClient', 'unwrap'], ours);
  const all = Object.keys(operations);
  keepFigure('the client and `unwrap`, minified and gzipped, in bytes', most);
  keepFigure('the same with everything and `redact`', await measure([...client, 'redact'], ours));
  keepFigure('redocly generate-client', await measure(['client'], join(workspace, 'redocly.ts')));
  print('Size, minified and gzipped, bytes', [
    ['this client: create and unwrap, what most bundle', most],
    ['this client: create, unwrap, isOutcomeUnknown, paginate, all errors', await measure(client, ours)],
    [
      'the same and redact, which a program bundles only when it imports it',
      await measure([...client, 'redact'], ours),
    ],
    ['this client: create alone', await measure(['createGatewayClient'], ours)],
    ['redact, without a client', await measure(['redact'], ours)],
    ['paginate, without a client', await measure(['paginate'], ours)],
    ['unwrap, without a client', await measure(['unwrap'], ours)],
    [
      'webhooks: parse and confirm',
      await measure(['parseWebhookEvent', 'confirmWebhookEvent'], join(root, 'src/webhooks/index.ts')),
    ],
    [
      'webhooks: build too, with the examples',
      await measure(
        ['parseWebhookEvent', 'confirmWebhookEvent', 'buildWebhookEvent'],
        join(root, 'src/webhooks/index.ts'),
      ),
    ],
    ['openapi-fetch alone', await measure(['default as createClient'], 'openapi-fetch')],
    ['redocly generate-client', await measure(['client'], join(workspace, 'redocly.ts'))],
    ['hey-api, all operations', await measure(all, join(workspace, 'hey/index.ts'))],
    ['hey-api, one operation', await measure(['createTransaction'], join(workspace, 'hey/index.ts'))],
  ]);
  console.log(`create and unwrap ${most}, limit ${limit}: ${most <= limit ? 'kept' : 'EXCEEDED'}`);
  await shares();
}

/** The files that implement each promise. */
const promises: Readonly<Record<string, RegExp>> = {
  'openapi-fetch: address, query, headers, body, middleware': /node_modules\/openapi-fetch/,
  'errors without secrets': /src\/redaction|generated\/fields/,
  'errors: kinds, messages, causes, unknown outcome': /client\/(failure|errors|unwrap)\./,
  'the life of a call': /client\/(fetch|client)\./,
  'time limits, retries, Retry-After, hooks': /client\/retry\./,
  'reading a response within limits': /client\/body\./,
  'checks of options and headers': /client\/settings\./,
  'operations by name': /operation-ids|client\/operations\./,
  pagination: /client\/paginate\./,
  'one token for all calls, renewed once': /client\/token\./,
};

async function shares(): Promise<void> {
  const { code, map } = await build(client, ours);
  if (!map) throw new Error('a bundle without a source map');
  const source = new SourceMap(JSON.parse(map.toString()) as SourceMapPayload);
  const lines = code.split('\n');
  const origins = lines.map((line, row) =>
    [...line].map((_, column) => {
      const entry = source.findEntry(row, column);
      return 'originalSource' in entry ? entry.originalSource : '';
    }),
  );
  const whole = gzipSync(code, { level: 9 }).length;
  const without = (files: RegExp) =>
    lines
      .map((line, row) => [...line].filter((_, column) => !files.test(origins[row]?.[column] ?? '')).join(''))
      .join('\n');
  print(
    'What the client would weigh less without',
    Object.entries(promises).map(([name, files]) => [name, whole - gzipSync(without(files), { level: 9 }).length]),
  );
}
