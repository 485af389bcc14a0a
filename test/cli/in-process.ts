import { vi } from 'vitest';
import { runCommand } from '../../src/cli/commands.js';

/**
 * Runs a command in this process, from the sources, and returns its output and exit code. This saves the start of a
 * process. Only one command can run at a time, because the function captures all output of the process.
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
