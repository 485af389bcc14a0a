import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { IN_GROUP, signalGroup } from '../../core/src/cli/process-group.ts';

/** Starts Node with a program of this repository. It ends with this process at the latest, and so does everything that it started. */
export function startNode(args: readonly string[], options: SpawnOptions = {}): ChildProcess {
  const child = spawn(process.execPath, args, { ...options, ...IN_GROUP });
  const end = () => signalGroup(child, 'SIGKILL');
  // Before the folder that it writes to is removed.
  process.prependListener('exit', end);
  child.once('exit', () => process.off('exit', end));
  return child;
}

/** Runs Node with a program, which prints where this process does. Ends this process if the program fails. */
export async function runNode(args: readonly string[]): Promise<void> {
  const [code] = await once(startNode(args, { stdio: ['ignore', 'inherit', 'inherit'] }), 'close');
  if (code !== 0) process.exit(1);
}
