/** Judges copies of exchanges from a queue, after they have passed. */
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import { bodyOf, type Exchange, type Message } from '../exchange.js';
import type { JudgeFinding } from '../judge/index.js';
import { createExchangeJudge } from '../judge-exchanges.js';
import type { Report } from '../report/index.js';
import { type Passed, type PassedExchange, responseStatus } from './connection.js';
import { Tally } from './evidence.js';

/** The most exchanges that wait, and the most bytes of their bodies. */
export const LONGEST_QUEUE = 1_000;
export const LARGEST_QUEUE = 64 * 2 ** 20;
/** The most bytes of a body after decompression. */
export const LARGEST_TEXT = 2 ** 20;

export interface JudgingOptions {
  /** The origin of the target. */
  readonly target: string;
  /** Receives each judged exchange with its refuted findings. */
  readonly onJudged: (exchange: Exchange, refuted: readonly JudgeFinding[]) => void;
}

/** Creates a judge of exchanges that passed. Nothing waits for it. */
export function createJudging({ target, onJudged }: JudgingOptions) {
  const judge = createExchangeJudge();
  const tally = new Tally(judge.contract);
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
      return { ...judge.report({ notes }), responses: tally.responses() };
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
