import { printable } from 'payment-gateway-core/codes';
import { type OperationId, operations } from 'payment-gateway-core/values';
import type { JournalEntry, RecordedRequest, SecretField } from './journal.js';

export const LOG_FORMATS = ['pretty', 'verbose', 'json', 'warnings', 'silent'] as const;
export type LogFormat = (typeof LOG_FORMATS)[number];
/** How requests are logged: as lines on standard output, warnings alone on standard error, or by your function, whose errors are ignored. */
export type Log = LogFormat | ((request: RecordedRequest) => void);

const RESET = '\u001b[0m';
const COLORS = { good: '\u001b[32m', refused: '\u001b[33m', failed: '\u001b[31m', dim: '\u001b[2m' };

/** The most kinds of warnings that a process prints. Warnings contain field names from requests, so their number is otherwise unlimited. */
const MOST_KINDS = 100;
const ADVICE = "(refuseWarnings: true refuses such a request; log: 'silent' hides warnings)";

/** What a log needs of a stream of Node, whose types the package does not require. */
interface LogStream {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

export function createLog(log: Log, stream?: LogStream): (entry: JournalEntry) => void {
  if (typeof log === 'function') return harmless(log);
  if (log === 'silent') return () => {};
  if (log === 'warnings') return warningLog(stream ?? process.stderr);
  const lines = stream ?? process.stdout;
  if (log === 'json') return (entry) => lines.write(`${jsonLine(entry)}\n`);
  const how = { isColored: lines.isTTY === true && !process.env.NO_COLOR, isVerbose: log === 'verbose' };
  return (entry) => lines.write(`${prettyLine(entry, how)}\n`);
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
  const isColored = lines.isTTY === true && !process.env.NO_COLOR;
  return (activity) => {
    const time = new Date().toISOString();
    lines.write(
      `${log === 'json' ? JSON.stringify({ time, ...activity }) : activityLine(time, activity, isColored)}\n`,
    );
  };
}

/** Returns a line in the columns of `prettyLine`: `13:05:41  EVENT   http://127.0.0.1:3000/hook  200  1.4 ms  transaction.created`. */
function activityLine(time: string, { what, about, status, duration, result }: Activity, isColored: boolean): string {
  const isGood = typeof status === 'number' && status >= 200 && status < 300;
  return [
    paint('dim', time.slice(11, 19), isColored),
    what.toUpperCase().padEnd(6),
    printable(about).padEnd(38),
    ...(status === undefined
      ? []
      : [paint(isGood ? 'good' : 'failed', printable(String(status)).padEnd(4), isColored)]),
    ...(duration === undefined ? [] : [paint('dim', `${duration.toFixed(1)} ms`.padStart(9), isColored)]),
    ...(result ? [printable(result)] : []),
  ].join('  ');
}

const paint = (color: keyof typeof COLORS, text: string, isColored: boolean) =>
  isColored ? `${COLORS[color]}${text}${RESET}` : text;

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
export function prettyLine(request: Line, { isColored = false, isVerbose = false } = {}): string {
  const colored = (color: keyof typeof COLORS, text: string) => paint(color, text, isColored);
  const { time, operationId, method, status, duration, planned, evidence, errors, warnings, subject = [] } = request;
  const color = status === 0 || status >= 500 ? 'failed' : status >= 400 ? 'refused' : 'good';
  const line = [
    colored('dim', time.slice(11, 19)),
    method.padEnd(6),
    pathOf(operationId).padEnd(38),
    colored(color, (status === 0 ? 'lost' : String(status)).padEnd(4)),
    colored('dim', `${duration.toFixed(1)} ms`.padStart(9)),
    ...subject,
    ...(planned ? [colored('dim', `planned: ${planned}`)] : []),
    ...(isVerbose && evidence ? [colored('dim', evidence)] : []),
    ...(errors[0] ? [errors.length > 1 ? `${errors[0]} (and ${errors.length - 1} more)` : errors[0]] : []),
  ].join('  ');
  return [line, ...warnings.map((warning) => `          ${colored('refused', 'warning')} ${warning}`)].join('\n');
}

/** A contract of your own may have other operations. */
function pathOf(operationId: string | undefined): string {
  if (operationId === undefined) return '(no operation)';
  return Object.hasOwn(operations, operationId) ? operations[operationId as OperationId].path : operationId;
}
