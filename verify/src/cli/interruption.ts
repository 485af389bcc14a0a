import { printError, reported, stoppable } from 'payment-gateway-core/cli';
import { outstandingIn } from '../index.js';
import { COULD_NOT_RUN } from './shared.js';

export const LEFT_BEHIND = 3;

/** Lets a run end properly after a signal, an error or its last flow. */
export interface Interruption {
  /** Aborts at the first signal or the first error that nothing caught. */
  readonly signal: AbortSignal;
  /** The file that lists what the run created. It is always complete. */
  createdFile: string | undefined;
}

const FAILURES = ['uncaughtException', 'unhandledRejection'] as const;

/**
 * Runs a task that may charge a card, and resolves to its exit code: 3 if the file of created objects still holds charges. After a
 * signal or an uncaught error, the task has to clean up and end. A second Ctrl-C ends the process at once, and prints the remaining charges.
 */
export async function interruptible(
  baseUrl: string,
  task: (interruption: Interruption) => Promise<number>,
): Promise<number> {
  const controller = new AbortController();
  const interruption: Interruption = { signal: controller.signal, createdFile: undefined };
  const left = () => (interruption.createdFile === undefined ? [] : outstandingIn(interruption.createdFile, baseUrl));
  let hasFailed = false;

  const onSignal = () => {
    process.stderr.write('Interrupted: verify takes back what it created. Press Ctrl-C again to end at once.\n');
    controller.abort();
  };
  const onFailure = (error: unknown) => {
    hasFailed = true;
    const failure = error instanceof Error ? error : new Error(String(error));
    printError(failure.message);
    controller.abort(failure);
  };
  const onExit = () => {
    if (printLeft(left(), interruption.createdFile)) process.exitCode = LEFT_BEHIND;
  };

  for (const name of FAILURES) process.on(name, onFailure);
  process.on('exit', onExit);
  try {
    const run = () => reported(COULD_NOT_RUN, () => task(interruption));
    const code = await stoppable(onSignal, run, () => Number(process.exitCode ?? COULD_NOT_RUN));
    if (printLeft(left(), interruption.createdFile)) return LEFT_BEHIND;
    return hasFailed ? Math.max(code, COULD_NOT_RUN) : code;
  } finally {
    for (const name of FAILURES) process.off(name, onFailure);
    process.off('exit', onExit);
  }
}

/** Prints what still holds money or exists. Returns whether anything does. */
function printLeft(left: readonly string[], createdFile: string | undefined): boolean {
  if (left.length > 0) process.stderr.write(`${left.join('\n')}\n--clean-up ${createdFile} tries again.\n`);
  return left.length > 0;
}
