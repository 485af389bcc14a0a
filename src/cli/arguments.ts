import { parseArgs } from 'node:util';
import { nearest } from '../contract/nearest.js';
import { UsageError } from './command.js';

export { UsageError };

/** An option of a command. A boolean one takes no value, an optional one may go without; the others show `value` in the help. */
export interface Option {
  type: 'boolean' | 'string' | 'optional';
  value?: string;
  help: string;
}
export type Options = Readonly<Record<string, Option>>;
/** A command that reads its own arguments. */
export interface Command {
  help: string;
  run(args: readonly string[]): Promise<number>;
}

/** The lines of a help text that list options. */
export function optionLines(options: Options): string {
  const rows = Object.entries(options).map(([name, { value, help }]) => [`--${name}${value ? ` ${value}` : ''}`, help]);
  const width = Math.max(...rows.map(([name]) => name?.length ?? 0));
  return rows.map(([name = '', help]) => `  ${name.padEnd(width)}  ${help}`).join('\n');
}

/** Reads the arguments of a command, and collects what is wrong with them, so that all of it is said at once. */
export class Reader {
  /** The words that belong to no option. */
  readonly positionals: string[] = [];
  readonly #given = new Map<string, (string | true)[]>();
  readonly #mistakes: string[] = [];
  readonly #options: Options;

  constructor(args: readonly string[], options: Options) {
    this.#options = options;
    // An optional value that does not follow a `=` would be taken for a word of its own.
    const joined = joinOptional(args, options);
    const types = Object.fromEntries(
      Object.entries(options).map(([name, { type }]) => [
        name,
        { type: type === 'string' ? type : 'boolean' } as const,
      ]),
    );
    const { tokens } = parseArgs({ args: joined, options: types, strict: false, tokens: true });
    const oneDash = new Set<number>();
    for (const token of tokens) {
      if (token.kind === 'positional') this.positionals.push(token.value);
      if (token.kind !== 'option') continue;
      // One dash is read as an option for each character behind it, which would print the digits of `-4111…` one by one.
      const word = joined[token.index] ?? '';
      if (/^-[^-]/.test(word)) {
        if (!oneDash.has(token.index)) this.#oneDash(word, Object.keys(options));
        oneDash.add(token.index);
        continue;
      }
      const { name, rawName, value } = token;
      const option = Object.hasOwn(options, name) ? options[name] : undefined;
      if (!option) this.wrong(`unknown option ${rawName}; did you mean --${nearest(name, Object.keys(options))}?`);
      else if (option.type === 'boolean' && value !== undefined) this.wrong(`${rawName} takes no value`);
      else if (option.type === 'string' && !value) this.wrong(`${rawName} needs a value: ${option.value}`);
      else this.#given.set(name, [...(this.#given.get(name) ?? []), value ?? true]);
    }
  }

  /** Such a word is a number or another word that is too many, or an option that lacks its second dash. It is not shown. */
  #oneDash(word: string, names: readonly string[]): void {
    if (/^-[\d.,]/.test(word)) this.positionals.push(word);
    else this.wrong(`an option begins with two dashes; did you mean --${nearest(word.slice(1), names)}?`);
  }

  /** The value of an option, or its last one. */
  string(name: string): string | undefined {
    return this.strings(name).at(-1);
  }

  /** Every value of an option that may be given more than once. */
  strings(name: string): string[] {
    return (this.#given.get(name) ?? []).filter((value) => typeof value === 'string');
  }

  flag(name: string): boolean {
    return this.#given.has(name);
  }

  number(name: string, limits: { from: number; to: number; isWhole?: boolean }): number | undefined {
    const { from, to, isWhole = true } = limits;
    const text = this.string(name);
    if (text === undefined) return undefined;
    const value = Number(text);
    if (/^[\d.]+$/.test(text) && value >= from && value <= to && (!isWhole || Number.isInteger(value))) return value;
    this.wrong(`--${name} must be a ${isWhole ? 'whole ' : ''}number from ${from} to ${to}${notNumber(text)}`);
    return undefined;
  }

  choice<T extends string>(name: string, values: readonly T[]): T | undefined {
    const text = this.string(name);
    const chosen = values.find((value) => value === text);
    if (text !== undefined && chosen === undefined) {
      this.wrong(`--${name} must be one of ${values.join(', ')}`);
    }
    return chosen;
  }

  /** Notes words beyond those that a command takes. They may be a part of a secret that was not quoted, and are not shown. */
  noMore(words: readonly string[], takes: string): void {
    if (words.length > 0)
      this.wrong(`${takes}, ${words.length === 1 ? 'one word is' : `${words.length} words are`} too many`);
  }

  /**
   * Checks each value by itself with the check of the API, and notes its errors. These begin with the name of the option in code, which is
   * replaced by the name as typed: `--pix-paid-after` for `pixPaidAfter`, `--allow-host` for `allowHosts`. `typed` overrides it.
   */
  check<Values extends object>(
    values: Values,
    check: (one: Partial<Values>) => void,
    typed: Readonly<Record<string, string>> = {},
  ): void {
    for (const [name, value] of Object.entries(values)) {
      try {
        check({ [name]: value } as Partial<Values>);
      } catch (error) {
        const message = error instanceof Error ? error.message : `${name} is not valid`;
        this.wrong(
          message.startsWith(name) ? (typed[name] ?? this.#typed(name)) + message.slice(name.length) : message,
        );
      }
    }
  }

  #typed(name: string): string {
    const words = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    return `--${Object.hasOwn(this.#options, words) ? words : words.replace(/s$/, '')}`;
  }

  wrong(mistake: string): void {
    this.#mistakes.push(mistake);
  }

  /** Throws what was wrong, if anything was. */
  done(): void {
    if (this.#mistakes.length > 0) throw new UsageError(...this.#mistakes);
  }
}

/** Shows a short number alone: anything else may be a secret in the wrong place. */
const notNumber = (text: string) => (/^-?[\d.]{1,8}$/.test(text) ? `, not "${text}"` : '');

/** `--name value` as `--name=value` for options whose value is optional. */
function joinOptional(args: readonly string[], options: Options): string[] {
  const joined: string[] = [];
  for (const arg of args) {
    const name = joined.at(-1)?.replace(/^--/, '') ?? '';
    const takes = joined.at(-1)?.startsWith('--') && Object.hasOwn(options, name) && options[name]?.type === 'optional';
    if (takes && !arg.startsWith('-')) joined.push(`${joined.pop()}=${arg}`);
    else joined.push(arg);
  }
  return joined;
}
