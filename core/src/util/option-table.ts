import { kebabCase } from './letter-case.js';
import { suggestion } from './nearest.js';

/** Declares each option once. Types, checks, command-line flags, help and docs derive from the table. */

export interface Option {
  /** How the command line reads the value. `boolean`: the flag has no value. */
  readonly type: 'boolean' | 'number' | 'string';
  /** One line for the help, without the default. */
  readonly help: string;
  /** How the help shows the value: `<number>`. */
  readonly value?: string;
  /** All values, for the completion of a shell. */
  readonly choices?: readonly string[];
  readonly default?: unknown;
  /** The unit or form of the value, for the docstring: `milliseconds`. */
  readonly unit?: string | undefined;
  readonly isRequired?: boolean;
  /** A flag that you can repeat. Code passes a list. */
  readonly isList?: boolean;
  /** The command writes the file that the value names. */
  readonly isOutput?: true;
  /** Default: the name in kebab case. `false`: the option exists in code only. */
  readonly flag?: string | false;
  /** The environment variable that replaces a missing flag. */
  readonly variable?: string;
  /** Returns the checked value. Throws the requirement, such as `must be a string`, without the name of the option. */
  readonly read: (given: never, others: Readonly<Record<string, unknown>>) => unknown;
}

export type OptionTable = Readonly<Record<string, Option>>;

/** The options as code passes them. `undefined` means the default. */
export type OptionsOf<Table extends OptionTable> = {
  [Name in keyof Table]?: Parameters<Table[Name]['read']>[0] | undefined;
};

type Present = { readonly default: unknown } | { readonly isRequired: true };

/** The options after their check, with their defaults. */
export type ValuesOf<Table extends OptionTable> = {
  readonly [Name in keyof Table]: ReturnType<Table[Name]['read']> | (Table[Name] extends Present ? never : undefined);
};

/** Returns the checked options. Throws one line that names the first wrong option. */
export function readOptions<Table extends OptionTable>(table: Table, options: OptionsOf<Table>): ValuesOf<Table> {
  if (typeof options !== 'object' || options === null) throw new TypeError('options: must be an object');
  const unknown = Object.keys(options).find((name) => !Object.hasOwn(table, name));
  if (unknown !== undefined) {
    throw new TypeError(`${unknown.slice(0, 40)}: is not an option; the options are ${Object.keys(table).join(', ')}`);
  }
  const values = Object.entries(table).map(([name, option]) => [
    name,
    readOption(name, option, options[name], options),
  ]);
  return Object.fromEntries(values);
}

/** Returns one checked option, or its default. Throws one line that begins with the label. */
export function readOption(
  label: string,
  option: Option,
  given: unknown,
  others: Readonly<Record<string, unknown>>,
): unknown {
  const value = given === undefined ? option.default : given;
  if (value === undefined) return undefined;
  try {
    return option.read(value as never, others); // `read` checks the value at run time
  } catch (error) {
    const problem = error instanceof Error ? error.message : 'is not valid';
    throw new RangeError(`${label}: ${problem}`);
  }
}

/** Throws the requirement unless the condition holds. */
export function must(condition: boolean, be: string): asserts condition {
  if (!condition) throw new RangeError(`must be ${be}`);
}

/** Returns a flag name: `pix-paid-after` for `pixPaidAfter`. */
export function flagOf(name: string, { flag }: Option): string | undefined {
  return flag === false ? undefined : (flag ?? kebabCase(name));
}

/** Returns the help of an option with its default. */
export function helpOf(option: Option): string {
  const size = sizeOf(option);
  const usual = [option.variable, size ? `${option.default}, which is ${size}` : option.default].filter(
    (one) => one !== undefined && one !== false && String(one) !== '',
  );
  return usual.length === 0 ? option.help : `${option.help} (default: ${usual.join(', else ')})`;
}

/** Returns the default of an option in bytes as a reader knows it: `64 MiB`. */
export function sizeOf({ default: usual, unit }: Option): string | undefined {
  return unit === 'bytes' && typeof usual === 'number' ? `${usual / 2 ** 20} MiB` : undefined;
}

export const flag = {
  type: 'boolean',
  default: false,
  read(given: boolean): boolean {
    must(typeof given === 'boolean', 'true or false');
    return given;
  },
} as const;

export function whole(from: number, to: number, unit?: string) {
  const be = `a whole number${unit === undefined ? '' : ` of ${unit}`} ${
    to === Number.MAX_SAFE_INTEGER ? `of at least ${from}` : `from ${from} to ${to}`
  }`;
  return {
    type: 'number',
    value: unit === 'bytes' ? '<bytes>' : '<number>',
    unit,
    read(given: number): number {
      must(Number.isSafeInteger(given) && given >= from && given <= to, be);
      return given;
    },
  } as const;
}

/** Accepts a string that is not empty, or one that matches the pattern. */
export function text(be = 'a string', pattern = /./su) {
  return {
    type: 'string',
    value: '<text>',
    read(given: string): string {
      must(typeof given === 'string' && pattern.test(given), be);
      return given;
    },
  } as const;
}

export function choice<const Value extends string>(values: readonly Value[]) {
  return {
    type: 'string',
    value: values.length === 1 ? values.join() : `<${values.join('|')}>`,
    choices: values,
    read(given: Value): Value {
      // Does not repeat the value, which may be a secret.
      const near = typeof given === 'string' ? suggestion(given, values) : '';
      must(values.includes(given), `one of ${values.join(', ')}${near}`);
      return given;
    },
  } as const;
}

/** Accepts an HTTP address without a user, unless `mayHaveUser` is set. */
export function webAddress({ mayHaveUser = false } = {}) {
  const be = `an address that begins with http:// or https://${mayHaveUser ? '' : ', without a user'}`;
  return {
    ...text(be),
    value: '<url>',
    read(given: string): string {
      const url = /^https?:\/\/\S+$/i.test(given) && URL.canParse(given) ? new URL(given) : undefined;
      must(url !== undefined && (mayHaveUser || `${url.username}${url.password}` === ''), be);
      return given;
    },
  } as const;
}
