import { printable, printableSource } from '../codes/index.js';
import { FileError, type OutputFile, replaceFile } from '../files/index.js';
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

/** Errors in a command line, one line each. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
  /** The exit code. Default: that of the command after an error. */
  readonly code?: number;
  readonly mistakes: readonly string[];
  constructor(...mistakes: readonly string[]) {
    super(mistakes.join('\n'));
    this.mistakes = mistakes;
  }
}

/** Runs a task that reads or writes the file of an option. Its errors, or those of some kinds, begin with the option. */
export async function naming<Result>(
  option: string,
  task: () => Result | Promise<Result>,
  ...kinds: readonly (abstract new (
    ...args: never[]
  ) => Error)[]
): Promise<Result> {
  try {
    return await task();
  } catch (error) {
    if (!(error instanceof Error) || (kinds.length > 0 && !kinds.some((kind) => error instanceof kind))) throw error;
    throw new UsageError(...error.message.split('\n').map((line) => `${option}: ${line}`));
  }
}

/** Writes a text, or an object as JSON, to the file of an option. Does nothing without a file. */
export async function writeOutput(
  option: string,
  file: OutputFile | undefined,
  content: string | object,
): Promise<void> {
  if (file === undefined) return;
  const text = typeof content === 'string' ? content : `${printableSource(JSON.stringify(content, null, 2))}\n`;
  await naming(option, () => {
    // The command may have taken long.
    if (!file.isReplaceable())
      throw new FileError('write', file.path, new Error(`it got other content than ${file.kind.name} meanwhile`));
    replaceFile(file.path, text, file.kind);
  });
}
