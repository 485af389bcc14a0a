/** Thrown for a body that is larger than the reader allows. The message never quotes the body. */
export class BodyTooLarge extends Error {}

/**
 * Reads the body of a response, up to `maxBytes` bytes after decompression. A larger body closes the connection.
 *
 * @throws BodyTooLarge
 */
export async function readBody({ status, body }: Pick<Response, 'status' | 'body'>, maxBytes: number): Promise<string> {
  const reader = body?.getReader();
  const decoder = new TextDecoder();
  let text = '';
  let length = 0;
  while (reader) {
    const { done, value } = await reader.read();
    if (done) break;
    text += decoder.decode(value, { stream: true });
    length += value.byteLength;
    if (length <= maxBytes) continue;
    // Not awaited: a peer that hangs must not delay the error.
    reader.cancel().catch(() => {});
    throw new BodyTooLarge(`HTTP ${status} with more than ${maxBytes} bytes`);
  }
  return text + decoder.decode();
}

/** Parses a body; `undefined` if it is not JSON. The engine's own error would quote the body. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
