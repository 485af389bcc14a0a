/** A process with everything that it starts, and the signals that stop it. On Windows, which has no groups, only the process itself counts. */
import type { ChildProcess } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { constants } from 'node:os';
import { clearInterval, setInterval } from 'node:timers';

const hasGroups = process.platform !== 'win32';

/** Options of `spawn` for a process in a new group. */
export const IN_GROUP = { detached: hasGroups } as const;

export function isGroupAlive({ pid }: ChildProcess): boolean {
  try {
    // A negative id is the group.
    return hasGroups && pid !== undefined && process.kill(-pid, 0);
  } catch {
    return false;
  }
}

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
export const isRunning = (pid: number): boolean => /^[RD]$/.test(statOf(pid)?.[0] ?? '');

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

/** How often to look for descendants. Milliseconds. */
const LOOK_AGAIN = 100;

/**
 * What a process started, directly or not, also without its variables in a new session. Only Linux shows it. One that is an orphan before the
 * first look at it stays unknown.
 */
export class Descendants {
  /** The start of each process by its id, because a later process may get the id. */
  readonly #seen = new Map<number, string>();
  readonly #timer: NodeJS.Timeout;

  constructor({ pid }: ChildProcess) {
    const start = pid === undefined ? undefined : startOf(pid);
    if (pid !== undefined && start !== undefined) this.#seen.set(pid, start);
    this.#timer = setInterval(() => this.alive(), LOOK_AGAIN).unref();
  }

  alive(): number[] {
    for (const [pid, start] of this.#seen) {
      if (startOf(pid) !== start) this.#seen.delete(pid);
      else {
        // The loop also comes to what it adds.
        for (const child of childrenOf(pid)) if (!this.#seen.has(child)) this.#seen.set(child, startOf(child) ?? '');
      }
    }
    return [...this.#seen.keys()];
  }

  signal(signal: NodeJS.Signals): void {
    for (const pid of this.alive()) signalProcess(pid, signal);
  }

  close(): void {
    clearInterval(this.#timer);
  }
}

/** Returns the fields of `/proc/<pid>/stat` after the name: the state first. Undefined for a process that has ended. */
function statOf(pid: number): string[] | undefined {
  const fields = readOr(`/proc/${pid}/stat`).split(') ').at(-1)?.split(' ') ?? [];
  // Z: it has ended, and its parent does not know yet.
  return fields.length > 1 && fields[0] !== 'Z' ? fields : undefined;
}

const startOf = (pid: number): string | undefined => statOf(pid)?.[19];

/** Returns the children that each thread of a process started. */
function childrenOf(pid: number): number[] {
  try {
    const threads = readdirSync(`/proc/${pid}/task`).map((id) => readOr(`/proc/${pid}/task/${id}/children`));
    return threads.flatMap((ids) => ids.split(' ').filter(Boolean).map(Number));
  } catch {
    return [];
  }
}

/** The signals that ask a program to stop, or would end it without an answer. SIGUSR1 and SIGPROF belong to Node, which ignores SIGXFSZ. */
export const STOP_SIGNALS = [
  'SIGINT',
  'SIGTERM',
  'SIGHUP',
  'SIGQUIT',
  'SIGUSR2',
  'SIGABRT',
  'SIGALRM',
  'SIGVTALRM',
  'SIGXCPU',
  'SIGIO',
  'SIGPWR',
  'SIGSTKFLT',
  'SIGSYS',
  'SIGTRAP',
] as const;
export type StopSignal = (typeof STOP_SIGNALS)[number];

/** How long a program that was asked to stop may take, before everything that it started is killed. Milliseconds. */
export const LONGEST_STOP = 10_000;

/** The milliseconds within which a second signal counts as the first: npm passes on one that the terminal has sent already. */
export const SAME_SIGNAL = 500;

/** Returns the exit code of a program that a signal ends. */
const codeOfSignal = (name: StopSignal): number => 128 + constants.signals[name];

/**
 * Calls `onSignal` when somebody asks the program to stop. A later signal ends it at once with a code, apart from SIGHUP, which a terminal that
 * closes can send twice. Returns a function to call when nothing is left to stop.
 */
function onStop(onSignal: (name: StopSignal) => void, codeOf = codeOfSignal): () => void {
  let askedAt: number | undefined;
  const listener = (name: StopSignal) => {
    if (askedAt === undefined) {
      askedAt = performance.now();
      onSignal(name);
    } else if (name !== 'SIGHUP' && performance.now() - askedAt > SAME_SIGNAL) {
      process.exit(codeOf(name));
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

/** Runs a task, and calls `onSignal` if somebody asks the program to stop meanwhile. A later signal ends it with a code. */
export async function stoppable<Result>(
  onSignal: (name: StopSignal) => void,
  task: () => Promise<Result>,
  codeOf?: (name: StopSignal) => number,
): Promise<Result> {
  const end = onStop(onSignal, codeOf);
  try {
    return await task();
  } finally {
    end();
  }
}
