import type { JournalEntry, MockRequest, Sent } from './journal.js';

export const LOG_FORMATS = ['pretty', 'json', 'warnings', 'silent'] as const;
export type LogFormat = (typeof LOG_FORMATS)[number];
/** How requests are logged: as lines on standard output, warnings alone on standard error, or by your function, whose errors are ignored. */
export type Log = LogFormat | ((request: MockRequest) => void);

const RESET = '\u001b[0m';
const COLOURS = { good: '\u001b[32m', refused: '\u001b[33m', failed: '\u001b[31m', dim: '\u001b[2m' };

/** The kinds of warnings that a process prints at most. Field names come from requests, so their number has no other limit. */
const MOST_KINDS = 100;
const ADVICE = "(strict: true makes this a 400; log: 'silent' hides warnings)";

export function createLog(log: Log, stream?: NodeJS.WriteStream): (entry: JournalEntry) => void {
  if (typeof log === 'function') return harmless(log);
  if (log === 'silent') return () => {};
  if (log === 'warnings') return warningLog(stream ?? process.stderr);
  return requestLog(log, stream ?? process.stdout);
}

/** The kinds of warnings that each stream has shown: the servers of a process share them. */
const shownKinds = new WeakMap<NodeJS.WriteStream, Set<string>>();

/** Prints the first warning of each kind. A kind is an operation and a sentence; numbers in it, such as indexes and ids, do not count. */
function warningLog(stream: NodeJS.WriteStream): (entry: JournalEntry) => void {
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

function requestLog(log: 'pretty' | 'json', stream: NodeJS.WriteStream): (entry: JournalEntry) => void {
  if (log === 'json') return (entry) => stream.write(`${jsonLine(entry)}\n`);
  const isColoured = stream.isTTY === true && !process.env.NO_COLOR;
  return (entry) => stream.write(`${prettyLine(entry, isColoured)}\n`);
}

/** What the caller's function throws, or rejects with, must not take a response away or end the process. */
function harmless(log: (request: MockRequest) => unknown): (entry: JournalEntry) => void {
  return (entry) => {
    try {
      Promise.resolve(log(entry.read())).catch(() => {});
    } catch {}
  };
}

/** A line of the log shows nothing of what the client sent. */
type Line = Omit<MockRequest, Sent>;

function jsonLine({ time, operationId, method, status, duration, evidence, errors, warnings }: Line): string {
  return JSON.stringify({
    time,
    operationId,
    method,
    status,
    duration,
    evidence,
    ...(errors.length > 0 && { errors }),
    ...(warnings.length > 0 && { warnings }),
  });
}

/** `13:05:41 createTransaction 200 1.4 ms documented 4.5`, what was wrong if anything was, and a line for each warning. */
export function prettyLine(request: Line, isColoured: boolean): string {
  const paint = (colour: keyof typeof COLOURS, text: string) =>
    isColoured ? `${COLOURS[colour]}${text}${RESET}` : text;
  const { time, operationId, method, status, duration, evidence, errors, warnings } = request;
  const colour = status === 0 || status >= 500 ? 'failed' : status >= 400 ? 'refused' : 'good';
  const line = [
    paint('dim', time.slice(11, 19)),
    operationId ?? `${method} (no operation)`,
    paint(colour, status === 0 ? 'no response' : String(status)),
    paint('dim', `${duration.toFixed(1)} ms`),
    ...(evidence ? [paint('dim', evidence)] : []),
    ...(errors[0] ? [errors.length > 1 ? `${errors[0]} (and ${errors.length - 1} more)` : errors[0]] : []),
  ].join(' ');
  return [line, ...warnings.map((warning) => `         ${paint('refused', 'warning')} ${warning}`)].join('\n');
}
