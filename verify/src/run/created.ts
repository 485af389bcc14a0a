import { createHash } from 'node:crypto';
import { appendFileSync, closeSync } from 'node:fs';
import { FileError, openPrivate, readText } from 'payment-gateway-core/files';
import { isObject, stringAt } from 'payment-gateway-core/util';
import { UnreadableError } from '../recordings/index.js';

/** Lists the resources that a run created. It writes the file before and after each request, so a kill loses nothing. */
export interface CreatedFile {
  readonly file: string;
  /** A mark in the run's customers, names and metadata, to find lost creations in a list. Old files lack it. */
  readonly run: string | undefined;
  /** Call this before you send a creation. `charges` is the most that the request can charge to a card, in centavos. Throws if the file cannot be written. */
  willCreate(collection: string, charges?: number): void;
  /** Records a path such as `/v1/plans/201`. `charges` is the current charge to the card, in centavos. */
  created(path: string, charges?: number): void;
  /** Records an object that the gateway created or found for a request: the charge of a subscription, the customer of a transaction. */
  found(path: string, charges: number): void;
  /** Records the amount that a transaction still charges to the card, in centavos, and whether its refund is pending. */
  charged(path: string, charges: number, isPending?: boolean): void;
  /** Call this before you send a refund of a part, in centavos: its response may be lost. */
  willRefund(path: string, amount: number): void;
  /** Records that the gateway refused a creation. It stays in the list until the gateway's list confirms that nothing was charged. */
  refused(collection: string): void;
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
  /** The most that the creation could charge to the card, in centavos. */
  readonly cost: number;
  /** Whether a refund is pending. The card is charged until the gateway shows the refund. */
  readonly isPending: boolean;
  /** The parts that the run tried to refund, in centavos. */
  readonly refunds: readonly number[];
  /** Whether the response to the creation was lost. */
  readonly isUnknown: boolean;
  /** Whether the gateway refused the creation. False once a list has confirmed that nothing was charged. */
  readonly isRefused: boolean;
}

interface Step {
  readonly willCreate?: string;
  readonly created?: string;
  readonly found?: string;
  readonly charged?: string;
  readonly refund?: string;
  readonly refused?: string;
  readonly removed?: string;
  readonly charges?: number;
  readonly isPending?: boolean;
}

const NEW: Left = { path: '', charges: 0, cost: 0, isPending: false, refunds: [], isUnknown: false, isRefused: false };

/**
 * Starts a file. Throws if the file exists, because it may list resources of an earlier run. The file stores a hash of the base URL,
 * so the clean-up never deletes ids on another server.
 */
export function beginCreated(file: string, baseUrl: string, run: string): CreatedFile {
  const handle = openPrivate(file, 'wx');
  write(file, handle, { server: hashOf(baseUrl), run });
  return createdFile(file, handle, run, []);
}

/** Opens the file of an earlier run. Throws one line if the file is invalid or belongs to another server. */
export function openCreated(file: string, baseUrl: string): CreatedFile {
  const [head, ...steps] = readText('createdFile', file, { mayBeCut: true }).split('\n').flatMap(parseLine);
  const server = stringAt(head, 'server');
  if (server === undefined)
    throw new UnreadableError(`${file}: is not a list of what a run created; pass the file of its --created`);
  if (server !== hashOf(baseUrl))
    throw new UnreadableError(`${file}: was written for another server; pass the --url of that run`);
  const handle = openPrivate(file, 'a');
  return createdFile(file, handle, stringAt(head, 'run'), steps.filter(isObject));
}

function createdFile(file: string, handle: number, run: string | undefined, before: readonly Step[]): CreatedFile {
  const there = new Map<string, Left>();
  const unknown: Left[] = [];
  before.forEach(apply);

  function apply({
    willCreate,
    created,
    found,
    charged,
    refund,
    refused,
    removed,
    charges = 0,
    isPending = false,
  }: Step): void {
    if (willCreate !== undefined) unknown.push({ ...NEW, path: willCreate, charges, cost: charges, isUnknown: true });
    if (created !== undefined) {
      const known = there.get(created) ?? NEW;
      const cost = Math.max(charges, drop(created.slice(0, created.lastIndexOf('/')))?.cost ?? 0);
      // A gateway that returns one id twice has charged twice.
      there.set(created, { ...known, path: created, charges: known.charges + charges, cost: known.cost + cost });
    }
    if (found !== undefined) there.set(found, { ...NEW, path: found, charges, cost: charges });
    if (charged !== undefined) change(charged, () => ({ charges, isPending }));
    if (refund !== undefined) change(refund, ({ refunds }) => ({ refunds: [...refunds, charges] }));
    if (refused !== undefined) {
      const dropped = drop(refused);
      if (dropped && dropped.cost > 0) unknown.push({ ...dropped, isRefused: true });
    }
    if (removed !== undefined && !there.delete(removed)) drop(removed);
  }

  function change(path: string, changes: (one: Left) => Partial<Left>): void {
    const one = there.get(path);
    if (one) there.set(path, { ...one, ...changes(one) });
  }

  /** Removes the latest creation in a collection whose outcome is unknown. */
  function drop(collection: string): Left | undefined {
    const index = unknown.findLastIndex(({ path }) => path === collection);
    return index < 0 ? undefined : unknown.splice(index, 1)[0];
  }

  /** Notes what happened. A full disk must not stop a clean-up, so the file may lack this step. */
  function note(step: Step): void {
    apply(step);
    try {
      write(file, handle, step);
    } catch {
      // The next creation throws, or the run is over.
    }
  }

  return {
    file,
    run,
    willCreate(collection, charges = 0) {
      const step = { willCreate: collection, charges };
      // If the file cannot be written, this throws before anything is sent.
      write(file, handle, step);
      apply(step);
    },
    created: (path, charges = 0) => note({ created: path, charges }),
    found: (path, charges) => note({ found: path, charges }),
    charged: (path, charges, isPending = false) => note({ charged: path, charges, isPending }),
    willRefund: (path, charges) => note({ refund: path, charges }),
    refused: (collection) => note({ refused: collection }),
    removed: (path) => note({ removed: path }),
    has: (path) => there.has(path),
    left: () => [...[...there.values()].reverse(), ...unknown],
    close: () => closeSync(handle),
  };
}

function write(file: string, handle: number, line: object): void {
  // Synchronous, so the line survives a crash or a kill. A crash, a kill or a full disk may have cut off the line before.
  // `writeSync` would write only the part that fits on the disk, and return.
  try {
    appendFileSync(handle, `\n${JSON.stringify(line)}`);
  } catch (cause) {
    throw new FileError('write', file, cause);
  }
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
