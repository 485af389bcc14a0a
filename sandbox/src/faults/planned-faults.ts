import { suggestion } from 'payment-gateway-core/util';
import type { components } from '../../generated/sandbox-types.js';
import { present, rules } from '../rules/index.js';
import { type Fault, readFault as readHeader } from '../server/index.js';
import { Refusal, type Work } from '../state/index.js';

type WireFault = components['schemas']['Fault'];
/** A planned fault as snapshots contain it, with its operation. `*` is any operation. */
type WaitingFault = Omit<WireFault, 'operation_id'> & { operationId: string; times: number };

const FAULTS = 'faults';
const MOST = 100;

/** Parses a fault string such as `status=503; after=commit`. Throws one line that names a wrong field. */
export function readPlannedFault(given: WireFault): WaitingFault {
  const { operation_id: operationId = '*', fault, times = 1, headers, body, ...others } = given;
  if (operationId !== '*' && !Object.hasOwn(rules, operationId)) {
    const advice = suggestion(operationId, Object.keys(rules));
    throw new Refusal(400, [`operation_id: must be the id of an operation, or *${advice}`]);
  }
  const asked = readHeader(fault?.toString());
  if ('problem' in asked) throw new RangeError(`fault: ${asked.problem}`);
  const { kind, status, retryAfter, latency, after } = asked;
  if (headers !== undefined || body !== undefined) checkResponse(status, headers, body);
  const read = { fault: kind ?? status, latency, after, headers, body, retry_after: retryAfter, ...others };
  if (read.fault === undefined && read.latency === undefined && read.events === undefined) {
    throw new RangeError('fault: is required, unless latency or events delays the response');
  }
  return { operationId, times, ...present(read) };
}

const BODILESS = [204, 205, 304];
/** The server sets these headers by the body that it sends. */
const SET_BY_SERVER = ['content-length', 'transfer-encoding', 'connection'];
export const LARGEST_RESPONSE = 1024 * 1024;

/** Throws one line that names the error in a planned response. */
function checkResponse(status: number | undefined, headers: WireFault['headers'] = {}, body?: unknown): void {
  if (status === undefined)
    throw new RangeError('fault: must be a status from 200 to 599 if headers or body are given');
  for (const [name, value] of Object.entries(headers)) {
    if (SET_BY_SERVER.includes(name.toLowerCase())) {
      throw new RangeError(`headers: the sandbox sets ${name.toLowerCase()}; leave it out`);
    }
    if (!/^[\w!#$%&'*+.^`|~-]{1,100}$/.test(name) || !/^[\t\x20-\x7e]*$/.test(value))
      throw new RangeError('headers: must have valid names, and values of printable ASCII characters');
  }
  if (body === undefined) return;
  if (BODILESS.includes(status)) throw new RangeError(`body: a response with status ${status} has none; leave it out`);
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  if (Buffer.byteLength(text) > LARGEST_RESPONSE)
    throw new RangeError(`body: must be at most ${LARGEST_RESPONSE / 2 ** 20} MiB`);
}

export function waitingFaults(work: Work): WaitingFault[] {
  // Only this module writes the document.
  return (work.document(FAULTS)?.waiting ?? []) as WaitingFault[];
}

export function planFault(work: Work, fault: WaitingFault): void {
  const waiting = waitingFaults(work);
  if (waiting.length >= MOST) throw new RangeError(`faults: at most ${MOST} can wait; clear them first`);
  work.setDocument(FAULTS, { waiting: [...waiting, fault] });
}

export function clearFaults(work: Work): void {
  if (waitingFaults(work).length > 0) work.setDocument(FAULTS, { waiting: [] });
}

/** Returns the first fault planned for the operation, and counts it as used once. Every other one lets the request through if it skips requests. */
export function takeFault(work: Work, operationId: string): Fault | undefined {
  const waiting = waitingFaults(work);
  const matches = ({ operationId: planned }: WaitingFault) => planned === '*' || planned === operationId;
  const found = waiting.find((fault) => matches(fault) && !fault.skip);
  if (!waiting.some(matches)) return undefined;
  const left = waiting.flatMap((fault) => {
    if (fault === found) return fault.times > 1 ? [{ ...fault, times: fault.times - 1 }] : [];
    return matches(fault) && fault.skip ? [{ ...fault, skip: fault.skip - 1 }] : [fault];
  });
  work.setDocument(FAULTS, { waiting: left });
  return found && asFault(found);
}

function asFault({ fault, after, retry_after, latency, headers, body, events }: WaitingFault): Fault {
  return {
    ...(readHeader(fault?.toString()) as Fault), // `readFault` has checked it
    ...present({ after, latency, headers, body, retryAfter: retry_after?.toString() }),
    ...(events === 'first' && { eventsFirst: true }),
  };
}
