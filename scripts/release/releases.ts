import { execFileSync } from 'node:child_process';
import { EVIDENCE } from '../contract/read.ts';

const git = (cwd: string, ...args: string[]) =>
  execFileSync('git', args, { cwd, encoding: 'utf8', maxBuffer: 2 ** 26 });

/** Returns the tags `v1.2.3`, oldest first, without previews like `v1.2.3-rc.1`. */
function releaseTags(directory: string, ...options: string[]): string[] {
  const tags = git(directory, 'tag', '--list', 'v*', '--sort=version:refname', ...options).split('\n');
  return tags.filter((name) => /^v\d+\.\d+\.\d+$/.test(name));
}

/** Returns the contract of each release, oldest first. Its evidence is empty if the contract itself has it. */
export function releasedContracts(directory: string): { text: string; evidence: string }[] {
  const isSplit = (tag: string) => git(directory, 'ls-tree', '--name-only', tag, EVIDENCE) !== '';
  return releaseTags(directory).map((tag) => ({
    text: git(directory, 'show', `${tag}:openapi.yaml`),
    evidence: isSplit(tag) ? git(directory, 'show', `${tag}:${EVIDENCE}`) : '',
  }));
}

/**
 * Returns the tag of the newest release before HEAD and openapi.yaml as it was released. One that is HEAD itself does not count, so that a
 * release is compared with the one before it.
 */
export function lastRelease(directory: string): { tag: string; contract: string } | undefined {
  const tag = releaseTags(directory, '--merged', 'HEAD', '--no-contains', 'HEAD').at(-1);
  return tag === undefined ? undefined : { tag, contract: git(directory, 'show', `${tag}:openapi.yaml`) };
}

/** Returns whether semantic versioning allows `version` to break `released`: below 1.0.0 a new minor version is enough. */
export function mayBreak(released: string, version: string): boolean {
  const [from, to] = [released, version].map((text) => text.replace(/^v/, '').split('.').map(Number));
  return from?.[0] !== to?.[0] || (to?.[0] === 0 && from?.[1] !== to[1]);
}
