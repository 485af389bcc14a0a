/**
 * Lets a command outlive whoever reads what it prints: `payment-gateway mock | head` goes on serving when `head` is done.
 * Anything else that keeps a stream from being written (a full disk) is told once.
 */
export function outliveReaders(): void {
  let isTold = false;
  process.stderr.on('error', () => {});
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE' || isTold) return;
    isTold = true;
    process.stderr.write(`payment-gateway: cannot print: ${error.message}\n`);
  });
}

/** Runs a task, and shows on a terminal what it waits for. A pipe gets nothing. */
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
