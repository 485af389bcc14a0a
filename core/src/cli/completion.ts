import { choice, flagOf } from '../util/index.js';
import { type Command, defineCommand } from './command.js';

/** The commands by name, with their summaries. */
export type Commands = Readonly<Record<string, readonly [summary: string, command: Command]>>;

interface Flag {
  readonly name: string;
  readonly help: string;
  readonly takesValue: boolean;
  readonly choices: readonly string[];
}

/** Returns the command that prints a completion script. The script derives from the option tables. */
export const completionCommand = (program: Completed, load: () => Promise<Commands>): Command =>
  defineCommand({
    details: 'Completes commands, options, their values and file names.',
    argument: { ...choice(['bash', 'zsh']), value: '<shell>', isRequired: true, help: 'bash or zsh' },
    options: {},
    notes: `In bash: source <(${program.name} completion bash). In zsh, after compinit: source <(${program.name} completion zsh).`,
    examples: ['completion bash', 'completion zsh'],
    async run({ argument: shell }) {
      process.stdout.write(`${(shell === 'bash' ? bashScript : zshScript)(program, await load())}\n`);
      return 0;
    },
  });

/** The parts of a program that its completion script needs. */
interface Completed {
  readonly name: string;
  readonly usual?: string;
}

/** The options after the name of the program: its own, and those of the command that runs without a name. */
function optionsOf({ usual }: Completed, commands: Commands): string[] {
  const [, command] = (usual === undefined ? undefined : commands[usual]) ?? [];
  return [...new Set([...(command ? flagsOf(command).map(({ name }) => name) : ['--help']), '--version'])];
}

const functionName = ({ name }: Completed): string => `_${name.replaceAll('-', '_')}`;

function flagsOf({ options }: Command): Flag[] {
  const flags = Object.entries(options).flatMap(([key, option]) => {
    const name = flagOf(key, option);
    const takesValue = option.type === 'string' || option.type === 'number';
    return name === undefined
      ? []
      : [{ name: `--${name}`, help: option.help, takesValue, choices: option.choices ?? [] }];
  });
  return [...flags, { name: '--help', help: 'prints the help', takesValue: false, choices: [] }];
}

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** An option without known values gets file names: no completion matches, and `-o default` takes over. */
function bashScript(program: Completed, commands: Commands): string {
  const complete = functionName(program);
  const cases = Object.entries(commands).map(([name, [, command]]) => {
    const flags = flagsOf(command);
    const values = flags
      .filter(({ takesValue }) => takesValue)
      .map(({ name: flag, choices }) => `      ${flag}) words=${quoted(choices.join(' '))} ;;`);
    const words = [...(command.argument?.choices ?? []), ...flags.map((flag) => flag.name)];
    return `    ${name}) case $before in\n${[...values, `      *) words=${quoted(words.join(' '))} ;;`].join('\n')}\n    esac ;;`;
  });
  return `${complete}() {
  local words before=\${COMP_WORDS[COMP_CWORD-1]}
  if ((COMP_CWORD == 1)); then words=${quoted([...Object.keys(commands), ...optionsOf(program, commands)].join(' '))}
  else case \${COMP_WORDS[1]} in
${cases.join('\n')}
  esac; fi
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F ${complete} ${program.name}`;
}

function zshScript(program: Completed, commands: Commands): string {
  const complete = functionName(program);
  const text = (help: string) => help.replaceAll(/[\\[\\]:\\\\]/g, '\\\\$&');
  const cases = Object.entries(commands).map(([name, [, command]]) => {
    const flags = flagsOf(command).map(({ name: flag, help, takesValue, choices }) => {
      const values = choices.length > 0 ? `(${choices.join(' ')})` : '_files';
      return quoted(`*${flag}[${text(help)}]${takesValue ? `:value:${values}` : ''}`);
    });
    const { argument } = command;
    const words = argument && [quoted(`*:argument:${argument.choices ? `(${argument.choices.join(' ')})` : '_files'}`)];
    return `    ${name}) _arguments ${[...flags, ...(words ?? [])].join(' ')} ;;`;
  });
  const names = Object.entries(commands).map(([name, [summary]]) => quoted(`${name}:${text(summary)}`));
  return `#compdef ${program.name}
${complete}() {
  local -a commands=(${names.join(' ')})
  if ((CURRENT == 2)); then _describe command commands; return; fi
  local name=$words[2]
  shift words; ((CURRENT--))
  case $name in
${cases.join('\n')}
  esac
}
compdef ${complete} ${program.name}`;
}
