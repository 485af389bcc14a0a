import type { Exchange } from './exchange.js';
import { Judge } from './judge.js';
import { createOriginWatch } from './origin.js';
import { createReport, type Report, type ReportOptions } from './report/index.js';

export type JudgeOptions = Pick<ReportOptions, 'skipped' | 'entries' | 'notes'>;

/** Creates a judge of exchanges that others sent. Pass them in chronological order, and call `report` once. */
export function createExchangeJudge() {
  const judge = new Judge();
  const origin = createOriginWatch();
  return {
    judge(exchange: Exchange) {
      origin.watch(exchange);
      return judge.judge(exchange);
    },
    report(options: JudgeOptions = {}): Report {
      return createReport(judge.finish(), { mode: 'recorded', circular: origin.circular, ...options });
    },
  };
}

/** Judges recorded exchanges in chronological order and sends no requests. */
export async function judgeExchanges(
  exchanges: Iterable<Exchange> | AsyncIterable<Exchange>,
  options: JudgeOptions = {},
): Promise<Report> {
  const judge = createExchangeJudge();
  for await (const exchange of exchanges) judge.judge(exchange);
  return judge.report(options);
}
