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
const VITEST = 'node_modules/vitest/vitest.mjs';
const vitest = (args: readonly string[], env: TaskCommand['env'] = {}): TaskCommand => ({
  run: ['node', VITEST, 'run', ...args],
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

/** The tests that need SQLite, which Node has from 22.13. */
const sqliteTests = () => testsWith(/describeSqlite|describeEachPlace|'sqlite'/, ['sandbox/test']);

/** The tests of what calls Node: commands, servers, clients, stores. Rules, searches, judgments, docs and types are the same on each version. */
const nodeDependent = () => [
  ...['cli', 'client', 'mock', 'redact', 'webhooks'].map((folder) => `test/${folder}`),
  ...['compile', 'docs/guide', 'packages'].map((folder) => `scripts/test/${folder}`),
  ...['access', 'cli', 'files'].map((folder) => `core/test/${folder}`),
  ...['cli', 'events', 'server', 'stores', 'testing'].map((folder) => `sandbox/test/${folder}`),
  ...['cli', 'proxy', 'recordings'].map((folder) => `verify/test/${folder}`),
  ...sqliteTests(),
];

/** They share nothing, so they run at the same time. */
const rules: readonly TaskCommand[] = [
  { run: ['node', 'node_modules/@redocly/cli/bin/cli.js', 'lint', '--config', 'redocly.yaml'] },
  { run: ['node', 'node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings'] },
  // Each further checker of the compiler checks shared types again, which costs the other commands more than it saves.
  { run: ['node', 'node_modules/typescript-native/bin/tsc', '--singleThreaded'] },
];

/** The tests check the dictionary, too: scripts/test/translation/dictionary.test.ts. */
const lint: readonly TaskCommand[] = [...rules, program('scripts/translation/main.ts')];

/** What the most trusted systems test: the file of the test, and the variables that let it try as much as it takes. */
const TRUST: Readonly<Record<string, { does: string; file: string; long?: NonNullable<TaskCommand['env']> }>> = {
  histories: {
    does: 'random clients of two sandboxes on one store, which are killed, paused and set to another time',
    file: 'sandbox/test/trust/histories.long.test.ts',
    long: { TRUST_HISTORIES: '200', TRUST_OPERATIONS: '300' },
  },
  ledger: {
    does: 'after racing clients, and after any three acts, the gateway holds what it captured less what it refunded',
    file: 'sandbox/test/trust/ledger.long.test.ts',
    long: { PROPERTY_RUNS: 'all', TRUST_OPERATIONS: '300' },
  },
  'io-errors': {
    does: 'a state file whose nth read, write, sync or removal fails',
    file: 'sandbox/test/trust/io-errors.long.test.ts',
    long: { TRUST_STEP: '1' },
  },
  'fuzz-corpus': {
    does: 'changed inputs for the readers of foreign input',
    file: 'test/trust/fuzz.long.test.ts',
    long: { TRUST_INPUTS: '2000' },
  },
  survivors: {
    does: 'processes that are left after explore, start -- COMMAND and listen',
    file: 'sandbox/test/trust/survivors.long.test.ts',
  },
  careful: {
    does: 'careful shops, in which explore must find nothing wrong',
    file: 'sandbox/test/explore/careful.long.test.ts',
    // One shop has more plans than explore tries by default.
    long: { EXPLORE_RUNS: '5000' },
  },
  soak: {
    does: '75 requests a second to one sandbox',
    file: 'sandbox/test/trust/soak.long.test.ts',
    long: { TRUST_SECONDS: '900' },
  },
};
const TRUST_FILES = Object.values(TRUST).map(({ file }) => file);

/** Node 24 has SQLite. With `--long`, each file takes as long as it takes, with new random values. */
const trust = (does: string, files: readonly string[], long: NonNullable<TaskCommand['env']> = {}): Task =>
  withLong(`${does}; more with --long`, (isLong) => {
    const { run } = onNode(24, VITEST, 'run', '--mode', 'all', ...files);
    return [isLong ? { run, env: { TEST_SEED: process.env.TEST_SEED ?? 'random', ...long } } : { run }];
  });

/** Rows of the packed package in projects of users, by their parts and by words of their titles. */
const consumers = (...args: string[]) => program('test/consumers/main.ts', ...args);

/** What a change of this repository can break, after `npm test`. */
const perChange: Tasks = {
  further: {
    does: 'what npm test leaves out of its files: tests of missing programs, further cases (the tag long), all rows and runs',
    steps: () => [npm('build'), vitest(testsWith(/\btags\b|property-runs\.ts'/), { PROPERTY_RUNS: 'all' })],
  },
  'newest-node': {
    does: 'the quick tests of clients, of guarded addresses and of SQLite on Node 24',
    steps: () => [onNode(24, VITEST, 'run', 'test/client', 'core/test/access', ...sqliteTests())],
  },
  'sandbox-file': {
    does: 'the tests of rules, clocks and deliveries, with the state in a SQLite file',
    steps: () => [{ ...onNode(24, VITEST, 'run', '--isolate', ...stateTests()), env: { SANDBOX_STATE: 'file' } }],
  },
  'sandbox-redis': {
    does: 'the tests of rules, clocks and deliveries, with the state on a Redis server',
    steps: () => [vitest(['--isolate', ...stateTests()], { SANDBOX_STATE: 'redis' })],
  },
  runtimes: {
    does: 'the packed package on Deno, Bun and other runtimes',
    steps: () => [npm('build'), consumers('runtimes')],
  },
  consumers: {
    does: 'the packed package in projects of users: the oldest and the newest compiler, test runners, Next.js',
    steps: () => [
      npm('build'),
      consumers('compilers', 'attw', 'TypeScript 5.4', 'TypeScript 7.0'),
      consumers('recipes'),
      consumers('frameworks', 'next@16'),
    ],
  },
  long: {
    does: 'the tests that take minutes (*.long.test.ts), without those of trust and of endurance',
    steps: () => [
      vitest(['--mode', 'all', '--tags-filter', '!endurance', ...TRUST_FILES.flatMap((file) => ['--exclude', file])]),
    ],
  },
  trust: trust(
    Object.keys(TRUST).join(', '),
    TRUST_FILES,
    Object.assign({}, ...Object.values(TRUST).map(({ long }) => long)),
  ),
};

/** What time, and versions of foreign tools, can break: before a release. */
const perRelease: Tasks = {
  nodes: {
    does: 'the quick tests of what depends on Node, on other versions of it',
    steps: () =>
      [22, 24].map((version) => onNode(version, VITEST, 'run', ...nodeDependent(), '--tags-filter', '!chromium')),
  },
  matrix: {
    does: 'all rows of consumers: more compilers and frameworks, clients built on the types',
    steps: () => [npm('build'), consumers('compilers', 'adapters', 'frameworks')],
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
    does: 'a release and an update of all packages with each package manager, against a registry on this machine',
    steps: () => [
      install('scripts/test/release/registry'),
      npm('build'),
      onNode24('scripts/test/release/registry/main.ts'),
    ],
  },
  fuzz: {
    does: '20,000 random requests to the pipeline of the sandbox',
    steps: () => [vitest(['sandbox/test/server/fuzz.test.ts'], { FUZZ_REQUESTS: '20000' })],
  },
  endurance: {
    does: 'the tests that take more minutes (@module-tag endurance)',
    steps: () => [vitest(['--mode', 'all', '--tags-filter', 'endurance'])],
  },
};

/** The tasks one after the other. No task changes the build, so one is enough for all. */
const together = (does: string, tasks: Tasks): Task => ({
  does,
  goesOn: true,
  steps: () => {
    const steps = Object.values(tasks).flatMap((task) => task.steps());
    const builds = steps.filter((step) => [step].flat().some(({ run }) => run.join(' ') === 'npm run build'));
    return steps.filter((step) => !builds.slice(1).includes(step));
  },
});

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
  all: together(`${Object.keys(perChange).join(', ')}: what npm run test:all runs`, perChange),
  'before-release': together(`${Object.keys(perRelease).join(', ')}: what npm run test:all leaves out`, perRelease),
  ...perChange,
  ...perRelease,
  ...Object.fromEntries(Object.entries(TRUST).map(([name, { does, file, long }]) => [name, trust(does, [file], long)])),
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
};
