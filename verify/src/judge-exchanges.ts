import type { Exchange } from './exchange.js';
import { createJudge } from './judge.js';
import { createOriginWatch } from './origin.js';
import { createReport, type Report, type ReportOptions } from './report/index.js';

export type JudgeOptions = Pick<ReportOptions, 'skipped' | 'entries'>;

/** Judges recorded exchanges in chronological order and sends no requests. */
export async function judgeExchanges(
  exchanges: Iterable<Exchange> | AsyncIterable<Exchange>,
  options: JudgeOptions = {},
): Promise<Report> {
  const judge = createJudge();
  const origin = createOriginWatch();
  for await (const exchange of exchanges) {
    judge.judge(exchange);
    origin.watch(exchange);
  }
  return createReport(judge.finish(), judge.contract, { mode: 'recorded', circular: origin.circular, ...options });
}
