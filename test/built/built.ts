import { get, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { inject } from 'vitest';
import type { Part } from './shared.ts';

/** Resolves when a part of `dist` exists and is as new as its sources. Several tests can call this at once. */
export async function built(part: Part): Promise<void> {
  // Without the limit of fetch, which waits five minutes. On a busy machine a build takes longer.
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get(`${inject('builtUrl')}/${part}`, resolve).on('error', reject);
  });
  const output = await text(response);
  if (response.statusCode !== 200) throw new Error(`npm run build fails (${part}): ${output}`);
}
