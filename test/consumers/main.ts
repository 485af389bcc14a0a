/**
 * Uses the packed packages and the contract as others do: `npm run check -- consumers`, `… runtimes` and `… tools`. Each part is rows of
 * one matrix, and a row reports its failure. It fetches the tools that only these parts need, so they are not dependencies. After
 * the names of parts, parts of titles choose rows.
 */
import { pack } from '../../scripts/test/packages/packed.ts';
import { adapters } from './adapters.ts';
import { compilers } from './compilers.ts';
import { frameworks } from './frameworks.ts';
import { recipes } from './recipes.ts';
import { type Part, runRows } from './row.ts';
import { runtimes } from './runtimes.ts';
import { tools } from './tools/part.ts';

const PARTS: Readonly<Record<string, Part>> = {
  compilers,
  adapters,
  recipes,
  frameworks,
  runtimes,
  tools,
};
/** How many rows run at the same time. Two load two cores. */
const LANES = 2;

const args = process.argv.slice(2);
const named = Object.entries(PARTS).filter(([name]) => args.includes(name));
const titles = args.filter((arg) => !Object.hasOwn(PARTS, arg));
const packed = pack();
const closing: (() => Promise<void> | void)[] = [packed.remove];
try {
  for (const [name, part] of named) {
    const { rows, lanes = 1, close } = await part(packed);
    if (close) closing.unshift(close);
    const chosen = rows.filter(({ title }) => titles.length === 0 || titles.some((some) => title.includes(some)));
    if (chosen.length === 0) throw new Error(`${name} has no such row: ${rows.map(({ title }) => title).join(', ')}`);
    const named = chosen.map((row) => ({ ...row, title: `${name}: ${row.title}` }));
    await runRows(named, Math.min(lanes, LANES));
  }
} finally {
  for (const close of closing) await close();
}
