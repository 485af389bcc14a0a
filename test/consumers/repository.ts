/** Checks that use public repositories: their files, each at one commit, and the end without a network or a program. */
import { execFileSync } from 'node:child_process';

/** In milliseconds. */
const LONGEST_FETCH = 60_000;

/** Fetches paths of a repository into a new folder. Returns why that was not possible, such as without a network. */
export function fetchPaths(repository: string, commit: string, folder: string, paths: readonly string[]) {
  const git = (...args: string[]) =>
    execFileSync('git', args, {
      stdio: ['ignore', 'ignore', 'pipe'],
      timeout: LONGEST_FETCH,
      env: { ...process.env, GIT_TERMINAL_PROMPT: '0' },
    });
  try {
    git('clone', '--quiet', '--no-checkout', '--filter=blob:none', repository, folder);
    git('-C', folder, 'checkout', '--quiet', commit, '--', ...paths);
    return undefined;
  } catch (error) {
    return `cannot fetch ${repository}: ${String(error).split('\n')[0]}`;
  }
}

/** Returns the exit code of a check that cannot run here. */
export function skip(why: string): number {
  console.log(`skipped: ${why}`);
  return 0;
}
