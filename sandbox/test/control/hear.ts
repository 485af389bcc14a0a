import type { Entered } from '../entrances.ts';

export interface Heard extends AsyncDisposable {
  readonly response: Response;
  readonly events: { readonly name: string; readonly data: unknown }[];
  /** Resolves when the stream has ended or was cut off. */
  readonly ended: Promise<void>;
}

/** Opens a stream of server-sent events and records them. */
export async function hear(
  { url, fetch }: Pick<Entered, 'url' | 'fetch'>,
  path: string,
  headers: Record<string, string> = {},
): Promise<Heard> {
  const leaving = new AbortController();
  const response = await fetch(url + path, { signal: leaving.signal, headers });
  const events: { name: string; data: unknown }[] = [];
  const read = async (): Promise<void> => {
    let text = '';
    const decoder = new TextDecoder();
    const reader = response.body?.getReader();
    for (let piece = await reader?.read(); piece?.done === false; piece = await reader?.read()) {
      text += decoder.decode(piece.value, { stream: true });
      const blocks = text.split('\n\n');
      text = blocks.pop() ?? '';
      for (const block of blocks) {
        const [, name] = /^event: (.*)$/m.exec(block) ?? [];
        const [, data = 'null'] = /^data: (.*)$/m.exec(block) ?? [];
        if (name !== undefined) events.push({ name, data: JSON.parse(data) });
      }
    }
  };
  const ended = read().catch(() => {});
  return {
    response,
    events,
    ended,
    async [Symbol.asyncDispose]() {
      leaving.abort();
      await ended;
    },
  };
}
