import { expect } from 'vitest';
import type { Sandbox } from '../../src/index.ts';

/** Resolves when every delivery has ended or waits for the clock, which must be frozen. */
export async function untilQuiet({ events }: Pick<Sandbox, 'events'>): Promise<void> {
  const problem = () => events.settled({ timeout: 0 }).catch((error: Error) => error.name);
  await expect.poll(problem).not.toBe('WaitTimeout');
}
