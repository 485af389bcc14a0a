/** Runs a command while a server runs: `start -- npm test`. */
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { constants } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  IN_GROUP,
  isGroupAlive,
  killProcessesWith,
  processesWith,
  signalGroup,
  signalProcess,
  UsageError,
} from 'payment-gateway-core/cli';
import type { Option } from 'payment-gateway-core/util';

/** The words after two dashes. */
export const COMMAND = {
  type: 'string',
  value: '-- <command>',
  isList: true,
  help: 'the program to run while the server runs, with its arguments',
  read: (given: readonly string[]) => given,
} as const satisfies Option;

/** The notes about it in the help of a server. */
export const COMMAND_NOTES = `With a command after two dashes, the server takes a free port unless --port names one, and logs only warnings unless --log
says more. The command gets PAYMENT_GATEWAY_URL and PAYMENT_GATEWAY_TOKEN. The server ends with it and returns its exit code.`;

/** The options of a server that runs for a command. */
export const WITH_COMMAND = { port: 0, log: 'warnings' } as const;

/** The variable that what the command started carries, also in a new session. */
const RUN = 'PAYMENT_GATEWAY_RUN';

const PASSED_ON = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const;

/** How long what the command started may take to end after it. Milliseconds. */
const GRACE = 2_000;

interface Server {
  readonly url: string;
  close(): Promise<void>;
}

/**
 * Runs a command with the address of the server and a token in its environment, and passes signals on. When the command has ended, this ends
 * its child processes and the server. Resolves to the exit code of the command; 128 and the number of the signal that ended it.
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
  // A signal that arrives while the command starts reaches it, too.
  const passOn = (signal: NodeJS.Signals): void => signalGroup(child, signal);
  for (const signal of PASSED_ON) process.on(signal, passOn);
  const child = spawn(file, args, {
    ...IN_GROUP,
    env: { ...process.env, PAYMENT_GATEWAY_URL: url, PAYMENT_GATEWAY_TOKEN: token, [RUN]: run },
    stdio: 'inherit',
    // Only a shell of Windows finds `npm`, which is a script there.
    shell: process.platform === 'win32',
  });
  const kill = (): void => {
    signalGroup(child, 'SIGKILL');
    killProcessesWith(mark);
  };
  process.once('exit', kill);
  try {
    return await new Promise<number>((resolve, reject) => {
      child.once('error', (error: NodeJS.ErrnoException) => {
        const problem = error.code === 'ENOENT' ? 'was not found' : `did not start (${error.code ?? error.message})`;
        reject(new UsageError(`${file}: ${problem}; put a program and its arguments after the two dashes`));
      });
      child.once('exit', (code, signal) => resolve(code ?? 128 + constants.signals[signal ?? 'SIGTERM']));
    });
  } finally {
    signalGroup(child, 'SIGTERM');
    for (const pid of processesWith(mark)) signalProcess(pid, 'SIGTERM');
    const isAlive = () => isGroupAlive(child) || processesWith(mark).length > 0;
    for (const end = performance.now() + GRACE; isAlive() && performance.now() < end; ) await sleep(20);
    kill();
    process.off('exit', kill);
    for (const signal of PASSED_ON) process.off(signal, passOn);
    await server.close();
  }
}
