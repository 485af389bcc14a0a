import { printable } from 'payment-gateway-core/codes';
import {
  fitted,
  hasColors,
  type Output,
  outputWidth,
  type Style,
  shortened,
  styled,
  withParts,
  wrapped,
} from 'payment-gateway-core/util';
import { type OperationId, operations } from 'payment-gateway-core/values';
import type { JournalEntry, RecordedRequest, SecretField } from './journal.js';

export const LOG_FORMATS = ['pretty', 'verbose', 'json', 'warnings', 'silent'] as const;
export type LogFormat = (typeof LOG_FORMATS)[number];
/** How requests are logged: as lines on standard output, warnings alone on standard error, or by your function, whose errors are ignored. */
export type Log = LogFormat | ((request: RecordedRequest) => void);

/** The most kinds of warnings that a process prints. Warnings contain field names from requests, so their number is otherwise unlimited. */
const MOST_KINDS = 100;
const ADVICE = "(refuseWarnings: true refuses such a request; log: 'silent' hides warnings)";

/** What a log needs of a stream of Node, whose types the package does not require. */
interface LogStream extends Output {
  write(text: string): unknown;
}

export function createLog(log: Log, stream?: LogStream): (entry: JournalEntry) => void {
  if (typeof log === 'function') return harmless(log);
  if (log === 'silent') return () => {};
  if (log === 'warnings') return warningLog(stream ?? process.stderr);
  const lines = stream ?? process.stdout;
  if (log === 'json') return (entry) => lines.write(`${jsonLine(entry)}\n`);
  return (entry) => lines.write(`${prettyLine(entry, lines, log === 'verbose')}\n`);
}

/** An activity of the server other than answering requests. */
export interface Activity {
  readonly what: 'event' | 'act' | 'clock';
  /** Without secrets, such as `pay 1001`, or the address of a receiver. */
  readonly about: string;
  /** The status code of a delivery, or why it failed. */
  readonly status?: number | string | undefined;
  /** Milliseconds. */
  readonly duration?: number;
  readonly result?: string;
}

/** Returns a function that adds activities to the lines of requests. Formats without these lines get none. */
export function createActivityLog(log: Log, stream?: LogStream): (activity: Activity) => void {
  if (log !== 'pretty' && log !== 'verbose' && log !== 'json') return () => {};
  const lines = stream ?? process.stdout;
  return (activity) => {
    const time = new Date().toISOString();
    lines.write(`${log === 'json' ? JSON.stringify({ time, ...activity }) : activityLine(time, activity, lines)}\n`);
  };
}

/** Where the lines below another one begin. */
const INDENT = 10;
/** Characters after the columns, such as those of an object and its payment method. */
const REST = 19;

interface Columns {
  readonly time: string;
  readonly what: string;
  readonly about: string;
  readonly status?: string | undefined;
  readonly style?: Style;
  readonly duration?: number | undefined;
  readonly rest: readonly string[];
}

/** Returns a line with aligned columns. In a terminal, a long path loses its middle, and what does not fit comes below. */
function lineOf({ time, what, about, status, style = 'green', duration, rest }: Columns, output: Output): string {
  const isColored = hasColors(output);
  const width = outputWidth(output);
  const room = Math.max(16, Math.min(38, width - 35 - REST));
  const columns = [
    ...[styled('dim', time.slice(11, 19), isColored), what.padEnd(6)],
    (status !== undefined && width < Number.POSITIVE_INFINITY ? shortened(about, room) : about).padEnd(room),
    ...(status === undefined ? [] : [styled(style, status.padEnd(4), isColored)]),
    ...(duration === undefined ? [] : [styled('dim', `${duration.toFixed(1)} ms`.padStart(9), isColored)]),
  ];
  return fitted(withParts(columns.join('  '), rest, INDENT, width), width);
}

/** Returns a line in the columns of `prettyLine`: `13:05:41  EVENT   transaction.created  200  1.4 ms  http://127.0.0.1:3000/hook`. */
function activityLine(time: string, { what, about, status, duration, result }: Activity, output: Output): string {
  const isCode = typeof status === 'number';
  const [first = '', ...others] = (what === 'event' ? [result, about] : [about, result]).filter(Boolean).map(String);
  const style = isCode && status >= 200 && status < 300 ? 'green' : 'red';
  const reasons = status === undefined || isCode ? [] : [styled('red', printable(status), hasColors(output))];
  const columns = { time, what: what.toUpperCase(), about: printable(first), style, duration } as const;
  const shown = status === undefined || isCode ? status?.toString() : 'fail';
  // The address of a receiver that confirms is known, so its middle may go.
  const most = reasons.length > 0 ? Number.POSITIVE_INFINITY : Math.max(REST - 2, outputWidth(output) - 75);
  const rest = [...reasons, ...others.map((text) => shortened(printable(text), most))];
  return lineOf({ ...columns, status: shown, rest }, output);
}

/** The kinds of warnings that each stream has shown. All servers of a process share them. */
const shownKinds = new WeakMap<LogStream, Set<string>>();

/** Prints the first warning of each kind. A kind is an operation and a sentence; numbers in it, such as indexes and ids, do not count. */
function warningLog(stream: LogStream): (entry: JournalEntry) => void {
  const kinds = shownKinds.get(stream) ?? new Set<string>();
  shownKinds.set(stream, kinds);
  return ({ operationId = 'no operation', warnings }) => {
    for (const warning of warnings) {
      const kind = `${operationId} ${warning.replace(/\d+/g, '0')}`;
      if (kinds.has(kind) || kinds.size >= MOST_KINDS) continue;
      kinds.add(kind);
      stream.write(`payment-gateway: warning: ${operationId}: ${warning} ${ADVICE}\n`);
    }
  };
}

/** Returns the caller's function without its errors, which must not cost a response or end the process. */
function harmless(log: (request: RecordedRequest) => unknown): (entry: JournalEntry) => void {
  return (entry) => {
    try {
      Promise.resolve(log(entry.read())).catch(() => {});
    } catch {}
  };
}

/** A request without the fields that may hold secrets. */
type Line = Omit<RecordedRequest, SecretField> & Partial<Pick<JournalEntry, 'subject'>>;

function jsonLine({ time, operationId, method, status, duration, planned, evidence, errors, warnings }: Line): string {
  return JSON.stringify({
    time,
    operationId,
    method,
    status,
    duration,
    planned,
    evidence,
    ...(errors.length > 0 && { errors }),
    ...(warnings.length > 0 && { warnings }),
  });
}

/**
 * Returns a line with aligned columns and a line for each warning:
 * `13:05:41  POST    /v1/transactions                  200     1.4 ms  1001  pix`. The path is the contract's, without ids.
 */
export function prettyLine(request: Line, output: Output = {}, isVerbose = false): string {
  const { time, operationId, method, status, duration, planned, evidence, errors, warnings, subject = [] } = request;
  const paint = (style: Style, text: string) => styled(style, text, hasColors(output));
  const rest = [
    ...(subject.length > 0 ? [subject.join('  ')] : []),
    ...(planned ? [paint('dim', `planned: ${planned}`)] : []),
    ...(isVerbose && evidence ? [paint('dim', evidence)] : []),
    ...(errors[0] ? [errors.length > 1 ? `${errors[0]} (and ${errors.length - 1} more)` : errors[0]] : []),
  ];
  const style = status === 0 || status >= 500 ? 'red' : status >= 400 ? 'yellow' : 'green';
  const shown = { about: pathOf(operationId), status: status === 0 ? 'lost' : String(status), style, rest } as const;
  const head = `${' '.repeat(INDENT)}${paint('yellow', 'warning')} `;
  const width = outputWidth(output);
  const below = warnings.map((one) => (width < Number.POSITIVE_INFINITY ? wrapped(head, one, { width }) : head + one));
  return [lineOf({ time, what: method, duration, ...shown }, output), ...below].join('\n');
}

/** A contract of your own may have other operations. */
function pathOf(operationId: string | undefined): string {
  if (operationId === undefined) return '(no operation)';
  return Object.hasOwn(operations, operationId) ? operations[operationId as OperationId].path : operationId;
}
