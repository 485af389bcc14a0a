/**
 * Compares openapi.yaml with the contract of the last release and fails on a change that would break callers, unless
 * the version in package.json announces one. Run from the root of the repository.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { lastRelease, mayBreak } from './last-release.ts';
import { redoclyDiff } from './redocly-diff.ts';
import { lostValues } from './vocabularies.ts';

interface Comparison {
  readonly isAllowed: boolean;
  /** What to print. */
  readonly lines: readonly string[];
}

export function compareWithLastRelease(directory: string, diff = redoclyDiff): Comparison {
  const release = lastRelease(directory);
  if (release === undefined) {
    return {
      isAllowed: true,
      lines: ['There is no release yet (no tag v1.2.3 before HEAD): nothing to compare with.'],
    };
  }
  const current = readFileSync(join(directory, 'openapi.yaml'), 'utf8');
  const { version }: { version: string } = JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8'));
  const { summary, breaking } = diff(release.contract, current);
  const broken = [...breaking, ...lostValues(release.contract, current)];
  const head = `openapi.yaml against ${release.tag}: ${summary.major} major, ${summary.minor} minor, ${summary.patch} patch.`;
  if (broken.length === 0) return { isAllowed: true, lines: [head] };

  const isAllowed = mayBreak(release.tag, version);
  const verdict = isAllowed
    ? `Version ${version} announces a breaking release, so this may stay.`
    : `Undo this, or raise the version in package.json (now ${version}) to one that may break callers.`;
  return { isAllowed, lines: [head, ...broken.map((sentence) => `  breaks: ${sentence}`), verdict] };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { isAllowed, lines } = compareWithLastRelease(process.cwd());
  console.log(lines.join('\n'));
  process.exitCode = isAllowed ? 0 : 1;
}
