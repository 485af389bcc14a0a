import { defineConfig } from 'vitest/config';

const folders = (process.env.MUTATION_TESTS ?? 'test').split(' ');

// The tests that stand beside what is changed, by main.ts. What throws everything at it would notice too, but not say what.
export default defineConfig({
  test: {
    include: folders.map((folder) => `${folder}/**/*.test.ts`),
    exclude: [
      '**/*.long.test.ts',
      '**/{fuzz,resemblance,size,types,mistakes,openapi-fetch-peers}.test.ts',
      '**/node_modules/**',
    ],
    globalSetup: ['test/prism/shared.ts', 'test/built/shared.ts'],
    testTimeout: 20_000,
  },
});
