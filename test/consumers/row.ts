import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { CONTRACT, type Packed, type Project, SANDBOX } from '../../scripts/test/packages/packed.ts';

export interface Row {
  readonly title: string;
  /** Returns the message of the program that failed, or undefined if none failed. */
  readonly run: () => Promise<string | undefined>;
  /** For a row that is known to fail: its message, and the reason. */
  readonly known?: { readonly says: RegExp; readonly because: string };
}

export type Part = (packed: Packed) => Promise<{
  readonly rows: readonly Row[];
  /** How many rows may run at the same time. Default 1. */
  readonly lanes?: number;
  readonly close?: () => Promise<void> | void;
}>;

/** Runs the rows, one after the other in each lane. Prints a line for each, with the output of a failure, which sets the exit code. */
export async function runRows(rows: readonly Row[], lanes: number): Promise<void> {
  const queue = [...rows];
  const lane = async () => {
    for (let row = queue.shift(); row; row = queue.shift()) {
      const started = performance.now();
      const failure = await row.run().catch((error) => String(error.stack ?? error));
      report(`${row.title} (${((performance.now() - started) / 1000).toFixed(1)} s)`, row.known, failure);
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}

/** A known failure must fail in the known way, so that you notice a fix. */
function report(what: string, known: Row['known'], failure: string | undefined): void {
  const isAsKnown = known !== undefined && failure !== undefined && known.says.test(failure);
  if (isAsKnown) console.log(`ok    ${what}: fails, as known: ${known.because}`);
  else if (failure === undefined && known === undefined) console.log(`ok    ${what}`);
  else {
    console.log(`FAILED ${what}\n${failure ?? `It was known to fail: ${known?.because}. Remove that from the table.`}`);
    process.exitCode = 1;
  }
}

interface Ended {
  readonly isWell: boolean;
  readonly stdout: string;
  /** The command and all that it wrote. */
  readonly output: string;
}

/** Runs a command to its end. A hang is a failure, too. */
export async function run(cwd: string, command: readonly string[], variables: NodeJS.ProcessEnv = {}): Promise<Ended> {
  const [program = '', ...args] = npmOf(command);
  const env = { ...process.env, NO_COLOR: '1', CI: 'true', ...variables };
  const options = { cwd, env, timeout: 600_000, killSignal: 'SIGKILL', maxBuffer: 64 * 1024 * 1024 } as const;
  const ended = await promisify(execFile)(program, args, options).catch((error) => error);
  const { stdout = '', stderr = '' } = ended;
  return { isWell: !(ended instanceof Error), stdout, output: `${command.join(' ')}\n${shorten(stdout + stderr)}` };
}

/** Returns the problem of a command, or undefined if it succeeds and prints the expected text. */
export async function failureOf(cwd: string, command: readonly string[], says = /^/): Promise<string | undefined> {
  const { isWell, output } = await run(cwd, command);
  return isWell && says.test(output) ? undefined : output;
}

/** Adds packages from the registry to a project that has the package. */
export async function fetchPackages({ directory }: Project, specs: readonly string[]): Promise<void> {
  const options = ['--no-save', '--prefer-offline', '--ignore-scripts', '--no-audit', '--no-fund'];
  const { isWell, output } = await run(directory, ['npm', 'install', ...specs, ...options]);
  if (!isWell) throw new Error(output);
}

/** Returns a command of a package that npm fetches. */
export function npx(spec: string, ...command: readonly string[]): string[] {
  return ['npm', 'exec', '--yes', '--package', spec, '--', ...command];
}

/** Returns a program of this repository, by its path from this folder, with imports of the packages by their names. */
export function programOf(file: string): string {
  const source = readFileSync(new URL(file, import.meta.url), 'utf8');
  // A program of the sandbox is two folders deep in its package, and a program of this folder is three folders deep in the repository.
  const ofSandbox = file.includes('/sandbox/') ? "'../../src/" : "'../../../sandbox/src/";
  const imported = source
    .replaceAll(ofSandbox, `'${SANDBOX}/`)
    .replaceAll("'../../../src/", `'${CONTRACT}/`)
    .replace(/'(payment-gateway-[\w/-]+?)(?:\/index)?\.[jt]s'/g, "'$1'");
  if (imported === source) throw new Error(`${file} imports no package`);
  return imported;
}

/** npm is a script for the shell on Windows; npm run tells where its JavaScript is. */
function npmOf([program = '', ...args]: readonly string[]): string[] {
  const script = process.env.npm_execpath;
  if (program === 'node') return [process.execPath, ...args];
  return program === 'npm' && script?.endsWith('.js') ? [process.execPath, script, ...args] : [program, ...args];
}

/** The beginning, where errors are explained, and the end. */
function shorten(text: string): string {
  const lines = text
    .trim()
    .split('\n')
    .map((line) => line.slice(0, 300));
  return lines.length <= 60 ? lines.join('\n') : [...lines.slice(0, 40), '…', ...lines.slice(-20)].join('\n');
}
