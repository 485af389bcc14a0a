import { printableSource } from '../codes/index.js';
import { FileError, type OutputFile, replaceFile } from '../files/index.js';
import { UsageError } from './command.js';

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
