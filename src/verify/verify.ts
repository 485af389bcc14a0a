import { readContract } from '../contract/contract.js';
import type { JsonObject } from '../contract/json.js';
import type { Exchange } from './exchange.js';
import { createJudge } from './judge.js';
import { createOriginWatch } from './origin.js';
import { loadAjv } from './peers.js';
import { createReport, type Report } from './report/report.js';

export interface JudgeOptions {
  /** How many entries of the recording could not be used; for the report. */
  readonly skipped?: number;
  /** Only these entries of the register. */
  readonly entries?: readonly string[];
  /** Another contract than the package's, parsed. */
  readonly contract?: JsonObject;
}

/**
 * Judges recorded exchanges, in the order in which they happened, and sends nothing. Needs the optional peer `ajv`; throws one line
 * that says so when it is not installed.
 */
export async function judgeExchanges(
  exchanges: Iterable<Exchange> | AsyncIterable<Exchange>,
  options: JudgeOptions = {},
): Promise<Report> {
  const document = options.contract ?? readContract();
  const judge = createJudge(await loadAjv(), document);
  const origin = createOriginWatch(document);
  for await (const exchange of exchanges) {
    judge.judge(exchange);
    origin.watch(exchange);
  }
  return createReport(judge.finish(), judge.contract, { mode: 'recorded', circular: origin.circular, ...options });
}
