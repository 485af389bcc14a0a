/** Installs the packed package with each package manager and other versions of its dependencies, and starts the sandbox. */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { name, type Packed, root } from '../package/packed.ts';
import { npx, type Part, run } from './row.ts';

interface Manager {
  /** How npm fetches and runs the manager. */
  readonly command: readonly string[];
  readonly add: readonly string[];
  /** The option that turns warnings about peers into errors. */
  readonly strict?: string;
  /** How it runs an installed command. */
  readonly exec: readonly string[];
  /** The arguments of node that a program needs to find packages. */
  readonly node?: readonly string[];
}

const yarnMutex = `file:${join(tmpdir(), 'payment-gateway-contract-yarn')}`;

const managers: Readonly<Record<string, Manager>> = {
  npm: {
    command: ['npm'],
    add: ['install', '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund'],
    strict: '--strict-peer-deps',
    exec: ['exec', '--'],
  },
  pnpm: {
    command: npx('pnpm@10', 'pnpm'),
    add: ['add', '--ignore-scripts', '--prefer-offline'],
    strict: '--strict-peer-dependencies',
    exec: ['exec'],
  },
  'yarn-1': {
    command: npx('yarn@1.22.22', 'yarn'),
    // The newest Prism declares Node 24, which stops this manager alone. Two yarn processes damage their shared cache.
    add: ['add', '--ignore-scripts', '--prefer-offline', '--ignore-engines', '--non-interactive', '--mutex', yarnMutex],
    exec: ['--silent', 'run'],
  },
  'yarn-4': {
    command: npx('@yarnpkg/cli-dist@4', 'yarn'),
    add: ['add', '--mode=skip-build'],
    exec: ['run'],
    // Plug'n'Play: a package finds only what its package.json names.
    node: ['--require', './.pnp.cjs', '--experimental-loader', './.pnp.loader.mjs', '--no-warnings'],
  },
};

const CONFLICTS = ['ajv@6', 'yaml@1', '@redis/client@5', '@redocly/openapi-core@latest', 'typescript@5.4'];
const OTHERS = ['ajv@8', 'redis@4', '@stoplight/prism-cli@5', 'eslint@8', 'eslint@9', 'msw@2'];
const NEIGHBORS = [
  ...['nothing', ...CONFLICTS, ...OTHERS].map((neighbor) => ({
    title: neighbor,
    neighbors: [neighbor],
    strict: false,
  })),
  { title: 'strict-peer-deps', neighbors: CONFLICTS, strict: true },
];

/** Uses each dependency: ajv checks the scenario, which yaml reads, and the client calls the API. */
const program = `
  import { createGatewayClient, unwrap } from '${name}';
  import { startSandbox } from '${name}/sandbox';
  const sandbox = await startSandbox({ port: 0, docs: true, log: 'silent' });
  await sandbox.load('shop.yaml');
  const client = createGatewayClient({ baseUrl: sandbox.url, accessToken: 'token' });
  const { data } = await unwrap(client.GET('/v1/transactions'));
  const docs = await fetch(sandbox.url + '/docs/pt-br/');
  console.log(docs.status, data.length > 0);
  await sandbox.close();
`;

export const installations: Part = async (packed) => ({
  lanes: 2,
  rows: Object.entries(managers).flatMap(([called, manager]) =>
    NEIGHBORS.filter(({ strict }) => !strict || manager.strict !== undefined).map((row) => ({
      title: `${called} beside ${row.title}`,
      run: () => tryInstallation(packed, manager, row),
    })),
  ),
});

/** Returns the problem, or undefined if the package works with the other packages. */
async function tryInstallation(packed: Packed, manager: Manager, { neighbors, strict }: (typeof NEIGHBORS)[number]) {
  const cwd = mkdtempSync(join(tmpdir(), 'installation-'));
  const env = { YARN_ENABLE_IMMUTABLE_INSTALLS: 'false', YARN_ENABLE_TELEMETRY: '0' };
  try {
    const others = neighbors.filter((one) => one !== 'nothing').map((spec) => /^(.+)@(.+)$/.exec(spec)?.slice(1) ?? []);
    const manifest = { name: 'shop', version: '1.0.0', private: true, dependencies: Object.fromEntries(others) };
    writeFileSync(join(cwd, 'package.json'), JSON.stringify(manifest));
    // yarn 4 needs a separate folder, because it looks for a project in the folders above.
    writeFileSync(join(cwd, 'yarn.lock'), '');
    writeFileSync(join(cwd, 'program.mjs'), program);
    cpSync(join(root, 'testing/shop.yaml'), join(cwd, 'shop.yaml'));
    const option = strict && manager.strict !== undefined ? [manager.strict] : [];
    const add = [...manager.command, ...manager.add, ...option, `${name}@file:${packed.tarball}`];
    const added = await run(cwd, add, env);
    if (!added.isWell) return added.output;
    const version = await run(cwd, [...manager.command, ...manager.exec, name, '--version'], env);
    if (!version.isWell || !version.stdout.startsWith(`${name} `)) return version.output;
    const used = await run(cwd, ['node', ...(manager.node ?? []), 'program.mjs'], env);
    if (used.stdout !== '200 true\n') return used.output;
    for (const [other = '', range = ''] of others) {
      const kept: Record<string, string> = JSON.parse(readFileSync(join(cwd, 'package.json'), 'utf8')).dependencies;
      if (kept[other] !== range) return `${other}@${range} became ${kept[other]}`;
    }
    return undefined;
  } finally {
    rmSync(cwd, { recursive: true, force: true });
  }
}
