import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { programTags } from '../programs.ts';

const folders = (process.env.MUTATION_TESTS ?? 'test').split(' ');

/** The quickest files first: the first test that fails ends the run of a change. */
class QuickFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const duration = ({ project, moduleId }: TestSpecification) =>
      this.ctx.cache.getFileTestResults(`${project.name}:${moduleId.slice(project.config.root.length + 1)}`)
        ?.duration ?? 0;
    return files.toSorted((one, other) => duration(one) - duration(other));
  }
}

// Only the tests of the matching folder, which main.ts names. A fuzz test would notice a change too, without saying where.
export default defineConfig({
  test: {
    include: folders.map((folder) => `${folder}/**/*.test.ts`),
    exclude: [
      '**/*.long.test.ts',
      '**/{fuzz,hostile,invariants,resemblance,types,as-openapi-fetch}.test.ts',
      '**/node_modules/**',
    ],
    isolate: false,
    // Servers and browsers would start for every change. Without its tag, a file with such tests does not load at all.
    tags: programTags().map((tag) => ({ ...tag, skip: true })),
    globalSetup: ['test/prism/shared.ts', 'test/built/shared.ts'],
    sequence: { sequencer: QuickFirst },
    testTimeout: 20_000,
  },
});
