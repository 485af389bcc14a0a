import { printable } from '../codes/index.js';
import { hasColors, outputWidth, styled, wrapped } from '../util/index.js';

/** The program that was called. Its name begins each message. */
let called = 'payment-gateway';

export function setProgram(name: string): void {
  called = name;
}

/** Prints a message to standard error: on one line, or in a terminal on lines that fit. */
export function printError(message: string): void {
  const { stderr } = process;
  const name = `${styled('red', `${called}:`, hasColors(stderr))} `;
  const text = printable(message);
  const lines = stderr.isTTY ? wrapped(name, text, { width: outputWidth(stderr), indent: 2 }) : name + text;
  stderr.write(`${lines}\n`);
}

/**
 * Keeps a command running after the reader of its output exits: in `payment-gateway-sandbox | head` the sandbox outlives `head`.
 * Reports any other write error, such as a full disk, once, and sets the exit code to 1.
 */
export function outliveReaders(): void {
  process.stderr.on('error', () => {});
  let isReported = false;
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE' || isReported) return;
    isReported = true;
    // The code of a failed command is more precise.
    process.exitCode ||= 1;
    printError(`cannot print: ${error.message}`);
  });
}

type Terminal = Pick<NodeJS.WriteStream, 'isTTY' | 'columns' | 'write'>;

/** Returns a line of progress: a terminal redraws it, a pipe gets each line. `end` removes it from the terminal. */
export function progressLine(stream: Terminal = process.stderr) {
  const redraw = (text: string) => stream.write(`\r\u001b[K${text.slice(0, (stream.columns || 80) - 1)}`);
  return {
    show: (text: string): void => void (stream.isTTY ? redraw(text) : stream.write(`${text}\n`)),
    end: (): void => void (stream.isTTY && redraw('')),
  };
}

/** Runs a task and shows the text on a terminal meanwhile. Prints nothing to a pipe. */
export async function withProgress<Result>(
  text: string,
  task: () => Promise<Result>,
  stream: Terminal = process.stderr,
): Promise<Result> {
  if (!stream.isTTY) return task();
  const progress = progressLine(stream);
  progress.show(`${text} …`);
  return task().finally(progress.end);
}
