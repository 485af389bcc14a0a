import { parseArgs } from 'node:util';
import { identityOf, OutputFile } from '../files/index.js';
import {
  commandLine,
  flagOf,
  helpOf,
  type Option,
  type OptionsOf,
  type OptionTable,
  readOption,
  suggestion,
  type ValuesOf,
  wrapped,
} from '../util/index.js';
import { printError, UsageError } from './output.js';

interface Definition<Table extends OptionTable, Argument extends Option> {
  /** The text of the help after the summary. */
  readonly details?: string;
  /** A word without a flag, such as an id. With `isList`, all such words. */
  readonly argument?: Argument;
  readonly options: Table;
  readonly notes?: string;
  /** Arguments after the name of the program, for command lines that you can copy. */
  readonly examples: readonly string[];
  /** The exit code after an error. Default 1. */
  readonly failed?: number;
  /** Resolves to the exit code. */
  run(line: CommandLine<Table, Argument>): Promise<number>;
}

interface CommandLine<Table extends OptionTable, Argument extends Option> {
  /** The checked options with their defaults. */
  readonly values: ValuesOf<Table>;
  /** The options as given, without defaults, for a function that takes the same table. */
  readonly given: OptionsOf<Table>;
  readonly argument: ReturnType<Argument['read']>;
}

export interface Command extends Pick<Definition<OptionTable, Option>, 'argument' | 'options'> {
  help(program: string, name: string, summary: string): string;
  /** Returns the words of a command line without those of its options. */
  words(args: readonly string[]): readonly string[];
  /** Resolves to the exit code. Prints errors to standard error, a line each. */
  run(name: string, args: readonly string[]): Promise<number>;
}

/** Returns a command whose types, checks and help derive from its table of options. */
export function defineCommand<const Table extends OptionTable, const Argument extends Option = Option>(
  definition: Definition<Table, Argument>,
): Command {
  const { argument, options } = definition;
  return {
    ...{ options, ...(argument && { argument }) },
    words: (args) => splitArguments(args, options).words,
    help: (program, name, summary) => helpText(program, name, summary, definition),
    run: (name, args) =>
      reported(definition.failed ?? 1, async () => definition.run(readCommandLine(name, definition, args))),
  };
}

/** Returns whether the words of an argument are a command line, which comes after two dashes. */
export const isCommandLine = (argument: Option | undefined): boolean => argument?.value?.startsWith('-- ') === true;

/** Characters of an error. An argument may be any text. */
const LONGEST_LINE = 1_000;

/** Runs a task that resolves to an exit code. Prints its errors, one per line. */
export async function reported(failed: number, task: () => Promise<number>): Promise<number> {
  try {
    return await task();
  } catch (error) {
    const lines =
      error instanceof UsageError ? error.mistakes : [error instanceof Error ? error.message : String(error)];
    for (const line of lines) {
      const shown = line.length > LONGEST_LINE ? `${line.slice(0, LONGEST_LINE)}…` : line;
      printError(shown);
    }
    return error instanceof UsageError ? (error.code ?? failed) : failed;
  }
}

function helpText(
  program: string,
  name: string,
  summary: string,
  { details, argument, options, notes, examples }: Omit<Definition<OptionTable, Option>, 'run'>,
): string {
  const flags = Object.entries(options).flatMap(([key, option]) => {
    const flag = flagOf(key, option);
    if (flag === undefined) return [];
    const shown = option.type === 'boolean' ? `--${flag}` : `--${flag} ${option.value ?? '<text>'}`;
    return [{ shown, option }];
  });
  const required = flags.filter(({ option }) => option.isRequired).map(({ shown }) => shown);
  const isOptional = isCommandLine(argument) ? !argument?.isRequired : argument?.default !== undefined;
  const value = isOptional ? `[${argument?.value}]` : argument?.value;
  const words = [...(value ? [value] : []), ...required, '[options]'];
  // A command line comes last, after two dashes.
  if (isCommandLine(argument)) words.push(...words.splice(0, 1));
  const usage = [program, name, ...words].filter(Boolean).join(' ');
  // The notes of such a command explain a command line.
  const own = argument && !isCommandLine(argument) ? [{ shown: argument.value ?? '', option: argument }] : [];
  const rows = [...own, ...flags];
  const width = Math.min(28, Math.max(...rows.map(({ shown }) => shown.length)));
  const lines = rows.map(({ shown, option }) => {
    const help = wrapped(`  ${shown.slice(0, width).padEnd(width)}  `, helpOf(option));
    // A long option gets a separate line.
    return shown.length > width ? `  ${shown}\n${' '.repeat(width + 4)}${help.slice(width + 4)}` : help;
  });
  const shown = examples.map((example) => commandLine('  ', `${program} ${example}`, { indent: 4 }));
  const paragraphs = (text = '') => text.split('\n\n').map((part) => wrapped('', part));
  const parts = [
    wrapped('', usage, { indent: 4 }),
    wrapped('', `${summary}.`),
    ...paragraphs(details),
    lines.join('\n'),
    ...paragraphs(notes),
  ];
  return `${[...parts, `Examples\n${shown.join('\n')}`].filter(Boolean).join('\n\n')}\n`;
}

/** Reads the arguments of a command. Throws a `UsageError` that lists all errors. */
function readCommandLine<Table extends OptionTable, Argument extends Option>(
  name: string,
  { argument, options }: Pick<Definition<Table, Argument>, 'argument' | 'options'>,
  args: readonly string[],
): CommandLine<Table, Argument> {
  const { words, wordsBeforeDashes, hasDashes, flags, mistakes } = splitArguments(args, options);
  const read = (label: string, option: Option, value: unknown): unknown => {
    try {
      return readOption(label, option, value, given);
    } catch (error) {
      mistakes.push(error instanceof Error ? error.message : `${error}`);
      return undefined;
    }
  };

  const [first] = words;
  // A word after an unknown option may be its value, so words are counted only if all options are known.
  if (mistakes.length === 0 && argument?.isRequired && first === undefined && !hasDashes)
    mistakes.push(`${name}: needs ${argument.value} (${argument.help})`);
  if (mistakes.length === 0 && !argument?.isList && words.length > (argument ? 1 : 0))
    // The words may be parts of an unquoted secret, so no message shows them.
    mistakes.push(`${name}: takes ${argument ? `one ${argument.value}` : 'no argument'}, but got ${words.length}`);

  if (mistakes.length === 0 && isCommandLine(argument) && hasDashes && !words[wordsBeforeDashes]?.trim())
    mistakes.push(`${name}: needs a command after the two dashes; is the variable with the command empty?`);

  if (mistakes.length === 0 && isCommandLine(argument) && wordsBeforeDashes > 0)
    mistakes.push(`${name}: takes a command only after two dashes: ${name} ${argument?.value}`);

  const given: Record<string, unknown> = {};
  const labels: Record<string, string> = {};
  for (const [key, option] of Object.entries(options)) {
    const flag = flagOf(key, option) ?? '';
    const fromVariable = option.variable && !flags.has(flag) ? process.env[option.variable] : undefined;
    const texts = fromVariable ? [fromVariable] : flags.get(flag);
    labels[key] = fromVariable ? String(option.variable) : `--${flag}`;
    const found = texts?.map((text) => readText(option, text));
    if (found?.length) given[key] = option.isList ? found : found.at(-1);
    else if (option.isRequired && !found) mistakes.push(`--${flag}: is required (${option.help})`);
  }
  const word = argument && read(argument.value ?? '', argument, argument.isList ? words : first);
  const values = Object.fromEntries(
    Object.entries(options).map(([key, option]) => [key, read(labels[key] ?? key, option, given[key])]),
  );
  mistakes.push(...sharedFiles(options, values));
  if (mistakes.length > 0) throw new UsageError(...mistakes);
  // Each value is what the `read` of its option returned.
  return { values, given, argument: word } as CommandLine<Table, Argument>;
}

/** Returns a sentence for each pair of options that would write one file. */
function sharedFiles(options: OptionTable, values: Readonly<Record<string, unknown>>): string[] {
  const written = Object.entries(options).flatMap(([key, option]) => {
    const value = values[key];
    const path = value instanceof OutputFile ? value.path : value;
    const file = option.isOutput && typeof path === 'string' ? identityOf(path) : undefined;
    return file === undefined ? [] : [{ file, name: `--${flagOf(key, option)}` }];
  });
  return written.flatMap(({ file, name }, index) => {
    const first = written.slice(0, index).find((one) => one.file === file);
    return first ? [`${name}: names the same file as ${first.name}; name another one`] : [];
  });
}

function readText({ type }: Option, text: string | true): unknown {
  if (type === 'number') return /^[\d.]+$/.test(String(text)) ? Number(text) : Number.NaN;
  return text;
}

/** Separates flags from words. */
function splitArguments(args: readonly string[], options: OptionTable) {
  const words: string[] = [];
  let wordsBeforeDashes: number | undefined;
  const flags = new Map<string, (string | true)[]>();
  const mistakes: string[] = [];
  const known = new Map(Object.entries(options).map(([key, option]) => [flagOf(key, option) ?? '', option]));
  known.delete('');
  const hint = (name: string) => suggestion(name, [...known.keys()]).replace('mean ', 'mean --');
  const types = [...known].map(([name, { type }]) => [name, { type: type === 'boolean' ? type : 'string' }] as const);
  const parsed = parseArgs({ args: [...args], options: Object.fromEntries(types), strict: false, tokens: true });
  // parseArgs reads `-4111` as one option per digit, and each would appear in a message.
  const tokens = parsed.tokens.filter(({ index }, at) => index !== parsed.tokens[at - 1]?.index);
  for (const token of tokens) {
    if (token.kind === 'positional') words.push(token.value);
    if (token.kind === 'option-terminator') wordsBeforeDashes = words.length;
    if (token.kind !== 'option') continue;
    const { name, rawName, value } = token;
    const option = known.get(name);
    const written = args[token.index] ?? '';
    if (/^-[\d.,]/.test(written)) words.push(written);
    else if (!rawName.startsWith('--'))
      mistakes.push(`an option begins with two dashes${hint(written.slice(1).split('=')[0] ?? '')}`);
    else if (!option) mistakes.push(`${rawName}: is not an option${hint(name)}`);
    else if (option.type === 'boolean' && value !== undefined) mistakes.push(`${rawName}: takes no value`);
    else if (option.type !== 'boolean' && !value) {
      mistakes.push(`${rawName}: needs a value (${option.value})`);
      flags.set(name, []);
    } else flags.set(name, [...(flags.get(name) ?? []), value ?? true]);
  }
  const hasDashes = wordsBeforeDashes !== undefined;
  return { words, wordsBeforeDashes: wordsBeforeDashes ?? words.length, hasDashes, flags, mistakes };
}
