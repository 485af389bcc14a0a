import type { Exchange } from './exchange.js';
import { Judge } from './judge.js';
import { createReport, type Report, type ReportOptions } from './report/index.js';

export type JudgeOptions = Pick<ReportOptions, 'skipped' | 'entries' | 'notes'>;

/** Judges recorded exchanges in chronological order and sends no requests. */
export async function judgeExchanges(
  exchanges: Iterable<Exchange> | AsyncIterable<Exchange>,
  options: JudgeOptions = {},
): Promise<Report> {
  const judge = new Judge();
  for await (const exchange of exchanges) judge.judge(exchange);
  return createReport(judge.finish(), { mode: 'recorded', ...options });
}
