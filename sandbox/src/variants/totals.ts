/** The uses of register entries in a whole test run: sandboxes add them to a file, and a command adds them up. */

import { appendText, contractVersion, FileError, holds, readText, statOf } from 'payment-gateway-core/files';
import { listAt, objectAt, parseJson, stringAt } from 'payment-gateway-core/util';
import { registerKeys } from 'payment-gateway-core/values';

export interface Totals {
  readonly uses: readonly { readonly entry: string; readonly uses: number }[];
  readonly facts: ReadonlySet<string>;
}

const USES = { name: 'uses of assumptions', begins: /^\s*\{"(?:package|uses)":/ };

const writers = new Set<() => void>();
let isReported = false;

/**
 * Returns a function that adds the uses to the file as one line of JSON, which also happens when the process ends. Several processes may write to the
 * file. If that fails, it prints one line on standard error, once per process.
 */
export function createTotals(file: string | undefined, read: () => Totals): () => void {
  if (file === undefined || file === '') return () => {};
  const write = (): void => {
    if (!writers.delete(write)) return;
    const totals = read();
    const uses = Object.fromEntries(totals.uses.map(({ entry, uses }) => [entry, uses]));
    if (Object.keys(uses).length === 0 && totals.facts.size === 0) return;
    try {
      // To write to a named pipe would wait for a reader, and the process would not end.
      if (statOf(file)?.isFile() === false) throw new FileError('write', file, new Error('it is not a regular file'));
      if (!holds(file, USES)) throw new FileError('write', file, new Error('it has no uses of assumptions'));
      // After a line that a full disk has cut off, this begins a new one.
      const line = { package: contractVersion(), uses, facts: [...totals.facts] };
      appendText(file, `\n${JSON.stringify(line)}\n`);
    } catch (error) {
      if (isReported) return;
      isReported = true;
      const problem = error instanceof Error ? error.message : 'unknown error';
      process.stderr.write(`PAYMENT_GATEWAY_ASSUMPTIONS: misses the uses of this process: ${problem}\n`);
    }
  };
  if (writers.size === 0) process.once('exit', writeAll);
  writers.add(write);
  return () => {
    write();
    if (writers.size === 0) process.off('exit', writeAll);
  };
}

function writeAll(): void {
  for (const write of [...writers]) write();
}

/** Returns the sums of a file, most used first, and all facts. Throws one line that names a wrong line of the file. */
export function readTotals(file: string): Totals {
  const facts = new Set<string>();
  const sums = new Map<string, number>();
  const version = contractVersion();
  for (const [index, line] of readText('from', file, { mayBeCut: true }).split('\n').entries()) {
    if (line === '') continue;
    const read = readLine(line, `${file}:${index + 1}`, version);
    for (const [entry, count] of read.uses) sums.set(entry, (sums.get(entry) ?? 0) + count);
    for (const fact of read.facts) facts.add(fact);
  }
  if (sums.size === 0 && facts.size === 0)
    throw new RangeError(`${file}: has no uses; run the tests with PAYMENT_GATEWAY_ASSUMPTIONS=${file}`);
  const all = [...sums].map(([entry, uses]) => ({ entry, uses }));
  return { uses: all.sort((one, other) => other.uses - one.uses || one.entry.localeCompare(other.entry)), facts };
}

function readLine(line: string, at: string, version: string): { uses: [string, number][]; facts: readonly string[] } {
  const parsed = parseJson(line);
  const [uses, facts] = [Object.entries(objectAt(parsed, 'uses')), listAt(parsed, 'facts')];
  const isKnown = uses.every(isUse) && facts.every((fact) => typeof fact === 'string' && /^[\w -]{1,100}$/.test(fact));
  if (isKnown && stringAt(parsed, 'package') === version)
    return { uses: uses as [string, number][], facts: facts as string[] };
  throw new RangeError(
    `${at}: is not a line that a sandbox of this version wrote; remove the file and run the tests again`,
  );
}

const isUse = ([entry, count]: [string, unknown]): boolean =>
  registerKeys.some((key) => key === entry) && Number.isSafeInteger(count) && Number(count) > 0;
