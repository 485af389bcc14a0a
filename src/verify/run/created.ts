import { createHash } from 'node:crypto';
import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';
import { isObject, stringAt } from '../../contract/json.js';

/** Lists the resources that a run created. It writes the file before and after each request, so a kill loses nothing. */
export interface CreatedFile {
  readonly file: string;
  /** A mark in the run's customers, names and metadata, to find lost creations in a list. Old files lack it. */
  readonly run: string | undefined;
  /** Call this before you send a creation. `charges` is the most that the request can charge to a card, in centavos. */
  willCreate(collection: string, charges?: number): void;
  /** Records a path such as `/v1/plans/201`. `charges` is the current charge to the card, in centavos. */
  created(path: string, charges?: number): void;
  /** Records the amount that a transaction still charges to the card, in centavos. */
  charged(path: string, charges: number): void;
  /** Records that the resource is gone, or that a request to its collection created nothing. */
  removed(path: string): void;
  /** Returns whether this run created the resource. */
  has(path: string): boolean;
  /** Returns everything that is left, newest first. */
  left(): Left[];
  close(): void;
}

export interface Left {
  /** The path of a resource, or of a collection if the outcome of the request is unknown. */
  readonly path: string;
  /** The amount that the card may still be charged, in centavos. */
  readonly charges: number;
  /** Whether the response to the creation was lost. */
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
 * Starts a file. Throws if the file exists, because it may list resources of an earlier run. The file stores a hash of the base URL,
 * so the clean-up never deletes ids on another server.
 */
export function beginCreated(file: string, baseUrl: string, run: string): CreatedFile {
  const handle = openSync(file, 'wx', 0o600);
  write(handle, { server: hashOf(baseUrl), run });
  return createdFile(file, handle, run, []);
}

/** Opens the file of an earlier run. Throws one line if the file is invalid or belongs to another server. */
export function openCreated(file: string, baseUrl: string): CreatedFile {
  const [head, ...steps] = readFileSync(file, 'utf8').split('\n').flatMap(parseLine);
  const server = stringAt(head, 'server');
  if (server === undefined) throw new Error(`${file}: is not a list of what a run created`);
  if (server !== hashOf(baseUrl))
    throw new Error(`${file}: was written for another server; pass the --base-url of that run`);
  const handle = openSync(file, 'a');
  // A kill may have cut off the last line.
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
  // Synchronous, so the line survives a crash or a kill.
  writeSync(handle, `${JSON.stringify(line)}\n`);
}

/** Returns the parsed line, or nothing if a kill cut it off. */
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
