import { appendText } from 'payment-gateway-core/files';
import type { Exchange } from '../exchange.js';
import type { RunCard } from '../flows/index.js';
import type { GatewayClock } from '../gateway-clock.js';
import type { Judge } from '../judge.js';
import type { createOriginWatch } from '../origin.js';
import { lineOf } from '../recordings/index.js';
import { redactExchange } from '../redacted.js';
import type { CreatedFile } from './created.js';
import type { RunOptions } from './options.js';
import type { Plan, PlannedFlow, PlannedStep } from './plan.js';
import type { Reach } from './reach.js';
import type { Receiver } from './receiver.js';
import type { Send } from './send.js';

/** What the phases of a run share. */
export interface RunState {
  readonly options: RunOptions;
  readonly allow: ReadonlySet<Reach>;
  readonly judge: Judge;
  readonly origin: ReturnType<typeof createOriginWatch>;
  readonly send: Send;
  readonly clock: GatewayClock;
  readonly flows: readonly PlannedFlow[];
  readonly plan: Plan;
  /** A text that is unique to the run. */
  readonly mark: string;
  readonly card: RunCard;
  /** The token and the card, which reports and recordings must not contain. */
  readonly secrets: readonly string[];
  /** Maps each reason to the steps that were not sent or not judged for it. */
  readonly skipped: Map<string, string[]>;
  /** Receives events. Undefined if the run has no address for them. */
  receiver?: Receiver;
  /** Requests in a row without a response. */
  failures: number;
  /** Why flows no longer send. */
  stopped?: string;
  /** Whether the run stopped at a refuted entry, as `failFast` asks. */
  hasFailedFast?: true;
  /** What the run created. Undefined if it only reads. */
  created?: CreatedFile;
}

/** Judges an exchange, and appends it to the recording. */
export function watchExchange(run: RunState, exchange: Exchange, step?: PlannedStep): void {
  const { record } = run.options;
  if (record !== undefined) {
    const line = { ...redactExchange(exchange, [...run.secrets]), step: step?.name ?? '' };
    appendText(record, lineOf(line));
  }
  run.judge.judge(exchange, exchange.response.status === 429 ? {} : step?.intent);
  run.origin.watch(exchange);
  const { headers, body } = exchange.response;
  run.clock.see(headers.date, body);
}

/** Returns why the run ended early, or undefined while it continues. */
export function stoppedBecause({ options: { signal }, stopped }: RunState): string | undefined {
  if (!signal?.aborted) return stopped;
  const { reason } = signal;
  return reason instanceof Error && reason.name !== 'AbortError' ? unexpectedReason(reason) : 'the run was interrupted';
}

/** Returns the reason that a report shows for an unexpected error. */
export function unexpectedReason(error: unknown): string {
  return `verify failed: ${error instanceof Error ? error.message : String(error)}`;
}
