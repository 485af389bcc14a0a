import { execFileSync } from 'node:child_process';
import { EVIDENCE } from '../contract/read.ts';

/** A released contract. Its evidence is empty if the contract itself has it. */
interface ReleasedContract {
  readonly text: string;
  readonly evidence: string;
}

/** The contract of each release, oldest first: of every tag `v1.2.3`, previews like `v1.2.3-rc.1` aside. */
export function releasedContracts(directory: string): ReleasedContract[] {
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: directory, encoding: 'utf8', maxBuffer: 2 ** 26 });
  const tags = git('tag', '--list', 'v*', '--sort=version:refname').split('\n');
  return tags
    .filter((name) => /^v\d+\.\d+\.\d+$/.test(name))
    .map((tag) => ({
      text: git('show', `${tag}:openapi.yaml`),
      evidence: git('ls-tree', '--name-only', tag, EVIDENCE) === '' ? '' : git('show', `${tag}:${EVIDENCE}`),
    }));
}

interface Release {
  /** `v1.2.3` */
  readonly tag: string;
  /** openapi.yaml as it was released. */
  readonly contract: string;
}

/**
 * The newest release before HEAD: a tag `v1.2.3`, previews like `v1.2.3-rc.1` aside. One that is HEAD itself does not count,
 * so that a release is compared with the one before it.
 */
export function lastRelease(directory: string): Release | undefined {
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: directory, encoding: 'utf8', maxBuffer: 2 ** 26 });
  const tag = git('tag', '--list', 'v*', '--merged', 'HEAD', '--no-contains', 'HEAD', '--sort=-version:refname')
    .split('\n')
    .find((name) => /^v\d+\.\d+\.\d+$/.test(name));
  return tag === undefined ? undefined : { tag, contract: git('show', `${tag}:openapi.yaml`) };
}

/** Returns whether semantic versioning allows `version` to break `released`: below 1.0.0 a new minor version is enough. */
export function mayBreak(released: string, version: string): boolean {
  const [from, to] = [released, version].map((text) => text.replace(/^v/, '').split('.').map(Number));
  return from?.[0] !== to?.[0] || (to?.[0] === 0 && from?.[1] !== to[1]);
}
