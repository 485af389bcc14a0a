/** Runs commands, each in its own process group, so that its children end with it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';
import { redact } from 'payment-gateway-contract';
import {
  Descendants,
  IN_GROUP,
  isGroupAlive,
  isRunning,
  killProcessesWith,
  processesWith,
  signalGroup,
} from 'payment-gateway-core/cli';
import { printable } from 'payment-gateway-core/codes';
import { print, type Sentence, say, type Text } from '../sentences/index.js';

/** A command that did not exit with 0. */
export class CommandFailed extends Error {
  override readonly name = 'CommandFailed';
  readonly how: Text;
  constructor(how: Text, output = '') {
    const last = output.trimEnd().split('\n').at(-1)?.trim() ?? '';
    super([print(how, 'en'), last].filter(Boolean).join(': '));
    this.how = how;
  }
}

interface CommandOptions {
  /** Variables in addition to those of this process. */
  readonly env: Readonly<Record<string, string>>;
  /** Ends the command and its child processes when it aborts. Until then, child processes may go on. */
  readonly signal: AbortSignal;
  /** The token of the run, which no message shows. */
  readonly token: string;
  /** Called with each piece of the output. Without it, the standard output is the result. */
  readonly onOutput?: ((text: string) => void) | undefined;
}

/** The variable that each run has with another value. It finds what a command started, also in a new session. */
export const MARK = 'PAYMENT_GATEWAY_TOKEN';

/** Returns what a command printed, without secrets and control characters. */
export const hidden = (output: string, token: string): string =>
  printableLines(String(redact(output, { secrets: [token], fields: false })));

export const printableLines = (text: string): string => text.split(/\r?\n/).map(printable).join('\n');

/** The longest end of the output to keep for a message. Characters. */
export const KEPT = 64 * 1024;

/** The most standard output of a command. Characters. */
const MOST = 16 * 1024 * 1024;

/** The time for output after the end of a command, if a child process holds the pipe. Milliseconds. */
const REST = 50;

/** The commands that run, or whose children run, with what each started. */
const groups = new Map<ChildProcess, Descendants>();

/** The variables that the programs of each run carry. */
const marks = new Set<string>();

/** The ends of the commands that were killed. The next command starts after them. */
const ending = new Set<Promise<unknown>>();

/** Runs a command: a program with its arguments, or one line for the shell. Resolves with its standard output. Rejects with a `CommandFailed`. */
export async function runCommandLine(command: string | readonly string[], options: CommandOptions): Promise<string> {
  await Promise.all(ending);
  const { env, token, signal, onOutput } = options;
  const marked = `${MARK}=${env[MARK]}`;
  marks.add(marked);
  if (signal.aborted) throw new CommandFailed('was ended');
  const [file = '', ...args] = typeof command === 'string' ? [command] : command;
  const child = spawn(file, args, {
    env: { ...process.env, ...env },
    shell: typeof command === 'string',
    ...IN_GROUP,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  groups.set(child, new Descendants(child));
  const exited = exitOf(child);
  signal.addEventListener('abort', () => {
    const end = exited.catch(() => {}).finally(() => ending.delete(end));
    ending.add(end);
    kill(child);
    killMarked(marked);
  });
  const printed = { stdout: '', all: '', pieces: 0 };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => {
      onOutput?.(text);
      if (name === 'stdout' && onOutput === undefined && printed.stdout.length <= MOST) printed.stdout += text;
      printed.pieces++;
      printed.all = (printed.all + text).slice(-KEPT);
    });
  }
  const closed = new Promise((resolve) => child.once('close', resolve));
  const how = await exited.catch((error: NodeJS.ErrnoException) => {
    throw new CommandFailed(`did not start: ${error.code === 'ENOENT' ? `${file} was not found` : error.message}`);
  });
  await Promise.race([closed, sleep(REST)]);
  // On a busy machine, what the command wrote before its end is still to be read.
  for (let read = -1; read !== printed.pieces; await turn()) read = printed.pieces;
  if (how !== undefined) throw new CommandFailed(how, hidden(printed.all, token));
  if (printed.stdout.length > MOST) throw new CommandFailed('printed more than 16 MiB');
  return printed.stdout;
}

export function endCommands(): void {
  for (const child of groups.keys()) kill(child);
  for (const mark of marks) killMarked(mark);
}
process.on('exit', endCommands);

export const SURVIVORS = process.platform === 'linux' ? say('container-survived') : say('session-survived');

/** Returns whether a program of the run uses the processor, or waits for it. */
export const isBusy = (mark: string): boolean => processesWith(mark).some(isRunning);

function killMarked(mark: string): void {
  // Each command of the run asks for it.
  if (marks.delete(mark)) killProcessesWith(mark);
}

/** Resolves with how the command failed; with undefined for the exit code 0. Rejects if it did not start. */
function exitOf(child: ChildProcess): Promise<Sentence | undefined> {
  return new Promise((resolve, reject) => {
    child.once('error', (error) => {
      forget(child);
      reject(error);
    });
    child.once('exit', (code, signal) => {
      if (!isGroupAlive(child) && !groups.get(child)?.alive().length) forget(child);
      const how = signal === null ? say('exited', { code: String(code) }) : say('ended-by', { signal });
      resolve(code === 0 ? undefined : how);
    });
  });
}

function kill(child: ChildProcess): void {
  if (!groups.has(child)) return;
  groups.get(child)?.signal('SIGKILL');
  signalGroup(child, 'SIGKILL');
  forget(child);
}

function forget(child: ChildProcess): void {
  groups.get(child)?.close();
  groups.delete(child);
}
