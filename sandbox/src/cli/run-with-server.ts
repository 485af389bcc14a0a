/** Runs a command while a server runs: `start -- npm test`. */
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { constants } from 'node:os';
import { clearTimeout, setTimeout } from 'node:timers';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  Descendants,
  IN_GROUP,
  isGroupAlive,
  killProcessesWith,
  LONGEST_STOP,
  processesWith,
  SAME_SIGNAL,
  STOP_SIGNALS,
  signalGroup,
  signalProcess,
  UsageError,
} from 'payment-gateway-core/cli';
import type { Option } from 'payment-gateway-core/util';

export const COMMAND = {
  type: 'string',
  value: '-- <command>',
  isList: true,
  help: 'the program to run while the server runs, with its arguments',
  read: (given: readonly string[]) => given,
} as const satisfies Option;

export const COMMAND_NOTES = `With a command after two dashes, the server takes a free port unless --port names one, and logs only warnings unless --log
says more. The command gets PAYMENT_GATEWAY_URL and PAYMENT_GATEWAY_TOKEN. The server ends with it and returns its exit code.`;

export const WITH_COMMAND = { port: 0, log: 'warnings' } as const;

/** The variable that what the command started carries, also in a new session. */
const RUN = 'PAYMENT_GATEWAY_RUN';

/** The signals that ask the command to end. It may do something else after any other signal. */
const ENDING: readonly NodeJS.Signals[] = ['SIGINT', 'SIGTERM', 'SIGQUIT', 'SIGHUP'];

/** How long what the command started may take to end after it. Milliseconds. */
const GRACE = 2_000;

/** A command that did not start. The exit codes are those of a shell: 127 for an unknown program, 126 for one that cannot run. */
class CommandNotStarted extends UsageError {
  override readonly code: number;
  constructor(file: string, error: NodeJS.ErrnoException) {
    const isUnknown = error.code === 'ENOENT';
    const problem = isUnknown ? 'was not found' : `cannot be run (${error.code ?? error.message})`;
    super(`${file}: ${problem}; put a program and its arguments after the two dashes`);
    this.code = isUnknown ? 127 : 126;
  }
}

interface Server {
  readonly url: string;
  close(): Promise<void>;
}

/**
 * Runs a command with the address of the server and a token in its environment, and passes signals on. When the command has ended, this ends
 * its child processes and the server. A second signal to end, or ten seconds after the first, kill the command. Resolves to the exit code of the
 * command; 128 and the number of the signal that ended it.
 */
export async function runWithServer(
  server: Server,
  [file = '', ...args]: readonly string[],
  token = 'any-token',
): Promise<number> {
  // A client cannot connect to the address for all interfaces on every system.
  const url = server.url.replace('//0.0.0.0:', '//127.0.0.1:').replace('//[::]:', '//[::1]:');
  const run = randomUUID();
  const mark = `${RUN}=${run}`;
  let askedAt: number | undefined;
  let timer: NodeJS.Timeout | undefined;
  // A signal that arrives while the command starts reaches it, too.
  const passOn = (signal: NodeJS.Signals): void => {
    // While their parents run, all descendants are known.
    started.alive();
    const isSecond = askedAt !== undefined && performance.now() - askedAt > SAME_SIGNAL;
    // A terminal that closes can send SIGHUP twice.
    if (isSecond && ENDING.includes(signal) && signal !== 'SIGHUP') kill();
    else signalGroup(child, signal);
    if (askedAt !== undefined || !ENDING.includes(signal)) return;
    askedAt = performance.now();
    timer = setTimeout(kill, LONGEST_STOP);
  };
  for (const signal of STOP_SIGNALS) process.on(signal, passOn);
  const child = spawn(file, args, {
    ...IN_GROUP,
    env: { ...process.env, PAYMENT_GATEWAY_URL: url, PAYMENT_GATEWAY_TOKEN: token, [RUN]: run },
    stdio: 'inherit',
    // Only a shell of Windows finds `npm`, which is a script there.
    shell: process.platform === 'win32',
  });
  const started = new Descendants(child);
  const kill = (): void => {
    signalGroup(child, 'SIGKILL');
    started.signal('SIGKILL');
    killProcessesWith(mark);
  };
  process.once('exit', kill);
  try {
    return await new Promise<number>((resolve, reject) => {
      child.once('error', (error) => reject(new CommandNotStarted(file, error)));
      child.once('exit', (code, signal) => resolve(code ?? 128 + constants.signals[signal ?? 'SIGTERM']));
    });
  } finally {
    clearTimeout(timer);
    signalGroup(child, 'SIGTERM');
    started.signal('SIGTERM');
    for (const pid of processesWith(mark)) signalProcess(pid, 'SIGTERM');
    const isAlive = () => isGroupAlive(child) || started.alive().length > 0 || processesWith(mark).length > 0;
    for (const end = performance.now() + GRACE; isAlive() && performance.now() < end; ) await sleep(20);
    kill();
    started.close();
    process.off('exit', kill);
    for (const signal of STOP_SIGNALS) process.off(signal, passOn);
    await server.close();
  }
}
