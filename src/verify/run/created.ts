import { createHash } from 'node:crypto';
import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';
import { isObject, stringAt } from '../../contract/json.js';

/** Lists what a run created. The file is written before and after each request, so a kill loses nothing. */
export interface CreatedFile {
  readonly file: string;
  /** Marks the customers, names and metadata of the run, so that a lost creation is found in a list. Missing in old files. */
  readonly run: string | undefined;
  /** Call this before a creation is sent. `charges` is the most that the request can charge to a card, in centavos. */
  willCreate(collection: string, charges?: number): void;
  /** Notes a path such as `/v1/plans/201`. `charges` is what the card may now be charged, in centavos. */
  created(path: string, charges?: number): void;
  /** Notes what is still charged to the card by a transaction, in centavos. */
  charged(path: string, charges: number): void;
  /** Notes that the resource is gone, or that a request to its collection created nothing. */
  removed(path: string): void;
  /** Whether this run created it. */
  has(path: string): boolean;
  /** Everything that is left, the last creation first. */
  left(): Left[];
  close(): void;
}

export interface Left {
  /** The path of a resource, or of a collection if the outcome of the request is unknown. */
  readonly path: string;
  /** What the card may still be charged, in centavos. */
  readonly charges: number;
  /** A creation whose response was lost. */
  readonly isUnknown: boolean;
}

interface Step {
  readonly willCreate?: string;
  readonly created?: string;
  readonly charged?: string;
  readonly removed?: string;
  readonly charges?: number;
}

/**
 * Begins a file. Throws if the file exists, because it may list what an earlier run left. The file holds a hash of the server's address,
 * so that ids of one server are never deleted on another.
 */
export function beginCreated(file: string, baseUrl: string, run: string): CreatedFile {
  const handle = openSync(file, 'wx', 0o600);
  write(handle, { server: hashOf(baseUrl), run });
  return createdFile(file, handle, run, []);
}

/** Opens the file of an earlier run. Throws one line if it is not such a file, or belongs to another server. */
export function openCreated(file: string, baseUrl: string): CreatedFile {
  const [head, ...steps] = readFileSync(file, 'utf8').split('\n').flatMap(parseLine);
  const server = stringAt(head, 'server');
  if (server === undefined) throw new Error(`${file} is not a list of what a run created`);
  if (server !== hashOf(baseUrl))
    throw new Error(`${file} was written for another server; give the --base-url of that run`);
  const handle = openSync(file, 'a');
  // A kill may have cut the last line.
  writeSync(handle, '\n');
  return createdFile(file, handle, stringAt(head, 'run'), steps.filter(isObject));
}

function createdFile(file: string, handle: number, run: string | undefined, before: readonly Step[]): CreatedFile {
  const there = new Map<string, number>();
  const pending: { collection: string; charges: number }[] = [];
  before.forEach(apply);

  function apply({ willCreate, created, charged, removed, charges = 0 }: Step): void {
    if (willCreate !== undefined) pending.push({ collection: willCreate, charges });
    if (created !== undefined) {
      there.set(created, charges);
      drop(created.slice(0, created.lastIndexOf('/')));
    }
    if (charged !== undefined && there.has(charged)) there.set(charged, charges);
    if (removed !== undefined && !there.delete(removed)) drop(removed);
  }

  function drop(collection: string): void {
    const index = pending.findIndex((one) => one.collection === collection);
    if (index >= 0) pending.splice(index, 1);
  }

  function note(step: Step): void {
    write(handle, step);
    apply(step);
  }

  return {
    file,
    run,
    willCreate: (collection, charges = 0) => note({ willCreate: collection, charges }),
    created: (path, charges = 0) => note({ created: path, charges }),
    charged: (path, charges) => note({ charged: path, charges }),
    removed: (path) => note({ removed: path }),
    has: (path) => there.has(path),
    left: () => [
      ...[...there].reverse().map(([path, charges]) => ({ path, charges, isUnknown: false })),
      ...pending.map(({ collection, charges }) => ({ path: collection, charges, isUnknown: true })),
    ],
    close: () => closeSync(handle),
  };
}

function write(handle: number, line: object): void {
  // Synchronous, so that the line survives whatever ends the process.
  writeSync(handle, `${JSON.stringify(line)}\n`);
}

/** A kill may have cut the last line. */
function parseLine(line: string): unknown[] {
  try {
    return line === '' ? [] : [JSON.parse(line) as unknown];
  } catch {
    return [];
  }
}

function hashOf(baseUrl: string): string {
  return createHash('sha256').update(baseUrl).digest('hex').slice(0, 16);
}
