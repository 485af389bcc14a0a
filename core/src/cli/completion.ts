import { choice, flagOf } from '../util/index.js';
import { type Command, defineCommand } from './command.js';

export type Commands = Readonly<Record<string, readonly [summary: string, command: Command]>>;

const SHELLS = ['bash', 'fish', 'powershell', 'zsh'] as const;

/** Returns the command that prints a completion script. The script derives from the option tables. */
export const completionCommand = (program: Completed, load: () => Promise<Commands>): Command =>
  defineCommand({
    details: 'Completes commands, options, their values and file names.',
    argument: { ...choice(SHELLS), value: '<shell>', isRequired: true, help: SHELLS.join(', ') },
    options: {},
    notes: `In bash: source <(${program.name} completion bash)

In fish: ${program.name} completion fish | source

In PowerShell, where nobody has tried it yet: ${program.name} completion powershell | Out-String | Invoke-Expression

In zsh, after compinit: source <(${program.name} completion zsh)`,
    examples: SHELLS.map((shell) => `completion ${shell}`),
    async run({ argument: shell }) {
      process.stdout.write(`${SCRIPTS[shell](program, await load())}\n`);
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

function flagsOf({ options }: Command) {
  const flags = Object.entries(options).flatMap(([key, option]) => {
    const name = flagOf(key, option);
    const takesValue = option.type !== 'boolean';
    const { help, choices = [] } = option;
    return name === undefined ? [] : [{ name: `--${name}`, help, takesValue, choices }];
  });
  return [...flags, { name: '--help', help: 'prints the help', takesValue: false, choices: [] }];
}

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** The words that complete the next one, after a command and the word before. Without both, they come first. */
interface Completion {
  readonly command?: string;
  /** An option that takes a value. */
  readonly option?: string;
  readonly words: readonly string[];
}

/** Returns what completes which word. An option without known values has no words: the shell completes file names. */
function completionsOf(program: Completed, commands: Commands): Completion[] {
  const all = Object.entries(commands).flatMap(([name, [, command]]): Completion[] => {
    const flags = flagsOf(command);
    const values = flags.filter(({ takesValue }) => takesValue);
    const words = [...(command.argument?.choices ?? []), ...flags.map((flag) => flag.name)];
    return [
      ...values.map(({ name: option, choices }) => ({ command: name, option, words: choices })),
      { command: name, words },
    ];
  });
  return [{ words: [...Object.keys(commands), ...optionsOf(program, commands)] }, ...all];
}

function bashScript(program: Completed, commands: Commands): string {
  const complete = functionName(program);
  const cases = completionsOf(program, commands).map(({ command, option, words }) => {
    const pattern = option === undefined && command !== undefined ? `'${command} '*` : quoted(keyOf(command, option));
    return `    ${pattern}) choices=${quoted(words.join(' '))} ;;`;
  });
  return `${complete}() {
  local choices= key="\${COMP_WORDS[1]} \${COMP_WORDS[COMP_CWORD-1]}"
  ((COMP_CWORD == 1)) && key=
  case $key in
${cases.join('\n')}
  esac
  COMPREPLY=($(compgen -W "$choices" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F ${complete} ${program.name}`;
}

const keyOf = (command = '', option = ''): string => [command, option].filter(Boolean).join(' ');

function powershellScript(program: Completed, commands: Commands): string {
  const literal = (text: string) => `'${text.replaceAll("'", "''")}'`;
  const entries = completionsOf(program, commands).map(
    ({ command, option, words }) => `    ${literal(keyOf(command, option))} = ${literal(words.join(' '))}`,
  );
  return `Register-ArgumentCompleter -Native -CommandName ${literal(program.name)} -ScriptBlock {
  param($word, $tree, $cursor)
  $words = @{
${entries.join('\n')}
  }
  $given = @($tree.CommandElements | Where-Object { $_.Extent.EndOffset -lt $cursor } | ForEach-Object { "$_" })
  $key = if ($given.Count -gt 1) { $given[1] } else { '' }
  if ($given.Count -gt 2 -and $words.ContainsKey("$key $($given[-1])")) { $key = "$key $($given[-1])" }
  "$($words[$key])".Split(' ', [StringSplitOptions]::RemoveEmptyEntries) | Where-Object { $_.StartsWith($word) } |
    ForEach-Object { [System.Management.Automation.CompletionResult]::new($_) }
}`;
}

function fishScript(program: Completed, commands: Commands): string {
  const literal = (text: string) => `'${text.replaceAll(/['\\]/g, '\\$&')}'`;
  const line = (condition: string, ...words: readonly string[]) =>
    ['complete', '-c', program.name, '-n', literal(condition), ...words].join(' ');
  const options = (condition: string, command: Command) =>
    flagsOf(command).map(({ name, help, takesValue, choices }) => {
      const values = choices.length > 0 ? ['-x', '-a', literal(choices.join(' '))] : ['-r', '-F'];
      return line(condition, '-l', name.slice(2), '-d', literal(help), ...(takesValue ? values : []));
    });
  const first = '__fish_use_subcommand';
  const [, usual] = (program.usual === undefined ? undefined : commands[program.usual]) ?? [];
  return [
    ...Object.entries(commands).map(([name, [summary]]) => line(first, '-f', '-a', name, '-d', literal(summary))),
    ...(usual ? options(first, usual) : [line(first, '-l', 'help')]),
    line(first, '-l', 'version'),
    ...Object.entries(commands).flatMap(([name, [, command]]) => {
      const after = `__fish_seen_subcommand_from ${name}`;
      const { choices = [] } = command.argument ?? {};
      const words = choices.length > 0 ? [line(after, '-f', '-a', literal(choices.join(' ')))] : [];
      return [...words, ...options(after, command)];
    }),
  ].join('\n');
}

/** Zsh has a part that completes as bash does. */
const zshScript = (program: Completed, commands: Commands): string => `#compdef ${program.name}
autoload -U +X bashcompinit && bashcompinit
${bashScript(program, commands)}`;

const SCRIPTS = { bash: bashScript, fish: fishScript, powershell: powershellScript, zsh: zshScript };
