import { vi } from 'vitest';
import { runCommand } from '../../src/cli/commands.js';

/**
 * Runs the command line to its end in this process, from the sources: what it says and the exit code, without the start of a
 * process for each. One at a time, for it takes all that the process prints.
 */
export async function cli(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const printed = { stdout: '', stderr: '' };
  const spies = (['stdout', 'stderr'] as const).map((stream) =>
    vi.spyOn(process[stream], 'write').mockImplementation((text) => {
      printed[stream] += text;
      return true;
    }),
  );
  try {
    return { code: await runCommand(args), ...printed };
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
}
