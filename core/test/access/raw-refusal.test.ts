import { afterAll, beforeAll, expect, test } from 'vitest';
import { sendBytes } from '../../../sandbox/test/server/send.ts';
import { type Stub, startStub } from '../../../test/stub-server.ts';

let stub: Stub;
beforeAll(async () => {
  stub = await startStub();
});
afterAll(() => stub[Symbol.asyncDispose]());

test.each([
  ['no HTTP at all', 'hello\r\n\r\n', 400],
  ['another protocol', 'GET / SPDY/9\r\n\r\n', 400],
  ['a header without a name', 'GET / HTTP/1.1\r\n: x\r\n\r\n', 400],
  ['two lengths', 'POST /v1/cards HTTP/1.1\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n', 400],
  ['a broken chunk', 'POST /v1/cards HTTP/1.1\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n', 400],
  ['headers of 20 KiB', `GET / HTTP/1.1\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`, 431],
  ['a tunnel', 'CONNECT gateway:443 HTTP/1.1\r\n\r\n', 405],
])('%s is refused in the same shape', async (_, bytes, status) => {
  const response = await sendBytes(stub.url, bytes);
  expect(response).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  const { errors } = JSON.parse(response.slice(response.indexOf('\r\n\r\n'))) as { errors: string[] };
  expect(errors).toEqual([expect.stringMatching(/^\w+: \S/)]);
});
