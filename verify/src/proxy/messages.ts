/** Splits one direction of an HTTP/1 connection into messages, by section 6 of RFC 9112. */

/** The first line of a message and its headers, with lower-case names. */
export interface Head {
  readonly start: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** How a body ends: after its bytes, with the last chunk, or with the connection (`Infinity`). */
export type BodyLength = number | 'chunks';

interface Listener {
  /** Receives a head and its bytes. Returns the length of the body, such as `bodyLength(head, 0)`. */
  head(head: Head, bytes: Buffer): BodyLength;
  /** A piece of the body, without the sizes of chunks. */
  body(piece: Buffer): void;
  end(): void;
  /** All bytes apart from heads, as they came. */
  pass(bytes: Buffer): void;
  /** Called once if the bytes that follow are no messages, or none that can be read. */
  lost(): void;
}

const LARGEST_HEAD = 64 * 2 ** 10;

/** Reads pieces as they arrive. A message that it cannot read ends the reading, and all further bytes pass. */
export class MessageReader {
  readonly #on: Listener;
  readonly #messages: Iterator<void>;
  #held: Buffer = Buffer.alloc(0);
  #isLost = false;

  constructor(listener: Listener) {
    this.#on = listener;
    this.#messages = this.#read();
  }

  push(piece: Buffer): void {
    this.#held = this.#held.length === 0 ? piece : Buffer.concat([this.#held, piece]);
    if (this.#isLost) {
      this.#passAll();
      return;
    }
    try {
      this.#messages.next();
    } catch {
      this.lose();
    }
  }

  /** Passes all further bytes unread. */
  lose(): void {
    if (!this.#isLost) this.#on.lost();
    this.#isLost = true;
    this.#passAll();
  }

  #passAll(): void {
    this.#on.pass(this.#take(this.#held.length));
  }

  /** Each `yield` waits for the next piece. */
  *#read(): Generator<void, never> {
    for (;;) {
      const bytes = yield* this.#head();
      const length = this.#on.head(readHead(bytes.toString('latin1')), bytes);
      if (length === 'chunks') yield* this.#chunks();
      else yield* this.#body(length);
      this.#on.end();
    }
  }

  *#head(): Generator<void, Buffer> {
    for (;;) {
      // Empty lines may precede a request.
      while (this.#held[0] === 13 || this.#held[0] === 10) this.#on.pass(this.#take(1));
      const text = this.#held.toString('latin1');
      if (/^[^A-Z]/i.test(text)) throw new SyntaxError('a head begins with a word');
      const end = /\r?\n\r?\n/.exec(text);
      if (end) return this.#take(end.index + end[0].length);
      if (this.#held.length > LARGEST_HEAD) throw new RangeError('a head is too long');
      yield;
    }
  }

  *#body(length: number): Generator<void> {
    for (let left = length; left > 0; ) {
      while (this.#held.length === 0) yield;
      const piece = this.#take(Math.min(left, this.#held.length));
      left -= piece.length;
      this.#on.pass(piece);
      this.#on.body(piece);
    }
  }

  *#chunks(): Generator<void> {
    for (;;) {
      const [, size] = /^([\da-f]{1,12})[ \t]*(?:;.*)?$/i.exec(yield* this.#line()) ?? [];
      if (size === undefined) throw new SyntaxError('a chunk has no size');
      if (Number.parseInt(size, 16) === 0) break;
      yield* this.#body(Number.parseInt(size, 16));
      if ((yield* this.#line()) !== '') throw new SyntaxError('a chunk is longer than its size');
    }
    // Trailers end with an empty line.
    while ((yield* this.#line()) !== '');
  }

  *#line(): Generator<void, string> {
    for (;;) {
      const end = this.#held.indexOf('\n');
      if (end < 0 && this.#held.length > LARGEST_HEAD) throw new RangeError('a line is too long');
      if (end >= 0) {
        const bytes = this.#take(end + 1);
        this.#on.pass(bytes);
        return bytes.toString('latin1').replace(/\r?\n$/, '');
      }
      yield;
    }
  }

  #take(length: number): Buffer {
    const taken = this.#held.subarray(0, length);
    this.#held = this.#held.subarray(length);
    return taken;
  }
}

function readHead(text: string): Head {
  const [start = '', ...lines] = text.trimEnd().split(/\r?\n/);
  const headers: Record<string, string> = Object.create(null);
  for (const line of lines) {
    const [, name = '', value = ''] = /^([^:\s]+):[ \t]*(.*?)[ \t]*$/.exec(line) ?? [];
    const key = name.toLowerCase();
    headers[key] = key in headers ? `${headers[key]}, ${value}` : value;
  }
  return { start, headers };
}

/** Returns the length of a body. `otherwise`: the length if no header names it. Throws if the headers contradict each other or are malformed. */
export function bodyLength({ headers }: Head, otherwise: number): BodyLength {
  const { 'transfer-encoding': coding, 'content-length': lengths } = headers;
  if (coding !== undefined && /(^|[, \t])chunked$/i.test(coding)) return 'chunks';
  if (coding !== undefined && otherwise === 0) throw new SyntaxError('transfer-encoding has no end');
  if (coding !== undefined || lengths === undefined) return otherwise;
  const [length = '', ...others] = new Set(lengths.split(/[ \t]*,[ \t]*/));
  if (others.length > 0 || !/^\d{1,15}$/.test(length)) throw new SyntaxError('content-length is no length');
  return Number(length);
}
