/** The order of the test files: first what takes longest, so that no worker is left with that at the end. */
import { existsSync } from 'node:fs';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** By seconds on a clock, not of the processor: most of these wait for a browser or for other processes. */
const LONGEST = [
  'test/pages/browser.test.ts',
  'test/docs/build.test.ts',
  'test/cli/verify-run.test.ts',
  'test/contract/differences.test.ts',
  'test/docs/portuguese.test.ts',
  'test/package/package.test.ts',
  'test/docs/listings.test.ts',
  'test/sandbox/events/deliveries.test.ts',
  'test/contract/seen.test.ts',
  'test/cli/mock.test.ts',
  'test/release/diff.test.ts',
];

/** Vitest knows what took long last time; a fresh clone has no last time. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const gone = LONGEST.find((file) => !existsSync(file));
    if (gone) throw new Error(`test/longest-first.ts names ${gone}, which is not there`);
    const place = ({ moduleId }: TestSpecification) => {
      const index = LONGEST.findIndex((file) => moduleId.endsWith(`/${file}`));
      return index < 0 ? LONGEST.length : index;
    };
    return (await super.sort(files)).sort((one, other) => place(one) - place(other));
  }
}
