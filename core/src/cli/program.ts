import { existsSync } from 'node:fs';
import { contractVersion } from '../files/index.js';
import { styled, suggestion, wrapped } from '../util/index.js';
import { type Command, isCommandLine, reported } from './command.js';
import { type Commands, completionCommand } from './completion.js';
import { outliveReaders, setProgram, UsageError } from './output.js';

export type Entry = readonly [group: string, summary: string, load: () => Promise<Command>];

export interface Program {
  /** The name of its package: outside a project, npx would look up a shorter name in the registry, where it belongs to others. */
  readonly name: string;
  /** In the order of the help. */
  readonly groups: readonly string[];
  readonly commands: Readonly<Record<string, Entry>>;
  /** The command that runs if the arguments name none. */
  readonly usual?: string;
  /** The commands of the other packages. For such a command, the error names its package. */
  readonly elsewhere?: Readonly<Record<string, readonly string[]>>;
}

const SHELL = 'Shell';

/** Returns a program with a further command that prints its completion script. */
export function withCompletion(program: Program): Program {
  const command = async () => completionCommand(program, load);
  const entry: Entry = [SHELL, 'Print the completion script for a shell', command];
  const commands = { ...program.commands, completion: entry };
  const load = async (): Promise<Commands> =>
    Object.fromEntries(
      await Promise.all(
        Object.entries(commands).map(
          async ([name, [, summary, entryOf]]) => [name, [summary, await entryOf()]] as const,
        ),
      ),
    );
  return { ...program, commands, groups: [...program.groups, SHELL] };
}

const start = ({ name }: Program): string => `npx ${name}`;

function helpText(program: Program): string {
  const width = Math.max(...Object.keys(program.commands).map((name) => name.length)) + 2;
  const commandsOf = (wanted: string): string =>
    Object.entries(program.commands)
      .filter(([, [group]]) => group === wanted)
      .map(([name, [, summary]]) => wrapped(`  ${name.padEnd(width)}`, summary))
      .join('\n');
  const { usual } = program;
  const usage = usual === undefined ? '<command> [options]' : '[command] [options]';
  const options = `Without a command: ${usual}. Its options: ${start(program)} help ${usual}`;
  const hint = usual === undefined ? '' : `\n${wrapped('', options)}\n`;
  return `${start(program)} ${usage}

${program.groups.map((group) => `${styled('bold', group)}\n${commandsOf(group)}`).join('\n\n')}

${styled('bold', 'Options')}
  --help     this text, or the help of a command
  --version  the version of this package and of its contract
${hint}`;
}

/** Runs the command that the arguments of this process name, and sets the exit code. */
export async function runProgram(program: Program): Promise<void> {
  outliveReaders();
  const code = await runCommand(program, process.argv.slice(2));
  // Keeps the code of a failed write, unless the command failed.
  if (code !== 0) process.exitCode = code;
}

/** Runs the command that the arguments name, and resolves to the exit code. */
export function runCommand(program: Program, args: readonly string[]): Promise<number> {
  setProgram(program.name);
  const [word] = args;
  if (word === 'help' && args[1] !== undefined) return runCommand(program, [args[1], '--help']);
  return reported(1, async () => {
    if (word === '--help' || word === '-h' || word === 'help') {
      process.stdout.write(helpText(program));
      return 0;
    }
    if (word === '--version' || word === '-v') {
      process.stdout.write(`${program.name} ${contractVersion()}\n`);
      return 0;
    }
    if (word === undefined && program.usual === undefined) {
      process.stdout.write(helpText(program));
      return 1;
    }
    const isNamed = word !== undefined && Object.hasOwn(program.commands, word);
    const name = isNamed ? word : program.usual;
    const found = name === undefined ? undefined : program.commands[name];
    // An option without a command is not the problem if a command follows it.
    if (name === undefined || !found)
      throw unknownCommand(program, args.find((one) => !one.startsWith('-')) ?? word ?? '');
    const [, summary, load] = found;
    const command = await load();
    const given = isNamed ? args.slice(1) : args;
    // The words after two dashes belong to another program.
    const own = given.slice(0, given.includes('--') ? given.indexOf('--') : given.length);
    // Without a name, words belong to the usual command, if that takes words. One like a command is a mistake unless it is a file.
    const words = isNamed ? [] : command.words(own);
    const stray = words.find((one) => !takesWords(command) || isLikeCommand(program, one));
    if (stray !== undefined) throw unknownCommand(program, stray, stray !== word);
    if (!own.includes('--help') && !own.includes('-h')) return command.run(name, given);
    process.stdout.write(command.help(start(program), name, summary));
    return 0;
  });
}

/** Returns whether a command takes words. A command line after two dashes does not count. */
const takesWords = ({ argument }: Command): boolean => argument !== undefined && !isCommandLine(argument);

/** Returns whether a word that names no file is a command, or resembles one. */
const isLikeCommand = ({ commands }: Program, word: string): boolean =>
  suggestion(word, Object.keys(commands)) !== '' && !existsSync(word);

function unknownCommand(program: Program, word: string, isLate = false): UsageError {
  if (isLate && Object.hasOwn(program.commands, word))
    return new UsageError(`${word}: is a command, which comes before all options: ${start(program)} ${word} --help`);
  const owner = Object.entries(program.elsewhere ?? {}).find(([, names]) => names.includes(word))?.[0];
  if (owner !== undefined) return new UsageError(`${word}: is a command of the package ${owner}: npx ${owner} --help`);
  const near = suggestion(word, Object.keys(program.commands)) || ';';
  return new UsageError(`${word}: is not a command${near} ${start(program)} --help lists the commands`);
}
