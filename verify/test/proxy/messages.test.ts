import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../../test/property-runs.ts';
import { bodyLength, MessageReader } from '../../src/proxy/messages.js';

/** Returns what a reader tells of the pieces: heads with their bodies, and all bytes in their order. */
function read(pieces: readonly Buffer[]) {
  const messages: { start: string; body: string; hasEnded: boolean }[] = [];
  const passed: Buffer[] = [];
  let isLost = false;
  const reader = new MessageReader({
    head(head, bytes) {
      messages.push({ start: head.start, body: '', hasEnded: false });
      passed.push(bytes);
      return bodyLength(head, 0);
    },
    body(piece) {
      const last = messages.at(-1);
      if (last) last.body += piece.toString('latin1');
    },
    end() {
      const last = messages.at(-1);
      if (last) last.hasEnded = true;
    },
    pass: (bytes) => void passed.push(bytes),
    lost() {
      isLost = true;
    },
  });
  for (const piece of pieces) reader.push(piece);
  return { messages, isLost, passed: Buffer.concat(passed).toString('latin1') };
}

const text = fc.stringMatching(/^[ -~\r\n]{0,30}$/);
const chunked = (parts: readonly string[]) =>
  `Transfer-Encoding: chunked\r\n\r\n${parts.map((part) => `${part.length.toString(16)};a=b\r\n${part}\r\n`).join('')}0\r\nX-Trailer: 1\r\n\r\n`;
const message = fc.oneof(
  text.map((body) => ({ bytes: `Content-Length: ${body.length}\r\n\r\n${body}`, body })),
  fc
    .array(
      text.filter((part) => part !== ''),
      { maxLength: 4 },
    )
    .map((parts) => ({ bytes: chunked(parts), body: parts.join('') })),
);

test('property: messages are the same, however the network cuts them, and no byte is lost', () => {
  fc.assert(
    fc.property(fc.array(message, { maxLength: 6 }), fc.array(fc.nat({ max: 40 })), (messages, sizes) => {
      const bytes = Buffer.from(messages.map((one) => `POST /v1/plans HTTP/1.1\r\n${one.bytes}`).join(''), 'latin1');
      const pieces: Buffer[] = [];
      for (let at = 0, next = 0; at < bytes.length; at += pieces.at(-1)?.length ?? 0)
        pieces.push(bytes.subarray(at, at + 1 + (sizes[next++ % sizes.length] ?? 0)));

      const { messages: found, isLost, passed } = read(pieces);

      expect(passed).toBe(bytes.toString('latin1'));
      expect(isLost).toBe(false);
      expect(found.map(({ body, hasEnded }) => [body, hasEnded])).toEqual(messages.map(({ body }) => [body, true]));
    }),
    { numRuns: runs(300) },
  );
});

test('property: bytes that are no messages pass unchanged', () => {
  const garbage = fc.array(fc.uint8Array({ maxLength: 60 }), { maxLength: 8 });
  fc.assert(
    fc.property(garbage, fc.boolean(), (arrays, hasStart) => {
      const start = hasStart ? [Buffer.from('GET /v1/plans HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n')] : [];
      const pieces = [...start, ...arrays.map((one) => Buffer.from(one))];
      const all = Buffer.concat(pieces).toString('latin1');
      // What may still become a head waits for its end.
      expect(all.startsWith(read(pieces).passed)).toBe(true);
      const withEnd = [...pieces, Buffer.from('!\r\n\r\n'), Buffer.from('?\r\n\r\n')];
      expect(read(withEnd).passed).toBe(Buffer.concat(withEnd).toString('latin1'));
    }),
    { numRuns: runs(300) },
  );
});
