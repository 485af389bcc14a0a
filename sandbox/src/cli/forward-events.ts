/** Forwards the events of a sandbox over a connection that this process opens. */

import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { isoTime } from 'payment-gateway-core/codes';
import type { EventReceipt, EventReceiver } from './event-receiver.js';
import { type ControlSchemas, callSandbox, NoSandbox, streamFrom } from './remote.js';

/** Milliseconds before another try to connect. */
const TRY_AGAIN = 500;

/** The most events that the receiver handles at the same time. */
const MOST_IN_HAND = 16;

export type ForwardReport =
  /** The first connection is open, the connection ended, or another one is open. */
  | { readonly what: 'ready' | 'disconnected' | 'connected' }
  /** The receiver got an event. */
  | { readonly what: 'event'; readonly body: string; readonly receipt: EventReceipt };

interface ForwardOptions {
  readonly sandbox: { readonly url: string; readonly token: string | undefined };
  readonly receiver: EventReceiver;
  /** The names of the events to forward. Default: all. */
  readonly events: readonly string[] | undefined;
  /** Ends it. */
  readonly signal: AbortSignal;
  readonly report: (report: ForwardReport) => void;
}

type Due = ControlSchemas['DueDeliveries']['deliveries'][number];

/**
 * Forwards events until the signal aborts. Connects again when the connection ends, and then forwards the missed events. Throws one line if the first
 * connection fails, or if the sandbox refuses a connection.
 */
export async function forwardEvents(options: ForwardOptions): Promise<void> {
  const { sandbox, receiver, events, signal, report } = options;
  const key = randomUUID();
  const hand = createHand(options, `/_sandbox/listen/${key}`);
  const fixed = { key, name: receiver.name, ...(events && { events: events.join() }) };
  let beginning: Readonly<Record<string, string>> | undefined;
  while (!signal.aborted) {
    let isConnected = false;
    try {
      const path = `/_sandbox/listen?${new URLSearchParams({ ...fixed, ...beginning })}`;
      for await (const { event, data } of streamFrom(sandbox, path, signal)) {
        if (event === 'due') hand.take();
        if (event !== 'ready') continue;
        const { since, of } = JSON.parse(data) as { readonly since: number; readonly of: string };
        report({ what: beginning === undefined ? 'ready' : 'connected' });
        beginning = { since: String(since), of };
        isConnected = true;
      }
    } catch (error) {
      if (signal.aborted) return;
      if (beginning === undefined || !(error instanceof NoSandbox)) throw error;
    }
    if (signal.aborted) return;
    if (isConnected) report({ what: 'disconnected' });
    await sleep(TRY_AGAIN, undefined, { signal }).catch(() => {});
  }
}

/** Takes due deliveries, forwards them, and returns the results. */
function createHand({ sandbox, receiver, signal, report }: ForwardOptions, path: string) {
  let inHand = 0;
  /** Receipts of deliveries whose results did not reach the sandbox, or not yet. If the connection ends, these deliveries are due again. */
  const unsent = new Map<string, Promise<readonly EventReceipt[]>>();

  return { take: (): void => void exchange([]).catch(() => {}) };

  async function exchange(results: readonly object[]): Promise<void> {
    const limit = Math.max(MOST_IN_HAND - inHand, 0);
    const { deliveries } = await callSandbox<ControlSchemas['DueDeliveries']>(sandbox, 'POST', path, {
      results,
      limit,
    });
    inHand += deliveries.length;
    for (const due of deliveries) void forward(due);
  }

  async function forward(due: Due): Promise<void> {
    const { event, lease, delivery } = due;
    const sending = unsent.get(delivery) ?? sendCopies(due);
    unsent.set(delivery, sending);
    const receipts = await sending;
    inHand--;
    // The end interrupts this delivery. It does not count as an attempt.
    if (signal.aborted) return;
    const attempts = receipts.map(({ attempt }) => ({ ...attempt, at: isoTime(attempt.at) }));
    const hasArrived = await exchange([{ event, lease, attempts }]).then(
      () => true,
      () => false,
    );
    const isConfirmed = receipts.every((receipt) => receipt.isConfirmed);
    if ((hasArrived || !isConfirmed) && unsent.get(delivery) === sending) unsent.delete(delivery);
  }

  /** Sends an event as often as asked, until the receiver does not confirm it. */
  async function sendCopies({ body, copies }: Due): Promise<EventReceipt[]> {
    const receipts: EventReceipt[] = [];
    while (receipts.length < copies && receipts.at(-1)?.isConfirmed !== false) {
      const receipt = await receiver.send(body);
      receipts.push(receipt);
      report({ what: 'event', body, receipt });
    }
    return receipts;
  }
}
