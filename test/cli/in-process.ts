import { vi } from 'vitest';
import { program as sandbox } from '../../sandbox/src/cli/commands.js';
import { program as contract } from '../../src/cli/commands.js';
import { type Program, runCommand } from '../../src/cli/program.js';
import { program as verify } from '../../verify/src/cli/commands.js';

export const programs = { contract, sandbox, verify };

/** Returns the program that has a command, and its arguments: `verify` names a program, whose command has no name. */
export function programOf([name, ...args]: readonly string[]): [program: Program, args: readonly string[]] {
  if (name === 'verify') return [verify, args];
  const isOfContract = name !== undefined && name !== 'completion' && Object.hasOwn(contract.commands, name);
  return [isOfContract ? contract : sandbox, name === undefined ? args : [name, ...args]];
}

/**
 * Runs a command in this process, from the sources, and returns its output and exit code. This saves the start of a
 * process. Only one command can run at a time, because the function captures all output of the process.
 */
export const cli = (...args: string[]) => run(...programOf(args));

/** Runs one of the programs, as `cli` does. */
export async function run(
  program: Program,
  args: readonly string[],
): Promise<{ code: number; stdout: string; stderr: string }> {
  const printed = { stdout: '', stderr: '' };
  const spies = (['stdout', 'stderr'] as const).map((stream) =>
    vi.spyOn(process[stream], 'write').mockImplementation((text) => {
      printed[stream] += text;
      return true;
    }),
  );
  try {
    return { code: await runCommand(program, args), ...printed };
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
}
