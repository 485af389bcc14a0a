import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A command with its arguments, and the variables to add to those of this process. */
export interface TaskCommand {
  readonly run: readonly [program: string, ...args: string[]];
  readonly env?: Readonly<Record<string, string>>;
}

interface Task {
  /** What the task does, as `npm run bench` and `npm run check` list it. */
  readonly does: string;
  /** One after the other, up to the first that fails. The commands of a list run at the same time. Arguments go to the last step. */
  readonly steps: () => readonly (TaskCommand | readonly TaskCommand[])[];
  /** The steps with `--long`, if the task has more to do. */
  readonly long?: Task['steps'];
  /** Runs the steps after one that fails, too, so that one run names every failure. */
  readonly goesOn?: boolean;
}

/** A task whose steps are more, or take longer, with `--long`. */
const withLong = (does: string, steps: (isLong: boolean) => ReturnType<Task['steps']>): Task => ({
  does,
  steps: () => steps(false),
  long: () => steps(true),
});

export type Tasks = Readonly<Record<string, Task>>;

const TYPESCRIPT = ['--conditions=payment-gateway-source', '--import', 'ts-blank-space/register'];

const npm = (script: string): TaskCommand => ({ run: ['npm', 'run', script] });
const program = (file: string, ...args: string[]): TaskCommand => ({ run: ['node', ...TYPESCRIPT, file, ...args] });
const onNode = (version: number, ...args: string[]): TaskCommand => ({
  run: ['npx', '--yes', '--package', `node@${version}`, 'node', ...args],
});
const onNode24 = (file: string, ...flags: string[]): TaskCommand => onNode(24, ...flags, ...TYPESCRIPT, file);
/** What packages of rare tasks pull in is fixed by this date, as a lock would fix it. Move it with their versions. */
const PUBLISHED_BEFORE = '2026-11-20';
const install = (folder: string, ...flags: string[]): TaskCommand => {
  const fixed = ['--ignore-scripts', '--no-package-lock', '--before', PUBLISHED_BEFORE, '--no-audit', '--no-fund'];
  return { run: ['npm', 'install', ...fixed, ...flags, '--prefix', folder] };
};
const vitest = (args: readonly string[], env: TaskCommand['env'] = {}): TaskCommand => ({
  run: ['node', 'node_modules/vitest/vitest.mjs', 'run', ...args],
  env,
});

/** The folders with tests: of each package, and of the scripts. */
export const TEST_FOLDERS = ['test', 'core/test', 'sandbox/test', 'verify/test', 'scripts/test'] as const;

/** The files of quick tests whose text matches. */
const testsWith = (text: RegExp, folders: readonly string[] = TEST_FOLDERS): string[] =>
  folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.test.ts') && !file.endsWith('.long.test.ts') && !file.includes('node_modules'))
      .map((file) => join(folder, file))
      .filter((file) => text.test(readFileSync(file, 'utf8'))),
  );

/** The tests that put state where SANDBOX_STATE says. The others would do the same as without it. */
const stateTests = () => testsWith(/describePlace\(|gateway\.[jt]s'/, ['sandbox/test']);

/** The tests of what calls Node: commands, servers, clients, stores. Rules, searches, judgments, docs and types are the same on each version. */
const nodeDependent = () => [
  ...['cli', 'client', 'mock', 'redact', 'webhooks'].map((folder) => `test/${folder}`),
  ...['compile', 'docs/guide', 'packages'].map((folder) => `scripts/test/${folder}`),
  ...['access', 'cli', 'files'].map((folder) => `core/test/${folder}`),
  ...['cli', 'events', 'server', 'stores', 'testing'].map((folder) => `sandbox/test/${folder}`),
  ...['cli', 'proxy', 'recordings'].map((folder) => `verify/test/${folder}`),
  // Node has SQLite from 22.13.
  ...testsWith(/describeSqlite|describeEachPlace|'sqlite'/, ['sandbox/test']),
];

/** They share nothing, so they run at the same time. */
const rules: readonly TaskCommand[] = [
  { run: ['node', 'node_modules/@redocly/cli/bin/cli.js', 'lint', '--config', 'redocly.yaml'] },
  { run: ['node', 'node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings'] },
  // Each further checker of the compiler checks shared types again, which costs the other commands more than it saves.
  { run: ['node', 'node_modules/typescript-native/bin/tsc', '--singleThreaded'] },
];

/** The tests check the dictionary, too: scripts/test/translation/dictionary.test.ts. */
const lint: readonly TaskCommand[] = [...rules, program('scripts/translation/main.ts', '--quiet')];

/** A test of trust, in less than a minute or, with `--long`, as long as it takes and with new random values. Node 24 has SQLite. */
const trust = (does: string, file: string, long: NonNullable<TaskCommand['env']>): Task =>
  withLong(`${does}; more with --long`, (isLong) => {
    const { run } = onNode(24, 'node_modules/vitest/vitest.mjs', 'run', '--mode', 'all', file);
    return [isLong ? { run, env: { TEST_SEED: process.env.TEST_SEED ?? 'random', ...long } } : { run }];
  });

/** What the most trusted systems test. */
const trustTests: Tasks = {
  histories: trust(
    'random clients of two sandboxes on one store, which are killed, paused and set to another time',
    'sandbox/test/trust/histories.long.test.ts',
    { TRUST_HISTORIES: '200', TRUST_OPERATIONS: '300' },
  ),
  ledger: trust(
    'after racing clients, and after any three acts, the gateway holds what it captured less what it refunded',
    'sandbox/test/trust/ledger.long.test.ts',
    { PROPERTY_RUNS: 'all', TRUST_OPERATIONS: '300' },
  ),
  'io-errors': trust(
    'a state file whose nth read, write, sync or removal fails',
    'sandbox/test/trust/io-errors.long.test.ts',
    { TRUST_STEP: '1' },
  ),
  'fuzz-corpus': trust('changed inputs for the readers of foreign input', 'test/trust/fuzz.long.test.ts', {
    TRUST_INPUTS: '2000',
  }),
  survivors: trust(
    'processes that are left after explore, start -- COMMAND and listen',
    'sandbox/test/trust/survivors.long.test.ts',
    {},
  ),
  // One shop has more plans than explore tries by default.
  careful: trust(
    'careful shops, in which explore must find nothing wrong',
    'sandbox/test/explore/careful.long.test.ts',
    {
      EXPLORE_RUNS: '5000',
    },
  ),
  soak: trust('75 requests a second to one sandbox', 'sandbox/test/trust/soak.long.test.ts', { TRUST_SECONDS: '900' }),
};

const slow: Tasks = {
  further: {
    does: 'what npm test leaves out of its files: tests of missing programs, further cases (the tag long), all rows and runs',
    steps: () => [npm('build'), vitest(testsWith(/\btags\b|property-runs\.ts'/), { PROPERTY_RUNS: 'all' })],
  },
  nodes: {
    does: 'the quick tests of what depends on Node, on other versions of it',
    steps: () =>
      [22, 24].map((version) =>
        onNode(version, 'node_modules/vitest/vitest.mjs', 'run', ...nodeDependent(), '--tags-filter', '!chromium'),
      ),
  },
  'sandbox-file': {
    does: 'the tests of rules, clocks and deliveries, with the state in a SQLite file',
    steps: () => {
      const { run } = onNode(24, 'node_modules/vitest/vitest.mjs', 'run', '--isolate', ...stateTests());
      return [{ run, env: { SANDBOX_STATE: 'file' } }];
    },
  },
  'sandbox-redis': {
    does: 'the tests of rules, clocks and deliveries, with the state on a Redis server',
    steps: () => [vitest(['--isolate', ...stateTests()], { SANDBOX_STATE: 'redis' })],
  },
  runtimes: {
    does: 'the packed package on Deno, Bun and other runtimes',
    steps: () => [npm('build'), program('test/consumers/main.ts', 'runtimes')],
  },
  consumers: {
    does: 'the packed package in projects of users: compilers, clients built on the types, test runners',
    steps: () => [
      npm('build'),
      program('test/consumers/main.ts', 'compilers', 'adapters', 'recipes', 'frameworks', 'installations'),
    ],
  },
  tools: {
    does: 'tools of other projects that read the contract',
    steps: () => [
      install('test/consumers/tools'),
      npm('build'),
      onNode(24, ...TYPESCRIPT, 'test/consumers/main.ts', 'tools'),
    ],
  },
  release: {
    does: 'a release and an update of all packages, against a registry on this machine',
    steps: () => [
      install('scripts/test/release/registry'),
      npm('build'),
      onNode24('scripts/test/release/registry/main.ts'),
    ],
  },
  long: {
    does: 'the tests that take minutes (*.long.test.ts), without those of trust',
    steps: () => [vitest(['--mode', 'all', '--exclude', '**/trust/**', '--exclude', '**/careful.long.test.ts'])],
  },
  fuzz: {
    does: '20,000 random requests to the pipeline of the sandbox',
    steps: () => [vitest(['sandbox/test/server/fuzz.test.ts'], { FUZZ_REQUESTS: '20000' })],
  },
  ...trustTests,
};

/** The tasks of `npm run check`. */
export const checks: Tasks = {
  quick: {
    does: 'lint and the quick tests, as npm test does',
    // The first test that reads the docs builds them, while others run.
    steps: () => [[...rules, npm('compile')], npm('pages'), vitest([])],
  },
  lint: {
    does: 'the rules of the contract, of the code, of the types and of the translations, as npm run lint does',
    steps: () => [lint],
  },
  all: {
    does: 'all of the following, as npm run test:all does',
    goesOn: true,
    steps: () => {
      const isBuild = ({ run }: TaskCommand) => run.join(' ') === 'npm run build';
      const steps = Object.values(slow).flatMap(({ steps }) => steps());
      // The tasks do not change the build, so one is enough for all.
      const isRepeated = (step: (typeof steps)[number], index: number) =>
        [step].flat().some(isBuild) && steps.slice(0, index).some((one) => [one].flat().some(isBuild));
      return steps.filter((step, index) => !isRepeated(step, index));
    },
  },
  ...slow,
  trust: withLong(`${Object.keys(trustTests).join(', ')}; more with --long`, (isLong) =>
    Object.values(trustTests).flatMap(({ steps, long = steps }) => (isLong ? long() : steps())),
  ),
  plugin: {
    does: 'a public WooCommerce plugin under explore; skipped without a network: plugin REPOSITORY',
    steps: () => [npm('compile'), program('test/consumers/plugin/main.ts')],
  },
  'php-client': {
    does: 'a public PHP client of the gateway through the proxy; skipped without a network: php-client ADDRESS OF THE REPOSITORIES',
    steps: () => [npm('compile'), program('test/consumers/php-client/main.ts')],
  },
  reading: {
    does: 'draws ten operations and prints what the docs claim of each element, to compare it with the source document: reading SEED',
    steps: () => [program('scripts/docs/reading.ts')],
  },
  mutation: {
    does: 'changes a source file in many small ways, and lists the changes that no test notices: mutation FILE…',
    steps: () => [install('test/mutation', '--legacy-peer-deps'), program('test/mutation/main.ts')],
  },
};

/** The tasks of `npm run bench`. */
export const benches: Tasks = {
  client: {
    does: 'size, speed and type check of the client, compared with other clients',
    steps: () => [install('test/bench/client'), onNode24('test/bench/client/main.ts')],
  },
  sandbox: {
    does: 'the sandbox in memory, in a file and on Redis, compared with Prism: sandbox PART…',
    steps: () => [install('test/bench/servers'), npm('build'), onNode24('test/bench/sandbox/main.ts')],
  },
  pages: { does: 'console and checkout', steps: () => [npm('build'), program('test/bench/pages/main.ts')] },
  docs: { does: 'the build of the docs', steps: () => [program('test/bench/docs/main.ts')] },
};
