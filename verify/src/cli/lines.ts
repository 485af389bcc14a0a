import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';

/**
 * Returns the first lines of a stream as soon as they arrive, even if the writer keeps it open. Throws one line after
 * `patienceMs` milliseconds. No message contains any input.
 */
export async function readLines(stream: Readable, count: number, patienceMs: number): Promise<string[]> {
  const signal = AbortSignal.timeout(patienceMs);
  const lines: string[] = [];
  for await (const line of createInterface({ input: stream, signal })) {
    if (lines.push(line) === count) break;
  }
  // An open pipe must not keep the process alive.
  stream.destroy();
  if (signal.aborted)
    throw new Error(`token: none came on standard input within ${patienceMs / 1000} s; set PAYMENT_GATEWAY_TOKEN`);
  return lines;
}
