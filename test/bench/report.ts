/** What all benchmarks share: medians, tables, limits, and the figures of the guide "Performance", which `-- --write` writes. */
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';

const FILE = new URL('../../scripts/docs/guide/figures.json', import.meta.url);

interface Figures {
  /** Node and the machine. */
  readonly on: string;
  readonly figures: Readonly<Record<string, number>>;
}

export const machine = `Node ${process.version}, ${cpus().length} x ${cpus()[0]?.model ?? 'unknown'}`;
const kept: Record<string, number> = {};

/** Keeps a figure under the words that the guide shows. */
export function keepFigure(what: string, value: number): void {
  kept[what] = Number(value.toFixed(value < 100 ? 2 : 0));
}

/** Writes the figures of a complete run with `--write`. */
export function writeFigures(benchmark: string): void {
  if (!process.argv.includes('--write')) return;
  const all = JSON.parse(readFileSync(FILE, 'utf8')) as Record<string, Figures>;
  writeFileSync(FILE, `${JSON.stringify({ ...all, [benchmark]: { on: machine, figures: kept } }, null, 2)}\n`);
}

export function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;
}

/** Returns the milliseconds that a task takes. */
export async function timed(task: () => unknown): Promise<number> {
  const start = performance.now();
  await task();
  return performance.now() - start;
}

/** Prints a table with the first column aligned left and figures aligned right. The first row has the headings. */
export function table(title: string, rows: readonly (readonly (string | number)[])[]): void {
  const cells = rows.map((row) => row.map(String));
  const widths = (cells[0] ?? []).map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  console.log(`\n${title}\n`);
  for (const [first = '', ...others] of cells) {
    const figures = others.map((cell, index) => cell.padStart(widths[index + 1] ?? 0));
    console.log([first.padEnd(widths[0] ?? 0), ...figures].join('  '));
  }
  console.log();
}

/** Prints one line: the measured value, its limit, and whether the value meets it. A missed limit is the exit code 1. */
export function atLeast(what: string, value: number, limit: number, remark = ''): void {
  print(what, value, `at least ${limit}${remark && `; ${remark}`}`, value >= limit);
}

export function atMost(what: string, value: number, limit: number): void {
  print(what, value, `at most ${limit}`, value <= limit);
}

function print(what: string, value: number, limit: string, holds: boolean): void {
  if (!holds) process.exitCode = 1;
  console.log(`${holds ? 'holds ' : 'MISSED'}  ${what}: ${value.toFixed(value < 100 ? 2 : 0)} (${limit})`);
}
