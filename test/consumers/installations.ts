/** Installs the packed packages with each package manager and other versions of its dependencies, and starts the sandbox. */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  CONTRACT,
  CORE,
  manifest as manifestOf,
  type Packed,
  packageNames,
  packagePath,
  SANDBOX,
  VERIFY,
} from '../../scripts/test/packages/packed.ts';
import { npx, type Part, run } from './row.ts';

interface Manager {
  /** How npm fetches and runs the manager. */
  readonly command: readonly string[];
  readonly add: readonly string[];
  /** The option that turns warnings about peers into errors. */
  readonly strict?: string;
  /** How it runs an installed command. */
  readonly exec: readonly string[];
  /** True if it is tried only alone. */
  readonly isBrief?: boolean;
  readonly variables?: Readonly<Record<string, string>>;
  /** The arguments of node that a program needs to find packages. */
  readonly node?: readonly string[];
}

const yarnMutex = `file:${join(tmpdir(), 'payment-gateway-contract-yarn')}`;

const npmAs = (...command: string[]): Manager => ({
  command,
  add: ['install', '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund'],
  exec: ['exec', '--'],
});
const yarn4: Manager = {
  command: npx('@yarnpkg/cli-dist@4', 'yarn'),
  add: ['add', '--mode=skip-build'],
  exec: ['run'],
};

const managers: Readonly<Record<string, Manager>> = {
  npm: { ...npmAs('npm'), strict: '--strict-peer-deps' },
  'npm-10': { ...npmAs(...npx('npm@10', 'npm')), isBrief: true },
  'npm-11': { ...npmAs(...npx('npm@11', 'npm')), isBrief: true },
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
  'yarn-4': { ...yarn4, variables: { YARN_NODE_LINKER: 'node-modules' } },
  'yarn-4-pnp': {
    ...yarn4,
    isBrief: true,
    // Plug'n'Play: a package finds only what its package.json names.
    node: ['--require', './.pnp.cjs', '--experimental-loader', './.pnp.loader.mjs', '--no-warnings'],
  },
};

/** Other versions of what the packages use, and packages that bring some. */
const CONFLICTS = ['ajv@6', 'yaml@1', '@redis/client@5', '@redocly/openapi-core@latest', 'typescript@5.4'];
const OTHERS = ['ajv@8', 'redis@4', '@stoplight/prism-cli@5', 'eslint@9', 'msw@2'];
/** All neighbors of a kind at once: a manager that fails names the package, and an installation takes up to a minute. */
const NEIGHBORS = [
  { title: 'conflicts', neighbors: CONFLICTS, strict: false },
  { title: 'others', neighbors: OTHERS, strict: false },
  { title: 'strict-peer-deps', neighbors: CONFLICTS, strict: true },
];
const ALONE = [{ title: 'nothing', neighbors: [], strict: false }];

/** Uses each dependency: ajv checks the scenario, which yaml reads, and the client calls the API. */
const program = `
  import { createGatewayClient, unwrap } from '${CONTRACT}';
  import { startSandbox } from '${SANDBOX}';
  import { verifyServer } from '${VERIFY}';
  const sandbox = await startSandbox({ port: 0, docs: true, log: 'silent' });
  await sandbox.load('shop.yaml');
  const client = createGatewayClient({ baseUrl: sandbox.url, accessToken: 'token' });
  const { data } = await unwrap(client.GET('/v1/transactions'));
  const docs = await fetch(sandbox.url + '/docs/pt-br/');
  console.log(docs.status, data.length > 0, typeof verifyServer);
  await sandbox.close();
`;

export const installations: Part = async (packed) => ({
  lanes: 2,
  rows: Object.entries(managers).flatMap(([called, manager]) =>
    neighborsOf(manager).map((row) => ({
      title: `${called} beside ${row.title}`,
      run: () => tryInstallation(packed, manager, row),
    })),
  ),
});

/** A manager that can be strict is tried beside conflicts only so. */
function neighborsOf({ isBrief = false, strict }: Manager): typeof NEIGHBORS {
  return isBrief ? ALONE : NEIGHBORS.filter((row) => row.title === 'others' || row.strict === (strict !== undefined));
}

/** Returns the problem, or undefined if the packages work with the other packages. */
async function tryInstallation(packed: Packed, manager: Manager, { neighbors, strict }: (typeof NEIGHBORS)[number]) {
  const cwd = mkdtempSync(join(tmpdir(), 'installation-'));
  const env = { YARN_ENABLE_IMMUTABLE_INSTALLS: 'false', YARN_ENABLE_TELEMETRY: '0', ...manager.variables };
  try {
    const others = neighbors.map((spec) => /^(.+)@(.+)$/.exec(spec)?.slice(1) ?? []);
    // The sandbox and verify need the core, which yarn and pnpm would ask the registry for.
    const own = { [CORE]: `file:${packed.packages[CORE].tarball}` };
    const manifest = {
      ...{ name: 'shop', version: '1.0.0', private: true, dependencies: Object.fromEntries(others) },
      ...{ resolutions: own, pnpm: { overrides: own } },
    };
    writeFileSync(join(cwd, 'package.json'), JSON.stringify(manifest));
    // yarn 4 needs a separate folder, because it looks for a project in the folders above.
    writeFileSync(join(cwd, 'yarn.lock'), '');
    writeFileSync(join(cwd, 'program.mjs'), program);
    cpSync(packagePath(SANDBOX, 'testing/shop.yaml'), join(cwd, 'shop.yaml'));
    const option = strict && manager.strict !== undefined ? [manager.strict] : [];
    const tarballs = packageNames.map((name) => `${name}@file:${packed.packages[name].tarball}`);
    const added = await run(cwd, [...manager.command, ...manager.add, ...option, ...tarballs], env);
    if (!added.isWell) return added.output;
    for (const name of packageNames.filter((one) => manifestOf(one).bin)) {
      const version = await run(cwd, [...manager.command, ...manager.exec, name, '--version'], env);
      if (!version.isWell || !version.stdout.startsWith(`${name} `)) return version.output;
    }
    const used = await run(cwd, ['node', ...(manager.node ?? []), 'program.mjs'], env);
    if (used.stdout !== '200 true function\n') return used.output;
    for (const [other = '', range = ''] of others) {
      const kept: Record<string, string> = JSON.parse(readFileSync(join(cwd, 'package.json'), 'utf8')).dependencies;
      if (kept[other] !== range) return `${other}@${range} became ${kept[other]}`;
    }
    return undefined;
  } finally {
    rmSync(cwd, { recursive: true, force: true });
  }
}
