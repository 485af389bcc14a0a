import { parseArgs } from 'node:util';
import { CODE_LANGUAGES, type CodeLanguage, copyDocs, printSections, siteAddress } from '../docs/index.js';
import { packageVersion } from '../package-files.js';
import { mock } from './mock.js';

const HELP = `npx payment-gateway-contract <command>

  mock [options of Prism]  serve the contract with Prism, which you install;
                           mock --help lists its options
  docs search <words>      print the three sections that answer best
    --language <en|pt-br>  without it, the language of the words comes first
    --json                 print the sections as JSON
  docs --out <folder>      copy the rendered docs to a folder
    --site <address>       where you will publish them, for links and llms.txt
    --force                write into a folder with other files, too
  docs --lang <language>   ts, curl, php or python: Markdown shows the code of
                           each example in this one, where it has it
  --help, --version

Examples
  npx payment-gateway-contract mock --port 4010
  npx payment-gateway-contract docs search lost response --lang php
  npx payment-gateway-contract docs --out public --site https://docs.example

The sandbox and verify are packages: npx payment-gateway-sandbox --help,
npx payment-gateway-verify --help
`;

const COMMANDS: readonly string[] = ['mock', 'docs', 'help'];

const DOCS_OPTIONS = {
  out: { type: 'string' },
  site: { type: 'string' },
  language: { type: 'string' },
  lang: { type: 'string' },
  json: { type: 'boolean' },
  force: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

/** Runs the command that the arguments name, prints its errors, and resolves to the exit code. */
export async function run(args: readonly string[]): Promise<number> {
  try {
    return await runCommand(args);
  } catch (error) {
    // Words of the user may have control characters, and 100,000 letters.
    const message = (error instanceof Error ? error.message : String(error)).replace(/\p{C}/gu, '\ufffd');
    process.stderr.write(`payment-gateway-contract: ${message.slice(0, 1_000)}\n`);
    return 1;
  }
}

async function runCommand([command = '', ...args]: readonly string[]): Promise<number> {
  switch (command) {
    case '':
    case 'help':
    case '--help':
    case '-h':
      if (args[0] !== undefined && !args[0].startsWith('-') && !COMMANDS.includes(args[0])) throw unknown(args[0]);
      return print(HELP, command === '' ? 1 : 0);
    case '--version':
    case '-v':
      return print(`payment-gateway-contract ${packageVersion()}\n`);
    case 'mock':
      return mock(args);
    case 'docs':
      return docs(args);
  }
  throw unknown(command);
}

function unknown(command: string): Error {
  const near = meant(command, COMMANDS) || ';';
  return new Error(`${command.slice(0, 40)}: is not a command${near} npx payment-gateway-contract --help lists them`);
}

async function docs(args: readonly string[]): Promise<number> {
  const { values, positionals } = readDocsArguments(args);
  const { out, site, language, lang: code, json = false, force = false } = values;
  if (values.help) return print(HELP);
  const [search, ...query] = positionals;
  const lang = codeLanguage(code);
  if (search === undefined) {
    if (language !== undefined || json) throw new Error('docs: --language and --json need search <words>');
    if (!out) throw new Error('docs: needs --out <folder> or search <words>');
    return print(
      `${await copyDocs(out, { site: site === undefined ? undefined : siteAddress(site), lang, isForced: force })}\n`,
    );
  }
  if (search !== 'search') throw new Error(`docs: takes search <words> or --out <folder>${meant(search, ['search'])}`);
  if (out !== undefined || site !== undefined || force)
    throw new Error('docs: search prints sections; --out, --site and --force copy the docs, so run it without them');
  if (language !== undefined && language !== 'en' && language !== 'pt-br')
    throw new Error('--language: must be en or pt-br');
  const text = query.join(' ');
  if (!/[\p{L}\p{N}]/u.test(text)) throw new Error('docs: search needs at least one word: docs search partial refund');
  await printSections(text, { language, lang, json });
  return 0;
}

function codeLanguage(text: string | undefined): CodeLanguage | undefined {
  const known = CODE_LANGUAGES.find((one) => one === text);
  if (text !== undefined && known === undefined)
    throw new Error(`--lang: must be one of ${CODE_LANGUAGES.join(', ')}; --language is en or pt-br`);
  return known;
}

function readDocsArguments(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: DOCS_OPTIONS, allowPositionals: true });
  } catch (error) {
    // Its other sentences say how to pass a value that begins with a dash.
    const [problem = ''] = String((error as Error).message).split(/[.\n]/);
    throw new Error(`docs: ${problem.slice(0, 80)}; npx payment-gateway-contract --help lists the options`);
  }
}

/** Returns a question for the end of a sentence: no two of our words begin with one letter, apart from language and lang. */
function meant(word: string, known: readonly string[]): string {
  const found = known.find(([first = '']) => word.startsWith(first));
  return found === undefined ? '' : `; did you mean ${found}?`;
}

function print(text: string, code = 0): number {
  process.stdout.write(text);
  return code;
}
