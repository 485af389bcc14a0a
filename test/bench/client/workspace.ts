import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
export const root = here('../../../');

/** A folder inside the peers' `node_modules`, so that generated code finds them. */
export const workspace = here('node_modules/.bench/');

export function empty(): void {
  rmSync(workspace, { recursive: true, force: true });
  mkdirSync(workspace, { recursive: true });
}

export function write(name: string, content: string): string {
  const path = join(workspace, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
  return path;
}

export function run(...args: string[]): string {
  const { status, stdout, stderr } = node(args);
  if (status !== 0) throw new Error(`node ${args.join(' ')} failed:\n${stdout}${stderr}`);
  return stdout;
}

/** Returns the output, even if the program failed. */
export const attempt = (...args: string[]): string => node(args).stdout;

function node(args: readonly string[]) {
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  return spawnSync(process.execPath, args, { encoding: 'utf8', cwd: workspace, env });
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** Prints a table with the first column aligned left and figures aligned right. */
export function print(title: string, rows: readonly (readonly (string | number)[])[]): void {
  const cells = rows.map((row) => row.map(String));
  const widths = (cells[0] ?? []).map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  console.log(`\n${title}\n`);
  for (const row of cells) {
    console.log(
      row.map((cell, column) => (column ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[0] ?? 0))).join('  '),
    );
  }
}
