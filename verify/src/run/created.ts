import { createHash } from 'node:crypto';
import { appendFileSync, closeSync } from 'node:fs';
import { FileError, openPrivate, readText } from 'payment-gateway-core/files';
import { isObject, parseJson, stringAt } from 'payment-gateway-core/util';
import { UnreadableError } from '../recordings/index.js';

/** Lists the resources that a run created. It writes the file before and after each request, so a kill loses nothing. */
export type CreatedFile = ReturnType<typeof createdFile>;

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

type Event = 'willCreate' | 'created' | 'found' | 'charged' | 'refund' | 'refused' | 'removed';
/** A line of the file: what happened to which path or collection. */
interface Step extends Readonly<Partial<Record<Event, string>>> {
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
  const lines = readText('createdFile', file, { mayBeCut: true }).split('\n');
  // A kill may have cut off a line.
  const [head, ...steps] = lines.flatMap((line) => parseJson(line) ?? []);
  const server = stringAt(head, 'server');
  if (server === undefined)
    throw new UnreadableError(`${file}: is not a list of what a run created; pass the file of its --created`);
  if (server !== hashOf(baseUrl))
    throw new UnreadableError(`${file}: was written for another server; pass the --url of that run`);
  const handle = openPrivate(file, 'a');
  return createdFile(file, handle, stringAt(head, 'run'), steps.filter(isObject));
}

function createdFile(file: string, handle: number, run: string | undefined, before: readonly Step[]) {
  const there = new Map<string, Left>();
  const unknown: Left[] = [];
  before.forEach(apply);

  function apply({ willCreate, created, found, charged, refund, refused, removed, ...step }: Step): void {
    const { charges = 0, isPending = false } = step;
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
    /** A mark in the run's customers, names and metadata, to find lost creations in a list. Old files lack it. */
    run,
    /** Call this before you send a creation. `charges` is the most that the request can charge to a card, in centavos. */
    willCreate(collection: string, charges = 0): void {
      const step = { willCreate: collection, charges };
      // If the file cannot be written, this throws before anything is sent.
      write(file, handle, step);
      apply(step);
    },
    /** Records a path such as `/v1/plans/201`. `charges` is the current charge to the card, in centavos. */
    created: (path: string, charges = 0): void => note({ created: path, charges }),
    /** Records an object that the gateway created or found for a request: the charge of a subscription, the customer of a transaction. */
    found: (path: string, charges: number): void => note({ found: path, charges }),
    /** Records the amount that a transaction still charges to the card, in centavos, and whether its refund is pending. */
    charged: (path: string, charges: number, isPending = false): void => note({ charged: path, charges, isPending }),
    /** Call this before you send a refund of a part, in centavos: its response may be lost. */
    willRefund: (path: string, charges: number): void => note({ refund: path, charges }),
    /** Records that the gateway refused a creation. It stays in the list until the gateway's list confirms that nothing was charged. */
    refused: (collection: string): void => note({ refused: collection }),
    /** Records that the resource is gone, or that a request to its collection created nothing. */
    removed: (path: string): void => note({ removed: path }),
    /** Returns whether this run created the resource. */
    has: (path: string): boolean => there.has(path),
    /** Returns everything that is left, newest first. */
    left: (): Left[] => [...[...there.values()].reverse(), ...unknown],
    close: (): void => closeSync(handle),
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

function hashOf(baseUrl: string): string {
  return createHash('sha256').update(baseUrl).digest('hex').slice(0, 16);
}

/** Statuses of a transaction that does not hold money on the card. */
export const HOLDS_NOTHING: ReadonlySet<unknown> = new Set([
  'refused',
  'refunded',
  'canceled',
  'request_authentication',
  'waiting_payment',
]);

/** The status of a transaction whose refund may still fail. */
export const PENDING = 'pending_refund';

/** Returns the status of a transaction in lower case. The checks are strict about case, but money must not depend on it. */
export function stateOf(body: unknown): string {
  return (stringAt(body, 'status') ?? '').toLowerCase();
}

/** Returns the resource that a path changes: `/v1/transactions/1002` for `/v1/transactions/1002/refund`. */
export function ownerOf(path: string): string {
  const [, version, collection, id, below, part] = path.split('/');
  const owner = `/${version}/${collection}/${id}`;
  return below === 'bank-accounts' && part !== undefined ? `${owner}/${below}/${part}` : owner;
}

/** Returns the id in the response, or all ids if the request created several resources (acquirers). */
export function idsOf(body: unknown, collection: string): (number | string)[] {
  const bodies = isObject(body) && Array.isArray(body[collection]) ? body[collection] : [body];
  return bodies.map((one: unknown) => (isObject(one) ? (one.id ?? one.card_id) : undefined)).filter(isPathId);
}

/**
 * Returns whether a value can be the id in a path. A lone surrogate has no encoding. JSON parsing rounds a number beyond the safe
 * integers, so it may be the id of another resource.
 */
export function isPathId(value: unknown): value is number | string {
  return Number.isSafeInteger(value) || (typeof value === 'string' && value !== '' && !/\p{Cs}/u.test(value));
}
