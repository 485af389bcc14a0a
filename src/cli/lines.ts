import type { Readable } from 'node:stream';

/**
 * The first lines of a stream, as soon as they are there: who writes them may keep it open. Throws one line when they do not come in so
 * many milliseconds. Nothing that was read is in a message.
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
      // Neither a token nor a card is that long.
      if (lines().length > count || text.length > 65_536) resolve();
    });
    stream.once('end', resolve);
    stream.once('error', reject);
  });
  try {
    await read;
  } finally {
    clearTimeout(timer);
    // An open pipe must not keep the process.
    stream.destroy();
  }
  return lines();
}
