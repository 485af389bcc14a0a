import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { stringAt } from '../util/index.js';
import { refuse, toWire } from './response.js';

/** Answers invalid HTTP or a slow request on a socket, in the contract's error shape, and closes the socket. */
export function refuseBroken(error: Error, socket: Duplex): void {
  switch (stringAt(error, 'code')) {
    case 'HPE_HEADER_OVERFLOW':
      refuseRaw(socket, 431, 'headers: are larger than 16 KiB together');
      break;
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      refuseRaw(socket, 408, 'request: did not arrive in time');
      break;
    default:
      refuseRaw(socket, 400, 'request: is not HTTP/1.1');
  }
}

/** Writes an error response to a socket without a `ServerResponse`, and closes the socket. */
export function refuseRaw(socket: Duplex, status: number, error: string): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const { headers, payload } = toWire(refuse(status, error, { connection: 'close' }));
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${String(value)}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${String(payload)}`, () =>
    socket.destroy(),
  );
}
