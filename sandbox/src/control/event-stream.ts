/** Server-sent events about changes, at the speed of the reader. */
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Engine } from '../engine/index.js';

/** Returns the body of an event stream, which ends when the signal aborts. */
export type EventStream = (ended: AbortSignal) => AsyncIterable<string>;

/** Combines changes within this time into one event. Milliseconds. */
const TOGETHER = 100;
/** The interval of heartbeats, so that proxies do not close an idle connection. Milliseconds. */
const HEARTBEAT = 15_000;
/** How often to read a store that other processes write to. Milliseconds. */
const LOOK_AGAIN = 1000;

interface StreamOptions {
  /** Sent first. */
  readonly first?: string;
  /** Whether `look` also depends on time. */
  readonly isTimed?: boolean;
  /** Called when the stream has ended. Its errors do not matter. */
  readonly onEnd?: () => Promise<void>;
}

/**
 * Sends the result of `look` at once and after each change of the account, unless it is undefined. Ends if `look` fails or the engine closes.
 * A slow reader costs nothing: between its reads, the stream only notes that something changed.
 */
export function createEventStream(
  engine: Engine,
  account: string,
  look: () => Promise<string | undefined>,
  { first = '', isTimed = false, onEnd }: StreamOptions = {},
): EventStream {
  const lookAgain = engine.isShared ? LOOK_AGAIN : isTimed ? TOGETHER : Number.POSITIVE_INFINITY;
  return async function* pieces(ended) {
    let isChanged = true;
    const stop = engine.changes.listen(account, () => {
      isChanged = true;
    });
    try {
      yield `retry: 1000\n\n${first}`;
      let [looked, sent] = [0, performance.now()];
      while (!ended.aborted && !engine.isClosing) {
        const now = performance.now();
        let message: string | undefined;
        if (isChanged || now - looked >= lookAgain) {
          isChanged = false;
          looked = now;
          message = await look();
        }
        if (now - sent >= HEARTBEAT) message ??= ': still here\n\n';
        if (message !== undefined) {
          yield message;
          sent = now;
        }
        await sleep(TOGETHER, undefined, { ref: false });
      }
    } catch {
      // The store is closed. The reader reconnects and gets the error.
    } finally {
      stop();
      await onEnd?.().catch(() => {});
    }
  };
}

export function eventOf(name: string, data: unknown): string {
  return `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
}
