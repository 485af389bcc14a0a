/** Listens to an event stream of the sandbox. */

export interface Watching {
  /** Also listens while the page is hidden. */
  readonly isHiddenToo?: boolean;
  readonly headers?: Readonly<Record<string, string>>;
  onEvent(name: string, data: unknown): void;
  /** Called when the stream begins, and when it is lost. */
  onState?(isOpen: boolean): void;
}

const AGAIN = 1000;
/** The sandbox sends something every 15 seconds. After this silence it hangs. Milliseconds. */
const SILENCE = 40_000;

/**
 * Listens until you call the returned function, and reconnects when the stream is lost. A hidden page does not listen by default, because a browser
 * has few connections to one host. (`EventSource` cannot send headers.)
 */
export function watch(
  path: string | (() => string),
  { headers = {}, isHiddenToo = false, onEvent, onState = () => {} }: Watching,
): () => void {
  let stream: AbortController;
  let timer: ReturnType<typeof setTimeout>;
  let isOver = false;
  const end = (): void => stream.abort();
  const waitFor = (milliseconds: number, next: () => void): void => {
    clearTimeout(timer);
    timer = setTimeout(next, milliseconds);
  };

  const listen = async (): Promise<void> => {
    const response = await fetch(typeof path === 'string' ? path : path(), { headers, signal: stream.signal });
    if (!response.ok || response.body === null) return;
    onState(true);
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
      waitFor(SILENCE, end);
      const blocks = (text + piece.value).split('\n\n');
      text = blocks.pop() ?? '';
      for (const block of blocks) {
        const name = /^event: (.*)$/m.exec(block)?.[1];
        const data = /^data: (.*)$/m.exec(block)?.[1];
        if (name !== undefined && !stream.signal.aborted) onEvent(name, JSON.parse(data ?? 'null'));
      }
    }
  };
  const begin = async (): Promise<void> => {
    stream = new AbortController();
    if (isHiddenToo || !document.hidden) {
      waitFor(SILENCE, end);
      await listen().catch(() => {});
    }
    if (isOver) return;
    if (isHiddenToo || !document.hidden) onState(false);
    waitFor(AGAIN, begin);
  };
  if (!isHiddenToo) document.addEventListener('visibilitychange', end);
  void begin();
  return () => {
    isOver = true;
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', end);
    end();
  };
}
