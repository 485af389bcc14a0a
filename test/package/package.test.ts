import { mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, posix } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { built } from '../built/built.ts';
import {
  compile,
  importing,
  install,
  manifest,
  name,
  type Packed,
  type Project,
  pack,
  root,
  serve,
  tool,
} from './packed.ts';

let packed: Packed;
beforeAll(async () => {
  await Promise.all([built('pages'), built('docs')]);
  packed = pack();
});
afterAll(() => packed.remove());

describe('the packed files', () => {
  it('are the files that a user needs', () => {
    const modules = [...sources('src'), ...sources('generated')]
      // Only the console has it, in its bundle.
      .filter((path) => path !== 'generated/assumption-texts.ts')
      .map((path) => path.replace(/\.ts$/, ''));
    const expected = [
      'CHANGELOG.md',
      'LICENSE',
      'README.md',
      'README.pt-BR.md',
      'SECURITY.md',
      'generated/openapi.json',
      'openapi.yaml',
      'package-root.cjs',
      'package.json',
      'src/verify/recordings/exchange.schema.json',
      'src/verify/report/report.schema.json',
      'skills/test-payments/SKILL.md',
      'testing/phpunit/PaymentGatewaySandbox.php',
      'testing/pytest/payment_gateway_sandbox.py',
      'testing/shop.yaml',
      ...['buyer.css', 'buyer.js', 'console.css', 'console.js', 'icon.svg', 'licenses.txt'].map(
        (name) => `dist/pages/${name}`,
      ),
      ...['openapi.portable.json', 'openapi.pt-br.overlay.yaml', 'sandbox.openapi.json', 'scenario.schema.json'].map(
        (name) => `dist/derived/${name}`,
      ),
      ...modules.map((module) => `dist/${module}.js`),
    ];
    const isDeclaration = (path: string) => /^dist\/(?:src|generated)\/.*\.d\.ts$/.test(path);
    const files = packed.files.filter((path) => !path.startsWith('dist/docs/') && !isDeclaration(path));
    expect(files).toEqual(expected.sort());
    // No export reaches the types of a command. The compilers below find a declaration that is missing.
    expect(packed.files).toContain('dist/src/cli/main.js');
    expect(packed.files.filter((path) => isDeclaration(path) && path.startsWith('dist/src/cli/'))).toEqual([]);
  });

  it('contain the docs as one archive per language, the guides as Markdown, and the skill for coding agents', () => {
    const docs = packed.files.filter((path) => path.startsWith('dist/docs/'));
    expect(docs.filter((path) => path.endsWith('.html'))).toEqual([]);
    expect(docs.filter((path) => path.endsWith('.br'))).toEqual(['dist/docs/html.br', 'dist/docs/pt-br/html.br']);
    const texts = ['dist/docs/guides/pix.md', 'dist/docs/pt-br/guides/pix.md', 'dist/docs/llms.txt'];
    expect(docs).toEqual(expect.arrayContaining(texts));
    const pictures = ['dist/docs/favicon.svg', 'dist/docs/preview.png', 'dist/docs/pt-br/preview.png'];
    const assets = docs.filter((path) => !/\.(br|md|txt|json)$/.test(path) && !path.includes('/_astro/'));
    expect(assets).toEqual(pictures);
  });

  it('have at most 2 MB packed, 8 MB unpacked, and 800 files', () => {
    expect(statSync(packed.tarball).size).toBeLessThan(2_000_000);
    expect(packed.unpackedBytes).toBeLessThan(8_000_000);
    expect(packed.files.length).toBeLessThanOrEqual(800);
  });

  it('import nothing that package.json does not declare', () => {
    const { dependencies, peerDependencies } = manifest();
    const declared = Object.keys({ ...dependencies, ...peerDependencies });
    const undeclared = packed.files
      .filter((path) => /^dist\/.*(\.js|\.d\.ts)$/.test(path))
      .flatMap((path) => imports(path).map((specifier) => ({ path, specifier })))
      .filter(({ specifier }) => !/^(\.|node:|#)/.test(specifier))
      .filter(({ specifier }) => !declared.some((one) => specifier === one || specifier.startsWith(`${one}/`)));
    expect(undeclared).toEqual([]);
  });

  it('satisfy publint', () => {
    const { status, stdout, stderr } = tool('publint/src/cli.js', 'run', packed.tarball, '--strict');
    expect(stdout + stderr).toContain('All good!');
    expect(status).toBe(0);
  });
});

describe('in an empty project', () => {
  let project: Project;
  beforeAll(() => {
    project = install(packed, 'empty');
  });

  it('brings its dependencies and no optional peer', () => {
    const installed = readdirSync(join(project.directory, 'node_modules')).filter((entry) => !entry.startsWith('.'));
    expect(installed).toEqual(expect.arrayContaining([...Object.keys(manifest().dependencies), name]));
    expect(installed.filter((entry) => /^@(?!nodable)/.test(entry))).toEqual([]);
  });

  it('provides the client, the vocabularies, the webhooks, and the contract as YAML, as JSON and in its portable form', () => {
    project.write(
      'module.js',
      `
        import { readFileSync } from 'node:fs';
        import { createRequire } from 'node:module';
        import { createGatewayClient, unwrap, vocabularies, transitions } from '${name}';
        import { parseWebhookEvent } from '${name}/webhooks';
        import * as types from '${name}/types';
        const require = createRequire(import.meta.url);
        const client = createGatewayClient({ baseUrl: 'http://127.0.0.1:9', accessToken: 'test-token' });
        const yaml = readFileSync(new URL(import.meta.resolve('${name}/openapi.yaml')), 'utf8');
        console.log(JSON.stringify([
          typeof client.POST, typeof unwrap, vocabularies.TransactionStatus[0], transitions.TransactionStatus.refused,
          typeof parseWebhookEvent, Object.keys(types), yaml.split('\\n')[0], require('${name}/openapi.json').openapi,
          require('${name}/openapi.portable.json').servers[0].url, require('${name}/package.json').name,
        ]));
      `,
    );
    const { stdout, stderr } = project.node('module.js');
    expect(stderr).toBe('');
    expect(JSON.parse(stdout)).toEqual([
      ...['function', 'function', 'processing', [], 'function', []],
      ...['openapi: 3.1.0', '3.1.0', 'http://127.0.0.1:4010', name],
    ]);
  });

  it('provides types that compile with its libraries, and that refuse a wrong form', () => {
    expect(compile(project, consumer)).toBe('');
  });

  it('provides types for every export', () => {
    const entries = Object.entries(manifest().exports).filter(([, target]) => typeof target === 'object');
    expect(entries.length).toBeGreaterThan(7);
    expect(compile(project, importing(entries.map(([entry]) => entry)))).toBe('');
  });

  it.each([
    ['a package that is not installed', undefined],
    ['@redis/client 6.0.0 or newer, and 5.12.1 is installed', '5.12.1'],
    ['@redis/client 6.0.0 or newer, and 1.6.1 is installed', '1.6.1'],
  ])('says what to install when a state on Redis needs %s', (what, version) => {
    const project = install(packed, `redis-${version}`);
    if (version !== undefined) {
      const folder = 'node_modules/@redis/client';
      mkdirSync(join(project.directory, folder), { recursive: true });
      project.write(`${folder}/package.json`, JSON.stringify({ name: '@redis/client', version, main: './index.js' }));
      project.write(`${folder}/index.js`, 'exports.createClient = () => {};');
    }
    const main = `node_modules/${name}/dist/src/cli/main.js`;
    const state = 'redis://:secret-password@127.0.0.1:9';
    const { status, stdout, stderr } = project.node(main, 'sandbox', '--port', '0', '--state', state);
    expect([status, stdout]).toEqual([1, '']);
    const exact = manifest().devDependencies['@redis/client'];
    expect(stderr.split('\n').at(-2)).toBe(
      `payment-gateway: a state on Redis needs ${what}: npm install --save-dev --save-exact @redis/client@${exact}`,
    );
    expect(stderr).not.toContain('secret-password');
  });

  it('links the command, also by the name of the package, which npx --package and pnpm exec need', () => {
    const commands = readdirSync(join(project.directory, 'node_modules/.bin'));
    expect(commands).toEqual(expect.arrayContaining(['payment-gateway', name]));
    expect(new Set(Object.values(manifest().bin)).size).toBe(1);
    const { status, stdout } = project.node(`node_modules/${name}/dist/src/cli/main.js`, '--version');
    expect(stdout).toContain(` ${manifest().version}\n`);
    expect(status).toBe(0);
  });
});

describe('in a project without Prism', () => {
  it('serves the mock from the installed files, and names the package to install when a response must be generated', () => {
    const project = install(packed, 'mock');
    const { '@stoplight/prism-http': http, '@stoplight/prism-core': core } = manifest().devDependencies;
    expect(
      serve(
        project,
        `
        const client = createGatewayClient({ baseUrl: mock.url, accessToken: 'test-token', retries: 0 });
        const { data, response } = await client.GET('/v1/customers');
        print(response.status, Array.isArray(data.data));
        const headers = { authorization: 'Bearer test-token', prefer: 'dynamic=true' };
        const generated = await fetch(mock.url + '/v1/customers', { headers });
        print(generated.status, (await generated.json()).errors);
        for (const asked of [{ prefer: 'code=422' }, { prefer: 'code=200, example=first_page' }, { accept: 'text/html' }]) {
          const response = await fetch(mock.url + '/v1/customers', { headers: { ...headers, ...asked, prefer: asked.prefer ?? '' } });
          print(response.status, Object.keys(await response.json())[0]);
        }
      `,
      ),
    ).toEqual([
      [200, true],
      [
        400,
        [
          'prefer: dynamic=true, or a response without an example, needs packages that are not installed: ' +
            `npm install --save-dev --save-exact @stoplight/prism-http@${http} @stoplight/prism-core@${core}`,
        ],
      ],
      [404, 'errors'],
      [200, 'data'],
      [406, 'errors'],
    ]);
  });
});

const consumer = `
  import { createGatewayClient, unwrap } from '${name}';
  import type { CreateTransactionRequest, RequestBody, ResponseBody, Transaction } from '${name}/types';
  import { parseWebhookEvent } from '${name}/webhooks';

  const body: CreateTransactionRequest = { payment_method: 'pix', amount: 1990 };
  // @ts-expect-error The form does not exist.
  const cash: CreateTransactionRequest = { payment_method: 'cash', amount: 1990 };
  const same: RequestBody<'createTransaction'> = body;
  const client = createGatewayClient({ baseUrl: 'https://gateway.example', accessToken: async () => 'test-token' });
  const transaction: Transaction = await unwrap(client.POST('/v1/transactions', { body: same }));
  const response: ResponseBody<'createTransaction'> = transaction;
  const event = parseWebhookEvent('{}');
  if (event.known && event.event === 'link.paid') console.log(event.payload, response.status, cash);
`;

/** TypeScript modules below a folder of the repository, declarations aside. */
function sources(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((path) => posix.join(folder, path.replaceAll('\\', '/')))
    .filter((path) => path.endsWith('.ts') && !path.startsWith('src/pages/'));
}

/** What a packed module imports; the repository's file is the packed one. */
function imports(path: string): string[] {
  const text = readFileSync(join(root, path), 'utf8').replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
  return [...text.matchAll(/\b(?:from|import)\s*\(?\s*['"]([^'"]+)['"]/g)].map(([, specifier = '']) => specifier);
}
