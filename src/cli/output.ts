/**
 * Keeps a command running after the reader of its output exits: in `payment-gateway mock | head` the mock outlives `head`.
 * Reports any other write error, such as a full disk, once, and sets the exit code to 1.
 */
export function outliveReaders(): void {
  process.stderr.on('error', () => {});
  let isReported = false;
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE' || isReported) return;
    isReported = true;
    // The code of a failed command says more.
    process.exitCode ||= 1;
    process.stderr.write(`payment-gateway: cannot print: ${error.message}\n`);
  });
}

/** Runs a task and shows the text on a terminal meanwhile. Prints nothing to a pipe. */
export async function withProgress<Result>(
  text: string,
  task: () => Promise<Result>,
  stream: Pick<NodeJS.WriteStream, 'isTTY' | 'write'> = process.stderr,
): Promise<Result> {
  if (!stream.isTTY) return task();
  stream.write(`${text} …`);
  try {
    return await task();
  } finally {
    stream.write('\r\u001b[K');
  }
}
