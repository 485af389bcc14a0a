/** Prints one line per missing program at the end of a run: `skipped: 119 browser tests (Chromium not found)`. */
import type { Reporter, TestModule } from 'vitest/node';
import { type Program, programs } from './programs.ts';

export class SkippedReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const lines = skippedLines(modules.flatMap((module) => [...module.children.allTests('skipped')]));
    if (lines.length > 0) console.log(`${lines.join('\n')}\n`);
  }
}

/** Returns a line per missing program. A test with several missing programs counts once. */
export function skippedLines(
  skipped: Iterable<{ readonly tags: readonly string[] }>,
  table: Readonly<Record<string, Program>> = programs,
): string[] {
  const missing = Object.keys(table).filter((name) => table[name]?.path === undefined);
  const counts = new Map<string, number>();
  for (const { tags } of skipped) {
    const name = missing.find((name) => tags.includes(name));
    if (name !== undefined) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts].map(([name, count]) => {
    const { tests, missing } = table[name] as Program;
    return `skipped: ${count} ${tests} ${count === 1 ? 'test' : 'tests'} (${missing})`;
  });
}
