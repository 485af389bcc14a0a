/**
 * A build writes to a temporary folder below `dist`, and moves its files to `dist` when all are complete. So builds can run at the same time, and
 * programs can use `dist` meanwhile. If a build is killed, the next one removes its folder.
 */
import { lstatSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { constants } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { stoppable } from '../../core/src/cli/process-group.ts';

/** Where a build writes. */
export interface BuildFolder {
  /** Its files move to `dist`, to the same paths. */
  readonly out: string;
  /** Is deleted after the build. */
  readonly cache: string;
}

/**
 * Runs a build and moves its files to `dist`. If the build fails or is stopped, `dist` stays as it was. Files of earlier builds are deleted from the
 * folders that the build wrote.
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
 * Creates a temporary folder for this process. Its name has the purpose and the id of the process. It is deleted when the process exits. Deletes the
 * folders of processes that were killed.
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

/** Deletes a folder. A process that is being killed may still write to it. Then the next build deletes the rest. */
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

/** Moves the files of a build to `dist`, one by one. Deletes older files from its folders. */
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
  // New files come first, because the others may import them.
  for (const file of [...built].sort((one, other) => Number(present.has(one)) - Number(present.has(other)))) {
    mkdirSync(dirname(join(to, file)), { recursive: true });
    renameSync(join(from, file), join(to, file));
  }
  for (const file of filesBelow(to)) {
    const found = built.has(file) ? undefined : lstatSync(join(to, file), { throwIfNoEntry: false });
    // A newer file comes from another build, whose sources may be newer too.
    if (found && found.mtimeMs < begun) rmSync(join(to, file), { force: true });
  }
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)));
}
