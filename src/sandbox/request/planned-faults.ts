import { isObject, type JsonObject } from '../../contract/json.js';
import type { Fault } from '../../server/request/faults.js';
import { type OperationId, rules } from '../rules/index.js';
import type { Work } from '../state/index.js';

/** What goes wrong with the next requests. */
export interface PlannedFault {
  /** The connection is reset, stalls, breaks off half way through the response, or an error of this status is returned in its place. */
  readonly fault: 'reset' | 'stall' | 'truncate' | number;
  /** With `commit` the request is carried out first, and only its response is lost. Default: nothing of it happens. */
  readonly after?: 'commit';
  /** How many requests it happens to. Default 1. */
  readonly times?: number;
  /** Seconds, or a date: the `Retry-After` of a status. */
  readonly retryAfter?: number | string;
  /** Milliseconds to wait before anything else. */
  readonly latency?: number;
}

/** A fault with the operation it waits for: `*` is any. */
export type WaitingFault = PlannedFault & { readonly operationId: OperationId | '*'; readonly times: number };

/** The name of the account's document that keeps them. */
export const FAULTS = 'faults';
const KINDS = ['reset', 'stall', 'truncate'] as const;
const FIELDS = ['fault', 'after', 'times', 'retryAfter', 'latency'];
const MOST = 100;

/** Throws one line that names what makes no sense. */
export function checkFault(operationId: unknown, planned: unknown): WaitingFault {
  if (!isOperation(operationId)) {
    throw new RangeError(`operationId must be an operation of the contract, such as createTransaction, or *`);
  }
  if (!isObject(planned)) throw new TypeError('a planned fault must be an object with fault, after, times');
  const unknown = Object.keys(planned).find((name) => !FIELDS.includes(name));
  if (unknown !== undefined) {
    throw new TypeError(`a planned fault has no ${unknown.slice(0, 40)}; it takes ${FIELDS.join(', ')}`);
  }
  const { fault, after, times = 1, retryAfter, latency } = planned;
  if (!(isKind(fault) || isWhole(fault, 400, 599))) {
    throw new RangeError(`fault must be ${KINDS.join(', ')} or a status from 400 to 599`);
  }
  if (after !== undefined && after !== 'commit') throw new RangeError('after must be commit, or left out');
  if (!isWhole(times, 1, 1_000_000)) throw new RangeError('times must be a whole number, 1 or more');
  if (latency !== undefined && !isWhole(latency, 0, 60_000)) {
    throw new RangeError('latency must be a whole number of milliseconds from 0 to 60000');
  }
  const isHeader = typeof retryAfter === 'string' && /^[\x20-\x7e]{1,100}$/.test(retryAfter);
  if (retryAfter !== undefined && !isHeader && !isWhole(retryAfter, 0, 1_000_000)) {
    throw new RangeError('retryAfter must be a number of seconds or a date');
  }
  return {
    operationId,
    fault,
    times,
    ...(after !== undefined && { after }),
    ...(retryAfter !== undefined && { retryAfter: typeof retryAfter === 'number' ? retryAfter : String(retryAfter) }),
    ...(latency !== undefined && { latency }),
  };
}

/** The faults that wait for requests, in the order in which they were planned. */
export function waitingFaults(work: Work): WaitingFault[] {
  // Only this module writes the document, and it checks the one of a snapshot.
  return (work.document(FAULTS)?.waiting ?? []) as WaitingFault[];
}

/** Checks the document of a snapshot. */
export function checkFaults({ waiting }: JsonObject): void {
  if (!Array.isArray(waiting) || waiting.length > MOST)
    throw new RangeError(`faults must be a list of at most ${MOST}`);
  for (const { operationId, ...fault } of waiting) checkFault(operationId, fault);
}

export function planFault(work: Work, fault: WaitingFault): void {
  const waiting = waitingFaults(work);
  if (waiting.length >= MOST) throw new RangeError(`at most ${MOST} faults can wait: clear them first`);
  work.setDocument(FAULTS, { waiting: [...waiting, fault] });
}

export function clearFaults(work: Work): void {
  if (waitingFaults(work).length > 0) work.setDocument(FAULTS, { waiting: [] });
}

/** The first fault that waits for such a request: it has one time less from now on. */
export function takeFault(work: Work, operationId: string): Fault | undefined {
  const waiting = waitingFaults(work);
  const at = waiting.findIndex((fault) => isFor(fault, operationId));
  const found = waiting[at];
  if (found === undefined) return undefined;
  const left = found.times > 1 ? [{ ...found, times: found.times - 1 }] : [];
  work.setDocument(FAULTS, { waiting: waiting.toSpliced(at, 1, ...left) });
  return asFault(found);
}

function isFor({ operationId }: WaitingFault, requested: string): boolean {
  return operationId === '*' || operationId === requested;
}

function asFault({ fault, after, retryAfter, latency }: PlannedFault): Fault {
  return {
    ...(typeof fault === 'number' ? { status: fault } : { kind: fault }),
    ...(after !== undefined && { after }),
    ...(retryAfter !== undefined && { retryAfter: String(retryAfter) }),
    ...(latency !== undefined && { latency }),
  };
}

function isOperation(value: unknown): value is OperationId | '*' {
  return value === '*' || (typeof value === 'string' && Object.hasOwn(rules, value));
}

function isKind(value: unknown): value is (typeof KINDS)[number] {
  return KINDS.some((kind) => kind === value);
}

function isWhole(value: unknown, from: number, to: number): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= from && value <= to;
}
