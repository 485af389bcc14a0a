import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Command, Tasks } from './tasks.ts';

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
  const failed: { readonly code: number; readonly run: Command['run'] }[] = [];
  for (const [index, step] of steps.entries()) {
    const commands = [step].flat() as Command[];
    const further = index === steps.length - 1 ? args : [];
    const ended = await Promise.all(
      commands.map(async (command) => ({ run: command.run, code: await start(command, further) })),
    );
    failed.push(...ended.filter(({ code }) => code !== 0));
    if (failed.length > 0 && !task.goesOn) break;
  }
  if (task.goesOn) for (const { run } of failed) console.error(`Failed: ${run.join(' ').slice(0, 200)}`);
  return failed[0]?.code ?? 0;
}

function list(caller: string, tasks: Tasks): string {
  const width = Math.max(...Object.keys(tasks).map((name) => name.length));
  const lines = Object.entries(tasks).map(([name, { does }]) => `  ${name.padEnd(width)}  ${does}`);
  return `${caller} -- TASK\n${lines.join('\n')}`;
}

async function start({ run: [program, ...given], env }: Command, further: readonly string[]): Promise<number> {
  const child = spawn(program, [...given, ...further], {
    stdio: 'inherit',
    env: { ...process.env, ...env },
    // On Windows, npm and npx are scripts for the shell.
    shell: process.platform === 'win32',
  });
  const [code] = await once(child, 'close');
  return typeof code === 'number' ? code : 1;
}
