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
