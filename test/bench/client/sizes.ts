import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { rolldown } from 'rolldown';
import { operations } from '../../../generated/operations.ts';
import { print, root, workspace, write } from './workspace.ts';

/** The most that the client may weigh, in bytes. */
const limit = 8000;

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
const client = [...['createGatewayClient', 'unwrap', 'isOutcomeUnknown', 'paginate', 'redact'], ...errors];

/** A program that uses these names of a module, minified, as an application would ship it. */
export async function bundle(names: readonly string[], from: string): Promise<string> {
  const input = write(
    'entry.ts',
    `import { ${names.join(', ')} } from '${from}';\nglobalThis.used = [${names.map(last)}];\n`,
  );
  const build = await rolldown({
    input,
    platform: 'browser',
    logLevel: 'silent',
    resolve: { extensionAlias: { '.js': ['.ts', '.js'] } },
    tsconfig: false,
  });
  const { output } = await build.generate({ format: 'esm', minify: true });
  return output[0].code;
}

/** The name that an import binds: `default as createClient` binds createClient. */
const last = (name: string) => name.split(' ').at(-1);

export async function sizes(): Promise<void> {
  const measure = async (names: readonly string[], from: string) =>
    gzipSync(await bundle(names, from), { level: 9 }).length;
  const total = await measure(client, ours);
  const all = Object.keys(operations);
  print('Size, minified and gzipped, bytes', [
    ['this client with everything: create, unwrap, paginate, redact, all errors', total],
    ['of which openapi-fetch', await measure(['default as createClient'], 'openapi-fetch')],
    ['of which redact', await measure(['redact'], ours)],
    ['this client: create alone', await measure(['createGatewayClient'], ours)],
    ['this client: create and unwrap, what most bundle', await measure(['createGatewayClient', 'unwrap'], ours)],
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
  console.log(`limit ${limit}: ${total <= limit ? 'kept' : 'EXCEEDED'}`);
}
