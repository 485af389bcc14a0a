import { type OperationId, operations } from '../../../generated/operations.js';
import type { JournalEntry, RecordedRequest, Sent } from './journal.js';

export const LOG_FORMATS = ['pretty', 'verbose', 'json', 'warnings', 'silent'] as const;
export type LogFormat = (typeof LOG_FORMATS)[number];
/** How requests are logged: as lines on standard output, warnings alone on standard error, or by your function, whose errors are ignored. */
export type Log = LogFormat | ((request: RecordedRequest) => void);

const RESET = '\u001b[0m';
const COLORS = { good: '\u001b[32m', refused: '\u001b[33m', failed: '\u001b[31m', dim: '\u001b[2m' };

/** The most kinds of warnings that a process prints. Warnings contain field names from requests, so their number is otherwise unlimited. */
const MOST_KINDS = 100;
const ADVICE = "(refuseWarnings: true makes this a 400; log: 'silent' hides warnings)";

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
type Line = Omit<RecordedRequest, Sent> & Partial<Pick<JournalEntry, 'subject'>>;

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
  const paint = (color: keyof typeof COLORS, text: string) => (isColored ? `${COLORS[color]}${text}${RESET}` : text);
  const { time, operationId, method, status, duration, planned, evidence, errors, warnings, subject = [] } = request;
  const color = status === 0 || status >= 500 ? 'failed' : status >= 400 ? 'refused' : 'good';
  const line = [
    paint('dim', time.slice(11, 19)),
    method.padEnd(6),
    pathOf(operationId).padEnd(38),
    paint(color, (status === 0 ? 'lost' : String(status)).padEnd(4)),
    paint('dim', `${duration.toFixed(1)} ms`.padStart(9)),
    ...subject,
    ...(planned ? [paint('dim', `planned: ${planned}`)] : []),
    ...(isVerbose && evidence ? [paint('dim', evidence)] : []),
    ...(errors[0] ? [errors.length > 1 ? `${errors[0]} (and ${errors.length - 1} more)` : errors[0]] : []),
  ].join('  ');
  return [line, ...warnings.map((warning) => `          ${paint('refused', 'warning')} ${warning}`)].join('\n');
}

/** A contract of your own may have other operations. */
function pathOf(operationId: string | undefined): string {
  if (operationId === undefined) return '(no operation)';
  return Object.hasOwn(operations, operationId) ? operations[operationId as OperationId].path : operationId;
}
