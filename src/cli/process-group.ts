/** A process with everything that it starts. On Windows, which has no groups, only the process itself counts. */
import type { ChildProcess } from 'node:child_process';

const hasGroups = process.platform !== 'win32';

/** Options of `spawn` for a process in a new group. */
export const IN_GROUP = { detached: hasGroups } as const;

/** Returns whether a process of the group still runs. */
export function isGroupAlive({ pid }: ChildProcess): boolean {
  try {
    // A negative id is the group.
    return hasGroups && pid !== undefined && process.kill(-pid, 0);
  } catch {
    return false;
  }
}

/** Sends a signal to all processes of the group. */
export function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return;
  try {
    if (hasGroups) process.kill(-child.pid, signal);
    else child.kill(signal);
  } catch {
    // It has ended.
  }
}
