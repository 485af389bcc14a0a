import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { atMost, keepFigure, table } from '../report.ts';
import { root, workspace, write } from './workspace.ts';

const errors = ['Api', 'Connection', '', 'OutcomeUnknown', 'Timeout'];
/** The largest client that creates and unwraps, in bytes: 2,600 are openapi-fetch, 650 hide secrets, 280 are the paths of the contract. */
const limit = 7_400;
const ours = join(root, 'src/index.ts');
const client = [
  'createGatewayClient',
  'unwrap',
  'isOutcomeUnknown',
  'paginate',
  ...errors.map((kind) => `Gateway${kind}Error`),
];

interface Bundle {
  readonly code: string;
  /** The lines of the modules of `src` that are in it. */
  readonly lines: number;
}

/** Returns a minified program that imports these names of a module, as an application would ship it. */
export async function bundle(names: readonly string[], from: string): Promise<Bundle> {
  // `default as createClient` binds createClient.
  const bound = names.map((name) => name.split(' ').at(-1));
  const entry = write('entry.ts', `import { ${names.join(', ')} } from '${from}';\nglobalThis.used = [${bound}];\n`);
  const made = await build({
    ...{ entryPoints: [entry], bundle: true, minify: true, write: false, metafile: true },
    ...{ format: 'esm', platform: 'browser', logLevel: 'silent', absWorkingDir: root },
  });
  const inputs = Object.values(made.metafile.outputs)[0]?.inputs ?? {};
  const own = Object.keys(inputs).filter((file) => file.startsWith('src/') && inputs[file]?.bytesInOutput);
  return {
    code: made.outputFiles[0]?.text ?? '',
    lines: own.reduce((sum, file) => sum + readFileSync(join(root, file), 'utf8').split('\n').length, 0),
  };
}

const webhooks = join(root, 'src/webhooks/index.ts');
const redocly = join(workspace, 'redocly.ts');
const smallest = ['createGatewayClient', 'unwrap'];
const events = ['parseWebhookEvent', 'confirmWebhookEvent'];

/** The bundled names, their module, and the words of the guide for the figure. */
const rows: readonly (readonly [what: string, names: readonly string[], from: string, figure?: string])[] = [
  [
    'this client: create and unwrap, what most bundle',
    smallest,
    ours,
    'the client and `unwrap`, minified and gzipped, in bytes',
  ],
  ['this client: create, unwrap, isOutcomeUnknown, paginate, all errors', client, ours],
  [
    'the same and redact, which a program bundles only when it imports it',
    [...client, 'redact'],
    ours,
    'the same with everything and `redact`',
  ],
  ['webhooks: parse and confirm', events, webhooks],
  ['webhooks: build too, with the examples', [...events, 'buildWebhookEvent'], webhooks],
  ['openapi-fetch alone', ['default as createClient'], 'openapi-fetch', 'openapi-fetch alone'],
  ['redocly generate-client', ['client'], redocly, 'redocly generate-client'],
];

export async function sizes(): Promise<void> {
  const measured: [string, number][] = [];
  for (const [what, names, from, figure] of rows) {
    const { code, lines } = await bundle(names, from);
    const size = gzipSync(code, { level: 9 }).length;
    measured.push([what, size]);
    if (names === smallest) keepFigure('lines of the package in the client and `unwrap`', lines);
    if (figure !== undefined) keepFigure(figure, size);
  }
  table('Size, minified by esbuild and gzipped', [['', 'bytes'], ...measured]);
  atMost('create and unwrap, bytes', measured[0]?.[1] ?? Number.NaN, limit);
}
