import { inject } from 'vitest';
import type { Part } from './shared.ts';

/** Resolves when a part of `dist` exists and is as new as its sources. Several tests can call this at once. */
export async function built(part: Part): Promise<void> {
  const response = await fetch(`${inject('builtUrl')}/${part}`);
  if (!response.ok) throw new Error(`npm run build fails (${part}): ${await response.text()}`);
}
