/** Server-sent events of what changes, told no faster than they are read. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Engine } from '../engine.js';

/** The body of a stream of events, until the signal aborts. */
export type EventStream = (ended: AbortSignal) => AsyncIterable<string>;

/** Changes that follow each other faster are told together. Milliseconds. */
const TOGETHER = 100;
/** How often something is sent so that nobody in between takes the connection for dead. Milliseconds. */
const HEARTBEAT = 15_000;
/** How often to look at a store that others write to. Milliseconds. */
const LOOK_AGAIN = 1000;

/**
 * Sends what `look` returns, at once and after each change of the account; nothing when that is undefined. Ends when `look` fails or the engine closes. A slow reader
 * costs nothing: while it does not read, changes are only noted.
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
      // The store is closed: whoever reads asks again, and is told why.
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
