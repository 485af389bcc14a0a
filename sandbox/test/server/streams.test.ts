import { once } from 'node:events';
import { connect } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, onTestFinished, test } from 'vitest';
import { listen } from '../../../core/src/access/http-server.js';

test('a stream ends if its client reads nothing for the request time-out', async () => {
  let isEnded = false;
  const piece = 'x'.repeat(1_000_000);
  async function* stream() {
    try {
      for (;;) yield piece;
    } finally {
      isEnded = true;
    }
  }
  const options = { port: 0, host: '127.0.0.1', requestTimeout: 300 };
  const server = await listen(async () => ({ status: 200, headers: {}, body: '', stream }), options);
  onTestFinished(() => server.close());
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  socket.on('error', () => {}).pause();
  await once(socket, 'connect');
  socket.write('GET / HTTP/1.1\r\nhost: server\r\n\r\n');
  // Node 20 may drop a time-out of the platform with the garbage.
  setFlagsFromString('--expose-gc');
  const collecting = setInterval(runInNewContext('gc'), 20);
  onTestFinished(() => clearInterval(collecting));
  await expect.poll(() => isEnded).toBe(true);
});
