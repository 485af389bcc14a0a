import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import type { ContractFile, Tool } from './tools.ts';

export interface Trial {
  /** What went wrong, in the words of whatever failed; undefined when the tool works. */
  readonly failure: string | undefined;
  /** Where everything was made. */
  readonly folder: string;
}

/** A hang is a failure too. Far above what any of them takes. */
const LONGEST_MS = 180_000;
const root = fileURLToPath(new URL('../../', import.meta.url));
const here = fileURLToPath(new URL('.', import.meta.url));
const sources: Record<ContractFile, string> = {
  'openapi.yaml': 'openapi.yaml',
  'openapi.portable.json': 'dist/derived/openapi.portable.json',
};

/** Gives a contract to a tool, in a folder of its own below that for temporary files. */
export async function tryTool(tool: Tool, contract: ContractFile, url: string): Promise<Trial> {
  const folder = await mkdtemp(join(tmpdir(), 'contract-tools-'));
  try {
    await prepare(folder, contract, url);
    await use(folder, tool, contract, url);
    return { failure: undefined, folder };
  } catch (error) {
    return { failure: error instanceof Error ? error.message : String(error), folder };
  }
}

async function prepare(folder: string, contract: ContractFile, url: string): Promise<void> {
  const text = await readFile(join(root, sources[contract]), 'utf8');
  // The mock of the test has a free port. Its address stands in the contract, so that no tool has to be told.
  const addressed = text.replaceAll('http://127.0.0.1:4010', url);
  if (addressed === text) throw new Error(`${contract} does not name the address of the mock`);
  await Promise.all([
    cp(join(here, 'uses'), folder, { recursive: true }),
    symlink(join(here, 'node_modules'), join(folder, 'node_modules'), 'junction'),
    mkdir(join(folder, 'out')),
    writeFile(join(folder, contract), addressed),
    writeFile(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module' })),
    writeFile(join(folder, 'contract.js'), contractModule(contract)),
  ]);
}

async function use(folder: string, tool: Tool, contract: ContractFile, url: string): Promise<void> {
  if (tool.generate) {
    const [command = '', ...args] = tool.generate(contract);
    const printed = await node(folder, contract, `node_modules/.bin/${command}`, ...args);
    if (tool.outputTo) await writeFile(join(folder, tool.outputTo), printed);
  }
  const typescript = [tool.use, ...(tool.server ? [tool.server] : [])].filter((file) => extname(file) === '.ts');
  if (typescript.length > 0) await compile(folder, contract, typescript);
  if (tool.server) await bundle(folder, tool.server, 'server.js');
  const program = extname(tool.use) === '.ts' ? await bundle(folder, tool.use, 'use.js') : tool.use;
  await node(folder, contract, program, url, ...(tool.args?.(contract, url) ?? []));
}

/** The strict compiler over everything that was made, also where the generator tells it to look away. */
async function compile(folder: string, contract: ContractFile, files: readonly string[]): Promise<void> {
  for (const file of await readdir(join(folder, 'out'), { recursive: true })) {
    if (extname(file) !== '.ts') continue;
    const path = join(folder, 'out', file);
    await writeFile(path, (await readFile(path, 'utf8')).replace('@ts-nocheck', ''));
  }
  const compilerOptions = {
    strict: true,
    target: 'es2022',
    lib: ['es2023', 'dom', 'dom.iterable'],
    module: 'esnext',
    moduleResolution: 'bundler',
    types: ['node'],
    // Some write them into their imports.
    allowImportingTsExtensions: true,
    // What the use shares with those in JavaScript.
    allowJs: true,
    skipLibCheck: true,
    noEmit: true,
  };
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: [...files, 'out'] }));
  await node(folder, contract, 'node_modules/typescript/bin/tsc', '-p', '.');
}

/** One file for Node of what may import without extensions. */
async function bundle(folder: string, input: string, output: string): Promise<string> {
  const build = await rolldown({
    cwd: folder,
    input: `./${input}`,
    external: (id) => !/^[./]/.test(id),
    platform: 'node',
    logLevel: 'silent',
  });
  await build.write({ file: join(folder, output), format: 'esm' });
  return output;
}

/** Runs a program in the folder and returns its standard output. Throws all of its output unless it succeeds. */
async function node(folder: string, contract: ContractFile, ...args: readonly string[]): Promise<string> {
  const child = spawn(process.execPath, args, {
    cwd: folder,
    env: { ...process.env, CONTRACT: contract, NO_COLOR: '1', CI: 'true' },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: LONGEST_MS,
    killSignal: 'SIGKILL',
  });
  let output = '';
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text));
  child.stdout.on('data', (text) => (printed += text));
  const [code, signal] = await once(child, 'close');
  if (code !== 0) throw new Error(`${args[0]} ended with ${signal ?? code}: ${shorten(output)}`);
  return printed;
}

/** The module from which a use in JavaScript gets the contract. */
function contractModule(contract: ContractFile): string {
  return `import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
export const file = '${contract}';
export const text = readFileSync(file, 'utf8');
export const document = parse(text);
export const operationCount = Object.values(document.paths).flatMap((item) => Object.keys(item)).length;
`;
}

/** The beginning, where errors are explained, and the end. */
function shorten(text: string): string {
  const lines = text
    .trim()
    .split('\n')
    .map((line) => line.slice(0, 300));
  return lines.length <= 30 ? lines.join('\n') : [...lines.slice(0, 20), '…', ...lines.slice(-10)].join('\n');
}
