import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { root, workspace } from './workspace.ts';

/** The commit whose client is that of 0.1.0, which was never published. */
const commit = 'd0ea1d86a4623251affa7c9e86dd17dba13a47b6';

/** Brings the client of 0.1.0 in from the history. Nothing in a clone that does not go back so far. */
export function firstVersion(): string | undefined {
  const folder = join(workspace, 'first-version');
  const archive = spawnSync('git', ['archive', commit, 'src', 'generated'], { cwd: root, maxBuffer: 2 ** 26 });
  if (archive.status !== 0) return undefined;
  mkdirSync(folder, { recursive: true });
  const { status } = spawnSync('tar', ['-x', '-C', folder], { input: archive.stdout });
  return status === 0 ? join(folder, 'src/index.ts') : undefined;
}
