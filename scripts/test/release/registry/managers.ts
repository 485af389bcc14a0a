/** What users of each package manager type: the installation, an update of all packages, and an update of one alone. */
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { npx, run } from '../../../../test/consumers/row.ts';
import { CONTRACT, packagePath, SANDBOX, VERIFY } from '../../packages/packed.ts';

interface Manager {
  /** The package that has the manager, if it is not npm itself. */
  readonly spec?: string;
  readonly program: string;
  readonly add: readonly string[];
  readonly addDev: readonly string[];
  /** The option that turns warnings about peers into errors. */
  readonly strict?: string;
  readonly update: readonly string[];
  readonly node: readonly string[];
  readonly variables?: Readonly<Record<string, string>>;
  /** What refuses the lock file after an update of one package alone, if something does. */
  readonly locked?: readonly string[];
}

const QUIET = ['--no-audit', '--no-fund'];
const yarn = {
  spec: '@yarnpkg/cli-dist@4',
  program: 'yarn',
  add: ['add'],
  addDev: ['add', '-D'],
  update: ['up'],
} as const;
/** A version of today is too new for yarn. */
const YARN = { YARN_NPM_MINIMAL_AGE_GATE: '0', YARN_ENABLE_IMMUTABLE_INSTALLS: 'false', YARN_ENABLE_TELEMETRY: '0' };

export const managers: Readonly<Record<string, Manager>> = {
  npm: {
    program: 'npm',
    add: ['install', ...QUIET],
    addDev: ['install', '--save-dev', ...QUIET],
    strict: '--strict-peer-deps',
    update: ['install', ...QUIET],
    node: ['node'],
    locked: ['ci', ...QUIET],
  },
  pnpm: {
    spec: 'pnpm@10',
    program: 'pnpm',
    add: ['add'],
    addDev: ['add', '--save-dev'],
    strict: '--strict-peer-dependencies',
    update: ['update', '--latest'],
    node: ['node'],
  },
  'yarn-1': {
    spec: 'yarn@1.22.22',
    program: 'yarn',
    // The newest Prism declares Node 24, which stops this manager alone.
    add: ['add', '--ignore-engines'],
    addDev: ['add', '--dev', '--ignore-engines'],
    update: ['upgrade', '--latest', '--ignore-engines'],
    node: ['node'],
  },
  yarn: { ...yarn, node: ['node'], variables: { ...YARN, YARN_NODE_LINKER: 'node-modules' } },
  'yarn-pnp': { ...yarn, node: ['yarn', 'node'], variables: { ...YARN, YARN_NODE_LINKER: 'pnp' } },
  bun: {
    spec: 'bun@1',
    program: 'bun',
    add: ['add'],
    addDev: ['add', '--dev'],
    update: ['update', '--latest'],
    node: ['node'],
  },
};

/** Other versions of what the packages use, and packages that bring some. */
const NEIGHBORS = {
  ...{ ajv: '6', yaml: '1', '@redis/client': '5', '@redocly/openapi-core': 'latest', typescript: '5.4' },
  ...{ '@stoplight/prism-cli': '5', eslint: '9', msw: '2' },
};

/** Creates a payment in a new sandbox. */
export const PROGRAM = `
  import { createGatewayClient, unwrap } from '${CONTRACT}';
  import { startSandbox } from '${SANDBOX}';
  const sandbox = await startSandbox({ port: 0, docs: true, log: 'silent' });
  const client = createGatewayClient({ baseUrl: sandbox.url, accessToken: 'token' });
  const { id } = await unwrap(client.POST('/v1/transactions', { body: { amount: 100, payment_method: 'pix' } }));
  console.log('paid', id > 0, (await fetch(sandbox.url + '/docs/pt-br/')).status);
`;
/** Then a scenario, which yaml reads and ajv checks. */
const SHOP = `${PROGRAM}
  await sandbox.load('shop.yaml');
  console.log(typeof (await import('${VERIFY}')).verifyServer);
  await sandbox.close();
`;
const PRINTS = 'paid true 200\nfunction\n';
const IN_PRODUCTION = `import { createGatewayClient } from '${CONTRACT}';\nconsole.log(typeof createGatewayClient);`;

export interface Shop {
  /** Returns the problems of the packages of the first version, or undefined. */
  install(): Promise<string | undefined>;
  /** Returns the problems of an update of all packages, and of the contract alone, or undefined. */
  update(from: string, to: string): Promise<string | undefined>;
}

/** Returns a shop in an empty folder, with one package manager. */
export async function shopOf(called: string, folder: string, env: NodeJS.ProcessEnv): Promise<Shop> {
  const { spec, program, add, addDev, strict, update, node, variables, locked } = managers[called] as Manager;
  const cwd = join(folder, called);
  mkdirSync(cwd);
  const manifest = { name: 'shop', private: true, type: 'module', dependencies: NEIGHBORS };
  writeFileSync(join(cwd, 'package.json'), JSON.stringify(manifest));
  cpSync(packagePath(SANDBOX, 'testing/shop.yaml'), join(cwd, 'shop.yaml'));
  // yarn looks for a project in the folders above.
  if (program === 'yarn') writeFileSync(join(cwd, 'yarn.lock'), '');
  writeFileSync(join(cwd, 'shop.js'), SHOP);
  writeFileSync(join(cwd, 'production.js'), IN_PRODUCTION);
  const option = strict === undefined ? [] : [strict];
  const store = program === 'pnpm' ? { npm_config_store_dir: join(folder, 'pnpm') } : {};
  let own: NodeJS.ProcessEnv = { ...env, ...variables, ...store };
  if (spec !== undefined) {
    // The manager itself comes from the usual registry.
    const { isWell, stdout, output } = await run(folder, npx(spec, 'node', '-p', 'process.env.PATH'));
    if (!isWell) throw new Error(output);
    own = { ...own, PATH: [stdout.trim().split(delimiter)[0], process.env.PATH].join(delimiter) };
  }
  const inFolder = (at: string, command: readonly string[]) => run(at, command, own);
  const versions = async (at: string) => {
    const read = `console.log(['${CONTRACT}', '${SANDBOX}', '${VERIFY}'].map((name) => require(name + '/package.json').version).join())`;
    writeFileSync(join(at, 'versions.cjs'), read);
    return inFolder(at, [...node, 'versions.cjs']);
  };

  return {
    async install() {
      for (const command of [
        [program, ...add, ...option, CONTRACT],
        [program, ...addDev, ...option, SANDBOX, VERIFY],
      ]) {
        const { isWell, output } = await inFolder(cwd, command);
        if (!isWell) return output;
      }
      const { stdout, output } = await inFolder(cwd, [...node, 'shop.js']);
      if (stdout !== PRINTS) return output;
      const { dependencies }: typeof manifest = JSON.parse(readFileSync(join(cwd, 'package.json'), 'utf8'));
      if (!isDeepStrictEqual({ ...dependencies, ...NEIGHBORS }, dependencies)) return JSON.stringify(dependencies);
      if (called !== 'npm') return undefined;
      // The sandbox leaves the contract where it is.
      cpSync(cwd, `${cwd}-production`, { recursive: true });
      const omitted = await inFolder(`${cwd}-production`, ['npm', 'ci', '--omit=dev', ...QUIET]);
      if (!omitted.isWell) return omitted.output;
      const used = await inFolder(`${cwd}-production`, ['node', 'production.js']);
      return used.stdout === 'function\n' ? undefined : used.output;
    },

    async update(from, to) {
      const mixed = `${cwd}-mixed`;
      cpSync(cwd, mixed, { recursive: true, verbatimSymlinks: true });
      const names = [CONTRACT, SANDBOX, VERIFY].map((name) => (called === 'npm' ? `${name}@latest` : name));
      const together = await inFolder(cwd, [program, ...update, ...names]);
      if (!together.isWell) return together.output;
      const now = await versions(cwd);
      if (now.stdout !== `${to},${to},${to}\n`) return now.output;
      const used = await inFolder(cwd, [...node, 'shop.js']);
      if (used.stdout !== PRINTS) return used.output;

      const alone = await inFolder(mixed, [program, ...add, `${CONTRACT}@${to}`]);
      const mix = await versions(mixed);
      // A manager may refuse the mix itself, or take both to the new version.
      if (!alone.isWell || mix.stdout === `${to},${to},${to}\n`) return undefined;
      const refused = await inFolder(mixed, [...node, 'shop.js']);
      const sentence = `${SANDBOX} ${from} needs ${CONTRACT} ${from}, but ${to} is installed: install the same version of both packages`;
      if (refused.isWell || !refused.output.includes(sentence)) return `a mix is not refused: ${refused.output}`;
      if (locked && (await inFolder(mixed, [program, ...locked])).isWell)
        return 'npm ci accepts the lock file of a mix';
      return undefined;
    },
  };
}
