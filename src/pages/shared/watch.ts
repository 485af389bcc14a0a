/** Listens to an event stream of the sandbox. */

export interface Watching {
  readonly headers?: Readonly<Record<string, string>>;
  onEvent(name: string, data: unknown): void;
  /** Called when the stream begins, and when it is lost. */
  onState?(isOpen: boolean): void;
}

const AGAIN = 1000;
/** The sandbox sends something every 15 seconds. After this silence it hangs. Milliseconds. */
const SILENCE = 40_000;

/**
 * Listens until you call the returned function, and reconnects when the stream is lost. A hidden page does not listen, because a browser has few
 * connections to one host. (`EventSource` cannot send headers.)
 */
export function watch(path: string, { headers = {}, onEvent, onState = () => {} }: Watching): () => void {
  let listening: AbortController | undefined;
  let isOver = false;

  const begin = (): void => {
    if (isOver || document.hidden || listening !== undefined) return;
    const own = new AbortController();
    listening = own;
    void listen(own)
      .catch(() => {})
      .then(() => {
        onState(false);
        if (listening === own) listening = undefined;
        setTimeout(begin, AGAIN);
      });
  };
  const end = (): void => {
    listening?.abort();
    listening = undefined;
  };
  const look = (): void => (document.hidden ? end() : begin());
  document.addEventListener('visibilitychange', look);
  begin();
  return () => {
    isOver = true;
    document.removeEventListener('visibilitychange', look);
    end();
  };

  async function listen(own: AbortController): Promise<void> {
    const { signal } = own;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const expect = (): void => {
      clearTimeout(timer);
      timer = setTimeout(() => own.abort(), SILENCE);
    };
    expect();
    const response = await fetch(path, { headers, signal });
    if (!response.ok || response.body === null) return;
    onState(true);
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
      expect();
      const blocks = (text + piece.value).split('\n\n');
      text = blocks.pop() ?? '';
      for (const block of blocks) {
        const name = /^event: (.*)$/m.exec(block)?.[1];
        const data = /^data: (.*)$/m.exec(block)?.[1];
        if (name !== undefined && !signal.aborted) onEvent(name, JSON.parse(data ?? 'null'));
      }
    }
  }
}
