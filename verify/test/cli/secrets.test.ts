import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { readLines } from '../../src/cli/secrets.js';

test('reads lines from a pipe that is not closed', async () => {
  const pipe = new PassThrough();
  pipe.write('marked-');
  const reading = readLines(pipe, 2, 5_000);
  pipe.write('token\r\n{"card_number"');
  pipe.write(':"4"}\n');
  expect(await reading).toEqual(['marked-token', '{"card_number":"4"}']);
});

test('reads the available lines when the pipe ends', async () => {
  const pipe = new PassThrough();
  pipe.end('marked-token');
  expect(await readLines(pipe, 2, 5_000)).toEqual(['marked-token']);
});

test('times out if no full line arrives, and the error does not quote the input', async () => {
  const pipe = new PassThrough();
  pipe.write('marked-token-without-an-end-of-line');
  await expect(readLines(pipe, 1, 20)).rejects.toThrow(
    /^token: none came on standard input within 0.02 s; set PAYMENT_GATEWAY_TOKEN$/,
  );
});
