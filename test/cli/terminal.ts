/** Runs a command in a terminal, for commands that behave differently there. */
import { spawn } from 'node:child_process';
import { programPath } from '../programs.ts';

/** Runs a command in a new terminal, types one line at the question, and exits with the command's exit code. */
const TERMINAL = `
import os, pty, sys
answer, command = sys.argv[1], sys.argv[2:]
pid, fd = pty.fork()
if pid == 0:
    os.execv(command[0], command)
seen, typed = b'', False
while True:
    try:
        part = os.read(fd, 4096)
    except OSError:
        break
    if not part:
        break
    seen += part
    if not typed and b'[y/N]' in seen:
        typed = True
        os.write(fd, answer.encode() + b'\\n')
sys.stdout.write(seen.decode())
sys.exit(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
`;

/**
 * Runs a command in a terminal and types one line at the question. Uses Python, because Node cannot create a
 * terminal. The test needs the tag `python`.
 */
export async function inTerminal(
  typed: string,
  command: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<{ code: unknown; output: string }> {
  const child = spawn(programPath('python'), ['-c', TERMINAL, typed, ...command], { env });
  let output = '';
  child.stdout.on('data', (text) => (output += text));
  const code = await new Promise((resolve) => child.on('close', resolve));
  return { code, output };
}
