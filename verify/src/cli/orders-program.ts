/** Runs the command of `--orders`, whose output is what the shop believes. */
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { IN_GROUP, killProcessesWith, signalGroup, stoppable } from 'payment-gateway-core/cli';

/** The most that the command may print. In bytes. */
export const MOST_OUTPUT = 64 * 2 ** 20;
/** Seconds that the command may take. */
export const PATIENCE = 60;
/** The most seconds: a payment that the shop does not know yet is open for 15 minutes. */
export const MOST_PATIENCE = 600;

/** The variable that what the command started carries, also in a new session. */
const MARK = 'PAYMENT_GATEWAY_ORDERS';

/** The variables with the secrets of this process. */
const SECRETS = ['PAYMENT_GATEWAY_TOKEN', 'PAYMENT_GATEWAY_CARD'];

/**
 * Returns the output of a command line. Its errors go to the terminal. It does not get the token, and ends with this process: if this
 * process is stopped, `onSignal` is called after the command has ended. Throws one line if the command fails, prints too much, or does
 * not end in time, also if a process that it started holds its output.
 */
export async function outputOf(command: string, seconds: number, onSignal: () => void): Promise<string> {
  const env: NodeJS.ProcessEnv = { ...process.env, [MARK]: randomUUID() };
  for (const name of SECRETS) delete env[name];
  const child = spawn(command, { ...IN_GROUP, shell: true, stdio: ['ignore', 'pipe', 'inherit'], env });
  const kill = () => {
    signalGroup(child, 'SIGKILL');
    killProcessesWith(`${MARK}=${env[MARK]}`);
    child.stdout.destroy();
  };
  const pieces: Buffer[] = [];
  let [size, problem] = [0, ''];
  const endBecause = (sentence: string) => {
    problem ||= sentence;
    kill();
  };
  child.stdout.on('data', (piece: Buffer) => {
    size += piece.length;
    if (size <= MOST_OUTPUT) pieces.push(piece);
    else endBecause(`printed more than ${MOST_OUTPUT / 2 ** 20} MiB; it must print the orders and nothing else`);
  });
  const timer = setTimeout(() => {
    endBecause(`did not end within ${seconds} s; pass a larger --timeout, or list fewer days`);
  }, seconds * 1_000);
  process.once('exit', kill);
  try {
    const onStop = () => {
      kill();
      onSignal();
    };
    const [status, signal] = await stoppable(onStop, () => once(child, 'close'));
    if (problem) throw new Error(`--orders: the command ${problem}`);
    if (status !== 0) throw new Error(`--orders: the command ended with ${status ?? signal}`);
    return Buffer.concat(pieces).toString();
  } catch (error) {
    const { syscall = '', code = '' }: NodeJS.ErrnoException = error instanceof Error ? error : new Error();
    throw syscall.startsWith('spawn') ? new Error(`--orders: the command cannot run: ${code}`) : error;
  } finally {
    clearTimeout(timer);
    process.off('exit', kill);
  }
}
