/** Server-sent events about changes, at the speed of the reader. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Engine } from '../engine.js';

/** Returns the body of an event stream, which ends when the signal aborts. */
export type EventStream = (ended: AbortSignal) => AsyncIterable<string>;

/** Combines changes within this time into one event. Milliseconds. */
const TOGETHER = 100;
/** The interval of heartbeats, so that proxies do not close an idle connection. Milliseconds. */
const HEARTBEAT = 15_000;
/** How often to read a store that other processes write to. Milliseconds. */
const LOOK_AGAIN = 1000;

/**
 * Sends the result of `look` at once and after each change of the account, unless it is undefined. Ends if `look` fails or the engine closes.
 * A slow reader costs nothing: between its reads, the stream only notes that something changed.
 */
export function createEventStream(
  engine: Engine,
  account: string,
  look: () => Promise<string | undefined>,
): EventStream {
  return async function* pieces(ended) {
    let isChanged = true;
    let wake = (): void => {};
    const silence = engine.changes.listen(account, () => {
      isChanged = true;
      wake();
    });
    const end = (): void => wake();
    ended.addEventListener('abort', end);
    const quiet = new AbortController();
    const stop = (): void => quiet.abort();
    ended.addEventListener('abort', stop);
    try {
      yield 'retry: 1000\n\n';
      let beat = performance.now() + HEARTBEAT;
      while (!ended.aborted && !engine.isClosing) {
        if (isChanged) {
          isChanged = false;
          const event = await look();
          if (event !== undefined) {
            yield event;
            beat = performance.now() + HEARTBEAT;
          }
          await sleep(TOGETHER, undefined, { signal: quiet.signal, ref: false }).catch(() => {});
          continue;
        }
        const wait = engine.isShared ? LOOK_AGAIN : Math.max(beat - performance.now(), 0);
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, wait);
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });
        wake = () => {};
        if (engine.isShared) isChanged = true;
        if (performance.now() >= beat) {
          yield ': still here\n\n';
          beat = performance.now() + HEARTBEAT;
        }
      }
    } catch {
      // The store is closed. The reader reconnects and gets the error.
    } finally {
      ended.removeEventListener('abort', end);
      ended.removeEventListener('abort', stop);
      silence();
    }
  };
}

export function eventOf(name: string, data: unknown): string {
  return `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
}
