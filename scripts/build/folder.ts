/**
 * A build writes into a folder of its own below `dist`, and moves its files to `dist` when all are complete. So any number of builds can run at the same
 * time, and programs can use `dist` meanwhile. A folder of a process that was killed is removed by a later build.
 */
import { lstatSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { constants } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { stoppable } from '../../core/src/cli/process-group.ts';

/** Where a build writes. */
export interface BuildFolder {
  /** What becomes part of `dist`, under the same paths. */
  readonly out: string;
  /** What is removed with the build. */
  readonly cache: string;
}

/**
 * Runs a build and moves what it wrote to `dist`. If the build fails or is stopped, `dist` stays as it was. A folder that the build wrote keeps no
 * file of an earlier build.
 */
export async function buildInto<Result>(
  dist: string,
  build: (folder: BuildFolder) => Promise<Result>,
): Promise<Result> {
  const own = ownFolder(dist, 'build');
  try {
    return await stoppable(
      (signal) => process.exit(128 + constants.signals[signal]),
      async () => {
        const folder = { out: join(own.path, 'out'), cache: join(own.path, 'cache') };
        for (const path of Object.values(folder)) mkdirSync(path);
        const { mtimeMs: begun } = lstatSync(folder.out);
        const result = await build(folder);
        move(folder.out, dist, begun);
        return result;
      },
    );
  } finally {
    own.remove();
  }
}

/**
 * Creates a folder below another one that no other process uses: its name has a purpose and the id of this process. It is removed with the process.
 * Removes those of processes that have ended.
 */
export function ownFolder(parent: string, purpose: string): { readonly path: string; remove(): void } {
  mkdirSync(parent, { recursive: true });
  for (const name of readdirSync(parent)) {
    const [, pid] = new RegExp(`^${purpose}-(\\d+)-\\w{6}$`).exec(name) ?? [];
    if (pid !== undefined && !isAlive(Number(pid))) removeFolder(join(parent, name));
  }
  const path = mkdtempSync(join(parent, `${purpose}-${process.pid}-`));
  const atExit = () => removeFolder(path);
  process.on('exit', atExit);
  return {
    path,
    remove() {
      process.off('exit', atExit);
      removeFolder(path);
    },
  };
}

/** Another process may remove the same folder, and a program that is being killed may still write into it. What remains is removed later. */
function removeFolder(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true, maxRetries: 5 });
  } catch {}
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Moves what a build wrote to `dist`, each file at once. Removes files of its folders that are older than the build and not part of it. */
function move(out: string, dist: string, begun: number): void {
  for (const entry of readdirSync(out, { withFileTypes: true })) {
    const [from, to] = [join(out, entry.name), join(dist, entry.name)];
    if (entry.isFile()) renameSync(from, to);
    else merge(from, to, begun);
  }
}

function merge(from: string, to: string, begun: number): void {
  mkdirSync(to, { recursive: true });
  const built = new Set(filesBelow(from));
  const present = new Set(filesBelow(to));
  // The new ones come first, because the others may load them.
  for (const file of [...built].sort((one, other) => Number(present.has(one)) - Number(present.has(other)))) {
    mkdirSync(dirname(join(to, file)), { recursive: true });
    renameSync(join(from, file), join(to, file));
  }
  for (const file of filesBelow(to)) {
    const found = built.has(file) ? undefined : lstatSync(join(to, file), { throwIfNoEntry: false });
    // A newer file is of another build, whose sources may be newer too.
    if (found && found.mtimeMs < begun) rmSync(join(to, file), { force: true });
  }
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)));
}
