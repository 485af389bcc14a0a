/** Runs tools from other projects on both forms of the contract. It compiles TypeScript output strictly, and uses each output for
 * one call to the sandbox. The docs show `tables/tools.ts`.
 */
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import type { startSandbox } from '../../../sandbox/src/index.ts';
import { tools as all, type ContractForm, contracts, type Tool } from '../../../tables/tools.ts';
import { type Part, run } from '../row.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const here = fileURLToPath(new URL('.', import.meta.url));
const sources: Record<ContractForm, string> = {
  'openapi.yaml': 'openapi.yaml',
  'openapi.portable.json': 'dist/derived/openapi.portable.json',
};

export const tools: Part = async () => {
  // From dist, as a user of the package runs it; the path is a value because dist is not there before a build.
  const built = new URL('../../../sandbox/dist/src/index.js', import.meta.url).href;
  const { startSandbox: start } = (await import(built)) as { startSandbox: typeof startSandbox };
  const sandbox = await start({ port: 0, log: 'silent' });
  const rows = all.flatMap((tool) =>
    contracts.map((contract) => {
      const known = tool.fails?.[contract];
      const title = `${tool.name} with ${contract}`;
      return { title, run: () => tryTool(tool, contract, sandbox.url), ...(known && { known }) };
    }),
  );
  return { rows, lanes: 2, close: () => sandbox.close() };
};

/** Runs a tool on a contract, in a separate folder for temporary files. The folder stays if the tool fails. */
async function tryTool(tool: Tool, contract: ContractForm, url: string): Promise<string | undefined> {
  const folder = await mkdtemp(join(tmpdir(), 'contract-tools-'));
  try {
    await prepare(folder, contract, url);
    await use(folder, tool, contract, url);
    await rm(folder, { recursive: true });
    return undefined;
  } catch (error) {
    if (tool.fails?.[contract]) await rm(folder, { recursive: true });
    return `${error instanceof Error ? error.message : error}\nWhat it made is in ${folder}`;
  }
}

async function prepare(folder: string, contract: ContractForm, url: string): Promise<void> {
  const text = await readFile(join(root, sources[contract]), 'utf8');
  // The sandbox of the test has a free port. The contract names its address, so no tool needs an option for it.
  const addressed = text.replaceAll('http://127.0.0.1:4010', url);
  if (addressed === text) throw new Error(`${contract} does not name the address of the sandbox`);
  await Promise.all([
    cp(join(here, 'uses'), folder, { recursive: true }),
    symlink(join(here, 'node_modules'), join(folder, 'node_modules'), 'junction'),
    mkdir(join(folder, 'out')),
    writeFile(join(folder, contract), addressed),
    writeFile(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module' })),
    writeFile(join(folder, 'contract.js'), contractModule(contract)),
  ]);
}

async function use(folder: string, tool: Tool, contract: ContractForm, url: string): Promise<void> {
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
async function compile(folder: string, contract: ContractForm, files: readonly string[]): Promise<void> {
  for (const file of await readdir(join(folder, 'out'), { recursive: true })) {
    if (extname(file) !== '.ts') continue;
    const path = join(folder, 'out', file);
    await writeFile(path, (await readFile(path, 'utf8')).replace('@ts-nocheck', ''));
  }
  const compilerOptions = {
    ...{ strict: true, target: 'es2022', lib: ['es2023', 'dom', 'dom.iterable'], types: ['node'], noEmit: true },
    ...{ module: 'esnext', moduleResolution: 'bundler', skipLibCheck: true },
    // Some write them into their imports.
    allowImportingTsExtensions: true,
    // What the use shares with those in JavaScript.
    allowJs: true,
  };
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: [...files, 'out'] }));
  await node(folder, contract, 'node_modules/typescript/bin/tsc', '-p', '.');
}

/** Bundles a module into one file for Node, because its imports may have no extensions. */
async function bundle(folder: string, input: string, output: string): Promise<string> {
  const external = (id: string) => !/^[./]/.test(id);
  const build = await rolldown({ cwd: folder, input: `./${input}`, external, platform: 'node', logLevel: 'silent' });
  await build.write({ file: join(folder, output), format: 'esm' });
  return output;
}

/** Runs a program in the folder and returns its standard output. Throws all of its output unless it succeeds. */
async function node(folder: string, contract: ContractForm, ...args: readonly string[]): Promise<string> {
  const { isWell, stdout, output } = await run(folder, ['node', ...args], { CONTRACT: contract });
  if (!isWell) throw new Error(output);
  return stdout;
}

/** The module that exports the contract to uses in JavaScript. */
function contractModule(contract: ContractForm): string {
  return `import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
export const file = '${contract}';
export const text = readFileSync(file, 'utf8');
export const document = parse(text);
export const operationCount = Object.values(document.paths).flatMap((item) => Object.keys(item)).length;
`;
}
