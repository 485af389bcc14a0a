import type { Readable } from 'node:stream';

/**
 * Returns the first lines of a stream as soon as they arrive, even if the writer keeps it open. Throws one line after
 * `patienceMs` milliseconds. No message contains any input.
 */
export async function readLines(stream: Readable, count: number, patienceMs: number): Promise<string[]> {
  let text = '';
  let timer: NodeJS.Timeout | undefined;
  const lines = () => text.split(/\r?\n/);
  const read = new Promise<void>((resolve, reject) => {
    timer = setTimeout(
      () => reject(new Error(`no token came on standard input within ${patienceMs / 1000} s`)),
      patienceMs,
    );
    stream.setEncoding('utf8');
    stream.on('data', (chunk: string) => {
      text += chunk;
      // No token or card is this long.
      if (lines().length > count || text.length > 65_536) resolve();
    });
    stream.once('end', resolve);
    stream.once('error', reject);
  });
  try {
    await read;
  } finally {
    clearTimeout(timer);
    // An open pipe must not keep the process alive.
    stream.destroy();
  }
  return lines();
}
