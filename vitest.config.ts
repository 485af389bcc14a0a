import { configDefaults, defineConfig } from 'vitest/config';

/** What is long by nature, and watches the world rather than the code: `npm run test:all` runs it, `npm test` does not. */
const long = 'test/**/*.long.test.ts';

export default defineConfig(({ mode }) => ({
  test: {
    include: [mode === 'all' ? long : 'test/**/*.test.ts'],
    exclude: ['test/bench/**', ...configDefaults.exclude, ...(mode === 'all' ? [] : [long])],
    typecheck: { enabled: mode !== 'all', include: ['test/**/*.test-d.ts'] },
    globalSetup: 'test/prism/shared.ts',
    testTimeout: 20_000,
    hookTimeout: 60_000,
    // For tests that are concurrent because they wait: all of them at once.
    maxConcurrency: 32,
  },
}));
