/** The figures of the guide "Figures". A benchmark keeps them while it runs, and `-- --write` writes them. */
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

/** Writes the figures of a complete run, if `--write` asks for it. */
export function writeFigures(benchmark: string): void {
  if (!process.argv.includes('--write')) return;
  const all = JSON.parse(readFileSync(FILE, 'utf8')) as Record<string, Figures>;
  writeFileSync(FILE, `${JSON.stringify({ ...all, [benchmark]: { on: machine, figures: kept } }, null, 2)}\n`);
}
