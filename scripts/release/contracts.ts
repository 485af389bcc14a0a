import { execFileSync } from 'node:child_process';

/** openapi.yaml of each release, oldest first: of every tag `v1.2.3`, previews like `v1.2.3-rc.1` aside. */
export function releasedContracts(directory: string): string[] {
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: directory, encoding: 'utf8', maxBuffer: 2 ** 26 });
  const tags = git('tag', '--list', 'v*', '--sort=version:refname').split('\n');
  return tags.filter((name) => /^v\d+\.\d+\.\d+$/.test(name)).map((tag) => git('show', `${tag}:openapi.yaml`));
}
