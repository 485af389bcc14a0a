import { vi } from 'vitest';
import { type Program, runCommand } from '../../core/src/cli/program.js';
import { sandboxProgram as sandbox } from '../../sandbox/src/cli/commands.js';
import { run as runContract } from '../../src/cli/commands.js';
import { verifyProgram as verify } from '../../verify/src/cli/commands.js';

/** The programs of the tools. That of the contract package has no table of commands. */
export const programs = { sandbox, verify };

export const contract = { name: 'payment-gateway-contract' };

/** Returns the program that has a command, and its arguments: `verify` and `contract` name a program. */
export function programOf([name, ...args]: readonly string[]): [program: Program | typeof contract, args: string[]] {
  if (name === 'verify') return [verify, args];
  if (name === 'contract') return [contract, args];
  if (name === 'mock' || name === 'docs') return [contract, [name, ...args]];
  return [sandbox, name === undefined ? args : [name, ...args]];
}

/**
 * Runs a command in this process, from the sources, and returns its output and exit code. This saves the start of a
 * process. Only one command can run at a time, because the function captures all output of the process.
 */
export const cli = (...args: string[]) => run(...programOf(args));

/** Runs one of the programs, as `cli` does. */
export const run = (program: Program | typeof contract, args: readonly string[]) =>
  printedBy(() => ('commands' in program ? runCommand(program, args) : runContract(args)));

/** Returns what a command prints, and its exit code. */
export async function printedBy(
  command: () => Promise<number>,
): Promise<{ code: number; stdout: string; stderr: string }> {
  const printed = { stdout: '', stderr: '' };
  const spies = (['stdout', 'stderr'] as const).map((stream) =>
    vi.spyOn(process[stream], 'write').mockImplementation((text) => {
      printed[stream] += text;
      return true;
    }),
  );
  try {
    return { code: await command(), ...printed };
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
}
