import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { TaskCommand, Tasks } from './tasks.ts';

/** Runs a task with further arguments and returns its exit code. Lists the tasks if the name is missing or unknown. */
export async function runTask(
  caller: string,
  tasks: Tasks,
  name: string | undefined,
  given: readonly string[],
): Promise<number> {
  const task = name !== undefined && Object.hasOwn(tasks, name) ? tasks[name] : undefined;
  if (!task) {
    if (name !== undefined) console.error(`${caller} has no task ${name}.`);
    console.log(list(caller, tasks));
    return name === undefined ? 0 : 1;
  }
  const isLong = task.long !== undefined && given.includes('--long');
  const args = given.filter((word) => !(isLong && word === '--long'));
  const steps = (isLong && task.long ? task.long : task.steps)();
  const failed: Ended[] = [];
  for (const [index, step] of steps.entries()) {
    const commands = [step].flat() as TaskCommand[];
    const further = index === steps.length - 1 ? args : [];
    const ended = await Promise.all(commands.map((command) => start(command, further, task.goesOn === true)));
    failed.push(...ended.filter(({ code }) => code !== 0));
    if (failed.length > 0 && !task.goesOn) break;
  }
  if (task.goesOn) {
    for (const { run, said } of failed) console.error([...said, `Failed: ${run.join(' ').slice(0, 200)}`].join('\n'));
  }
  return failed[0]?.code ?? 0;
}

/** How a command ended, and the lines that tell why. */
interface Ended {
  readonly run: TaskCommand['run'];
  readonly code: number;
  readonly said: readonly string[];
}

/** With `keeps`, the output passes through this process, which keeps the lines of vitest that name a failed test and the last thirty. */
async function start({ run, env }: TaskCommand, further: readonly string[], keeps: boolean): Promise<Ended> {
  const [program, ...given] = run;
  const child = spawn(program, [...given, ...further], {
    stdio: ['inherit', keeps ? 'pipe' : 'inherit', keeps ? 'pipe' : 'inherit'],
    env: { ...process.env, ...env },
    // On Windows, npm and npx are scripts for the shell.
    shell: process.platform === 'win32',
  });
  const lines: string[] = [];
  for (const input of [child.stdout, child.stderr]) {
    if (!input) continue;
    createInterface({ input }).on('line', (line) => {
      lines.push(line);
      console.log(line);
    });
  }
  const [code] = await once(child, 'close');
  return {
    run,
    code: typeof code === 'number' ? code : 1,
    said: lines.filter((line, index) => index >= lines.length - 30 || /\bFAIL\b/.test(line)),
  };
}

function list(caller: string, tasks: Tasks): string {
  const width = Math.max(...Object.keys(tasks).map((name) => name.length));
  const lines = Object.entries(tasks).map(([name, { does }]) => `  ${name.padEnd(width)}  ${does}`);
  return `${caller} -- TASK\n${lines.join('\n')}`;
}
