import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { packFirst } from './pack-first.ts';
import {
  CONTRACT,
  compile,
  importable,
  importing,
  install,
  manifest,
  npmIn,
  type Packed,
  type Project,
  packageNames,
  SANDBOX,
  VERIFY,
} from './packed.ts';

let packed: Packed;
packFirst((made) => {
  packed = made;
});

describe('the contract in an empty project', { tags: 'long' }, () => {
  let project: Project;
  beforeAll(() => {
    project = install(packed, 'empty', [CONTRACT]);
  });

  it('brings its dependencies but not its optional peers', () => {
    const installed = readdirSync(join(project.directory, 'node_modules')).filter((entry) => !entry.startsWith('.'));
    expect(installed).toEqual(expect.arrayContaining([...Object.keys(manifest(CONTRACT).dependencies), CONTRACT]));
    expect(installed).not.toContain('yaml');
    expect(installed.filter((entry) => /^@(?!nodable)/.test(entry))).toEqual([]);
  });

  it('provides the client, the vocabularies, the webhooks, and the contract as YAML, as JSON and in its portable form', () => {
    project.write(
      'module.js',
      `
        import { readFileSync } from 'node:fs';
        import { createRequire } from 'node:module';
        import { createGatewayClient, unwrap, vocabularies, transitions } from '${CONTRACT}';
        import { parseWebhookEvent } from '${CONTRACT}/webhooks';
        import * as types from '${CONTRACT}/types';
        const require = createRequire(import.meta.url);
        const client = createGatewayClient({ baseUrl: 'http://127.0.0.1:1234', accessToken: 'test-token' });
        const yaml = readFileSync(new URL(import.meta.resolve('${CONTRACT}/openapi.yaml')), 'utf8');
        console.log(JSON.stringify([
          typeof client.POST, typeof unwrap, vocabularies.TransactionStatus[0], transitions.TransactionStatus.refused,
          typeof parseWebhookEvent, Object.keys(types), yaml.split('\\n')[0], require('${CONTRACT}/openapi.json').openapi,
          require('${CONTRACT}/openapi.portable.json').servers[0].url, require('${CONTRACT}/package.json').name,
        ]));
      `,
    );
    const { stdout, stderr } = project.node('module.js');
    expect(stderr).toBe('');
    expect(JSON.parse(stdout)).toEqual([
      ...['function', 'function', 'processing', [], 'function', []],
      ...['openapi: 3.1.0', '3.1.0', 'http://127.0.0.1:4010', CONTRACT],
    ]);
  });

  it('provides types that compile with its libraries, and that refuse a wrong form', () => {
    expect(compile(project, consumer)).toBe('');
  });
});

describe('the packages in an empty project', { tags: 'long' }, () => {
  let project: Project;
  beforeAll(() => {
    project = install(packed, 'all');
  });

  it('provide types for every export', () => {
    const entries = packageNames.flatMap(importable).filter((entry) => !entry.endsWith('.json'));
    project.link('@types/node', 'undici-types');
    expect(compile(project, importing(entries), ['node'])).toBe('');
  });

  it.each(packageNames.filter((name) => manifest(name).bin))(
    'link the program %s by the name of its package, which npx needs',
    (name) => {
      expect(Object.keys(manifest(name).bin ?? {})).toEqual([name]);
      expect(readdirSync(join(project.directory, 'node_modules/.bin'))).toContain(name);
      const { status, stdout } = project.program(name, '--version');
      expect([status, stdout]).toEqual([0, `${name} ${manifest(name).version}\n`]);
    },
  );

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
    const state = 'redis://:secret-password@127.0.0.1:9';
    const { status, stdout, stderr } = project.program(SANDBOX, '--port', '0', '--state', state);
    expect([status, stdout]).toEqual([1, '']);
    const exact = manifest(CONTRACT).devDependencies['@redis/client'];
    expect(stderr.split('\n').at(-2)).toBe(
      `payment-gateway-sandbox: a state on Redis needs ${what}: npm install --save-dev --save-exact @redis/client@${exact}`,
    );
    expect(stderr).not.toContain('secret-password');
  });
});

describe('with another version of the contract', { tags: 'long' }, () => {
  const others = [SANDBOX, VERIFY] as const;
  const { version } = manifest(CONTRACT);
  const differs = (name: string) =>
    `${name} ${version} needs ${CONTRACT} ${version}, but 99.0.0 is installed: install the same version of both packages\n`;
  let project: Project;
  beforeAll(() => {
    project = install(packed, 'upgraded');
    const file = `node_modules/${CONTRACT}/package.json`;
    const installed = JSON.parse(readFileSync(join(project.directory, file), 'utf8'));
    project.write(file, JSON.stringify({ ...installed, version: '99.0.0' }));
  });

  it.each(others)('%s says in one sentence which versions differ', (name) => {
    const { status, stdout, stderr } = project.program(name, '--help');
    expect([status, stdout, stderr]).toEqual([1, '', differs(name)]);
  });

  it('each entry refuses to load, with the same sentence', () => {
    const entries = others.flatMap(importable).filter((entry) => !entry.endsWith('.json'));
    const imports = entries.map(
      (entry) => `await import('${entry}').catch(({ message }) => process.stdout.write(message + '\\n'));`,
    );
    project.write('program.js', imports.join('\n'));
    const sentences = entries.map((entry) => differs(entry.split('/')[0] ?? ''));
    expect(project.node('program.js').stdout).toBe(sentences.join(''));
  });

  it('npm reports that the versions differ', () => {
    const { status, stdout } = npmIn(project.directory, 'ls', '--json');
    expect(status).toBe(1);
    const { problems }: { problems: string[] } = JSON.parse(stdout);
    expect(problems.some((problem) => problem.startsWith(`invalid: ${CONTRACT}@99.0.0 `))).toBe(true);
  });

  it('a program says in one sentence that the contract is not installed', () => {
    const project = install(packed, 'without the contract');
    rmSync(join(project.directory, 'node_modules', CONTRACT), { recursive: true });
    for (const name of others) {
      const { status, stdout, stderr } = project.program(name, '--help');
      expect([status, stdout]).toEqual([1, '']);
      expect(stderr).toBe(
        `${name} ${version} needs ${CONTRACT} ${version}, which is not installed: install the same version of both packages\n`,
      );
    }
  });
});

describe('in a project without Prism', { tags: 'long' }, () => {
  it('names the packages that the mock needs', () => {
    const project = install(packed, 'mock', [CONTRACT]);
    project.write(
      'module.js',
      `import { startMockServer } from '${CONTRACT}/mock';\nawait startMockServer().catch(({ message }) => console.log(message));`,
    );
    const { devDependencies } = manifest(CONTRACT);
    const names = ['@stoplight/prism-http', '@stoplight/prism-http-server', '@stoplight/prism-core'];
    const exact = names.map((name) => `${name}@${devDependencies[name]}`).join(' ');
    expect(project.node('module.js').stdout).toBe(
      `startMockServer: needs Prism: npm install -D -E ${exact}, or pnpm add -D -E ${exact}\n`,
    );
  });
});

const consumer = `
  import { createGatewayClient, unwrap } from '${CONTRACT}';
  import type { CreateTransactionRequest, RequestBody, ResponseBody, Transaction } from '${CONTRACT}/types';
  import { parseWebhookEvent } from '${CONTRACT}/webhooks';

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
