/** Judges copies of exchanges from a queue, after they have passed, and makes evidence of them that has no bodies. */
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import { isObject, type JsonObject, once } from 'payment-gateway-core/util';
import { bodyOf, type Exchange, type Message } from '../exchange.js';
import { type JudgeFinding, readJudgedContract } from '../judge/index.js';
import { Judge } from '../judge.js';
import { createReport, type Report, type SeenResponses } from '../report/index.js';
import { type Passed, type PassedExchange, responseStatus } from './connection.js';

/** The most exchanges that wait, and the most bytes of their bodies. */
export const LONGEST_QUEUE = 1_000;
export const LARGEST_QUEUE = 64 * 2 ** 20;
/** The most bytes of a body after decompression. */
export const LARGEST_TEXT = 2 ** 20;

export interface JudgingOptions {
  readonly target: string;
  /** Receives each judged exchange with its refuted findings. */
  readonly onJudged: (exchange: Exchange, refuted: readonly JudgeFinding[]) => void;
}

/** Creates a judge of exchanges that passed. Nothing waits for it. */
export function createJudging({ target, onJudged }: JudgingOptions) {
  const judge = new Judge();
  const tally = new Tally();
  const queue: PassedExchange[] = [];
  const counts = { dropped: 0, tooLong: 0, unfinished: 0 };
  let waiting = 0;

  function judgeNext(): void {
    const passed = queue.shift();
    if (passed === undefined) return;
    waiting -= sizeOf(passed);
    const read = readExchange(passed, target);
    const { operationId, refuted } = judge.judge(read);
    if (operationId !== undefined) tally.add(operationId, read.response);
    onJudged(read, refuted);
    // Bytes that arrived meanwhile pass first.
    if (queue.length > 0) setImmediate(judgeNext);
  }

  return {
    unfinished: () => void counts.unfinished++,
    exchange(passed: PassedExchange): void {
      const size = sizeOf(passed);
      if (passed.request.isTooLong || passed.response.isTooLong) counts.tooLong++;
      else if (queue.length === LONGEST_QUEUE || waiting + size > LARGEST_QUEUE) counts.dropped++;
      else {
        waiting += size;
        if (queue.push(passed) === 1) setImmediate(judgeNext);
      }
    },
    /** Judges what waits, and returns the report. Call it once. */
    finish(): Report {
      while (queue.length > 0) judgeNext();
      const notes = [
        [counts.tooLong, 'too long, not judged'],
        [counts.dropped, 'not judged, because too many exchanges waited'],
        [counts.unfinished, 'without a complete response, not judged'],
      ].flatMap(([count, what]) => (count ? `Exchanges ${what}: ${count}.` : []));
      return { ...createReport(judge.finish(), { mode: 'recorded', notes }), responses: tally.responses() };
    },
  };
}

const sizeOf = ({ request, response }: PassedExchange): number => request.size + response.size;

function readExchange({ time, request, response }: PassedExchange, target: string): Exchange {
  const [method = '', path = ''] = request.start.split(' ');
  return {
    time,
    request: { method, url: `${target}${path}`, ...messageOf(request) },
    response: { status: responseStatus(response), ...messageOf(response) },
  };
}

const DECODERS: Readonly<Record<string, typeof gunzipSync>> = {
  gzip: gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync,
};

function messageOf({ headers, pieces }: Passed): Message {
  const { 'content-encoding': coding = '', 'content-type': type } = headers;
  const bytes = Buffer.concat(pieces);
  const decode = DECODERS[coding.toLowerCase()];
  try {
    const text = decode && bytes.length > 0 ? decode(bytes, { maxOutputLength: LARGEST_TEXT }) : bytes;
    return { headers, ...bodyOf(text.toString(), type) };
  } catch {
    return { headers, omitted: 'a part of a body' };
  }
}

const DEEPEST = 12;

/** Counts the JSON types in responses, by fields of the contract. */
export class Tally {
  readonly #contract = readJudgedContract();
  /** Counts by operation and status, then by field and type. */
  readonly #seen = new Map<string, Omit<SeenResponses, 'fields'> & { fields: Map<string, Map<string, number>> }>();

  add(operation: string, { status, body }: Exchange['response']): void {
    const key = `${operation} ${status}`;
    const { fields, ...before } = this.#seen.get(key) ?? { operation, status, count: 0, unknown: 0, fields: new Map() };
    const definition = this.#contract.operations.find(({ operationId }) => operationId === operation);
    const schema = definition && this.#contract.responseSchema(definition, status);
    const unknown = schema && body !== undefined ? this.#visit(body, schema, fields, '') : 0;
    this.#seen.set(key, { ...before, count: before.count + 1, unknown: before.unknown + unknown, fields });
  }

  /** Counts a value and its members. Returns the number of fields that the contract does not list. */
  #visit(value: unknown, schema: JsonObject, fields: Map<string, Map<string, number>>, path: string): number {
    const shape = this.#contract.shapeOf(schema);
    const types = fields.get(path) ?? new Map<string, number>();
    fields.set(path, types);
    const type = Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value;
    types.set(type, (types.get(type) ?? 0) + 1);
    if (path.split(/[.[]/).length > DEEPEST) return 0;
    let unknown = 0;
    if (Array.isArray(value))
      for (const item of value) unknown += this.#visit(item, shape.items ?? {}, fields, `${path}[]`);
    else if (isObject(value))
      for (const [name, child] of Object.entries(value)) {
        const field = shape.fields.get(name);
        unknown += field ? this.#visit(child, field, fields, path ? `${path}.${name}` : name) : 1;
      }
    return unknown;
  }

  responses(): SeenResponses[] {
    return [...this.#seen.values()].map(({ fields, ...seen }) => ({
      ...seen,
      fields: Object.fromEntries([...fields].map(([path, types]) => [path, Object.fromEntries(types)])),
    }));
  }
}

/** Words of the judge's sentences that the contract lacks. */
const OF_JUDGE =
  'above appeared became begin came concerns delivered depend earlier exactly exchange hundredth looks matched mean ones permit succeeded were';
const WORD = /[\p{L}\p{N}\p{M}_]+/gu;

const words = once(() => {
  // Examples have names of people.
  const hidden = (key: string, value: unknown) => (/^examples?$/.test(key) ? undefined : value);
  return new Set(`${JSON.stringify(readJudgedContract().document, hidden)} ${OF_JUDGE}`.toLowerCase().match(WORD));
});

/** Returns a report that is harmless to share: without exchanges, and with only the words of the contract. */
export function toEvidence(report: Report): Report {
  const isKnown = (word: string) => /^\d{1,3}$/.test(word) || words().has(word.toLowerCase());
  const harmless = <Found extends { readonly reason: string }>(found: Found) => ({
    ...found,
    reason: found.reason.replaceAll(WORD, (word) => (isKnown(word) ? word : 'unknown')),
    exchange: undefined,
  });
  return {
    ...report,
    entries: report.entries.map((entry) => ({ ...entry, ...harmless(entry), findings: entry.findings.map(harmless) })),
    deviations: report.deviations.map(harmless),
    // Their names are those of the server.
    discoveries: report.discoveries.map((one) => ({
      ...one,
      reason: `unknown ${one.kind}`,
      yaml: '',
      exchange: undefined,
    })),
    discoveryEvidence: '',
  };
}
