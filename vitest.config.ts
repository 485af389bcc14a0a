import { availableParallelism } from 'node:os';
import { configDefaults, defineConfig } from 'vitest/config';
import { programTags } from './test/programs.ts';
import { SkippedReporter } from './test/skipped-reporter.ts';

/** Tests that take long and watch the world rather than the code: `npm run test:all` runs them, `npm test` does not. */
const long = '**/*.long.test.ts';
/** Packages of this repository are loaded from their sources. */
const conditions = ['payment-gateway-source', 'node', 'import', 'module', 'default'];

/**
 * Whether the command line names files or tests. Then tables have all rows (test/property-runs.ts), and tests with the tag `long` run: those that
 * show a further case, next to the quick test of one case.
 */
const isNamed = process.argv.some((word) => /\.ts$/.test(word) || /^(?:-t|--testNamePattern)(?:=|$)/.test(word));

export default defineConfig(({ mode }) => ({
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: conditions } },
  test: {
    env: isNamed ? { TABLE_ROWS: 'all' } : {},
    setupFiles: ['test/seed.ts', 'sandbox/test/frozen-state.ts'],
    // Without the names of folders, which would be relative to `--dir`.
    include: [mode === 'all' ? long : '**/*.test.ts'],
    exclude: ['**/dist/**', ...configDefaults.exclude, ...(mode === 'all' ? [] : [long])],
    // Type tests (`*.test-d.ts`) are compiled by the `tsc` of `npm run lint`; compiling them a second time here shows nothing more.
    // Files share a worker, since half of the time went into loading the same modules again; no test mocks a module.
    isolate: false,
    // One more than there are cores: a third of the time a worker waits, for a browser, a server or another process.
    maxWorkers: availableParallelism() + 1,
    globalSetup: ['test/prism/shared.ts', 'test/built/shared.ts'],
    // Without `skip: false`, which would run tests of missing programs that have both tags.
    tags: [
      ...programTags(),
      { name: 'long', description: 'further cases of a kind', ...(!isNamed && { skip: true }) },
      { name: 'endurance', description: 'what takes more minutes, before a release' },
    ],
    reporters: ['default', new SkippedReporter()],
    // Stops a test that hangs, not one on a busy machine. With all runs, a property takes minutes there.
    testTimeout: process.env.PROPERTY_RUNS === 'all' ? 600_000 : 300_000,
    hookTimeout: 600_000,
    // `expect.poll` waits for a condition. One second, its default, is too short on a busy machine.
    expect: { poll: { timeout: 60_000 } },
    // A named test runs: the names of rows in a table are whole.
    chaiConfig: { truncateThreshold: 200 },
    // Runs all tests at once that are concurrent because they wait.
    maxConcurrency: 32,
  },
}));
