/** A process with everything that it starts, and the signals that stop it. On Windows, which has no groups, only the process itself counts. */
import type { ChildProcess } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { constants } from 'node:os';

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

/** Returns the other processes with a variable, such as `NAME=value`. It finds what left its group, also in a new session. Only Linux shows variables. */
export function processesWith(variable: string): number[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((pid) => readOr(`/proc/${pid}/environ`).split('\0').includes(variable))
    .map(Number);
}

/** Returns whether a process uses the processor, or waits for it. */
export const isRunning = (pid: number): boolean => /^\d+ \(.*\) [RD]/s.test(readOr(`/proc/${pid}/stat`));

/** How often to look for processes that were started meanwhile. */
const ROUNDS = 10;

/** Ends the processes with a variable, until none is left. */
export function killProcessesWith(variable: string): void {
  for (let round = 0; round < ROUNDS; round++) {
    const left = processesWith(variable);
    if (left.length === 0) return;
    for (const pid of left) signalProcess(pid, 'SIGKILL');
  }
}

export function signalProcess(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended.
  }
}

/** A process may end while it is read, or belong to somebody else. */
function readOr(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

/** The signals that ask a program to stop. */
export const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
export type StopSignal = (typeof STOP_SIGNALS)[number];

/** The milliseconds within which a second signal counts as the first: npm passes on one that the terminal has sent already. */
export const SAME_SIGNAL = 500;

/**
 * Calls `onSignal` when somebody asks the program to stop. A later signal ends it at once, apart from SIGHUP, which a terminal that closes can
 * send twice. Returns a function to call when nothing is left to stop.
 */
function onStop(onSignal: (name: StopSignal) => void): () => void {
  let askedAt: number | undefined;
  const listener = (name: StopSignal) => {
    if (askedAt === undefined) {
      askedAt = performance.now();
      onSignal(name);
    } else if (name !== 'SIGHUP' && performance.now() - askedAt > SAME_SIGNAL) {
      process.exit(128 + constants.signals[name]);
    }
  };
  for (const name of STOP_SIGNALS) process.on(name, listener);
  return () => {
    // The second signal of a terminal may arrive after the task, and must not change the exit code.
    if (askedAt === undefined) for (const name of STOP_SIGNALS) process.off(name, listener);
  };
}

/** Resolves when somebody asks the program to stop. Call it before the program says how to stop it. */
export const stopSignal = (): Promise<StopSignal> => new Promise((resolve) => void onStop(resolve));

/** Runs a task, and calls `onSignal` if somebody asks the program to stop meanwhile. */
export async function stoppable<Result>(
  onSignal: (name: StopSignal) => void,
  task: () => Promise<Result>,
): Promise<Result> {
  const end = onStop(onSignal);
  try {
    return await task();
  } finally {
    end();
  }
}
