import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/bench/**', '**/node_modules/**'],
    typecheck: { enabled: true, include: ['test/**/*.test-d.ts'] },
    globalSetup: 'test/prism/shared.ts',
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
});
