import { Agent, request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { createRandom } from '../../../src/server/request/failures.ts';
import { type WorstBody, worstBodies } from '../../server/request/worst-bodies.ts';
import { fuzzRequest } from './mutations.ts';

const HEADERS = 'host: localhost\r\nauthorization: Bearer token\r\ncontent-type: application/json\r\n';
const ABUSES = [
  'CONNECT gateway:443 HTTP/1.1\r\n\r\n',
  `CONNECT gateway:443 HTTP/1.1\r\n\r\n${'x'.repeat(5_000)}`,
  'GET / HTTP/1.1\r\n',
  '\u0000\u0001\u0002',
  `POST /v1/cards HTTP/1.1\r\n${HEADERS}content-length: 1000\r\n\r\n{"card_number":`,
  `POST /v1/cards HTTP/1.1\r\n${HEADERS}transfer-encoding: chunked\r\n\r\n5\r\n{"a"`,
  `GET /v1/cards HTTP/1.1\r\n${HEADERS}\r\n`.repeat(30),
  `GET /v1/cards HTTP/1.1\r\n${HEADERS}x-mock-fault: stall\r\n\r\n`,
  `GET /v1/cards HTTP/1.1\r\n${HEADERS}x-mock-fault: truncate\r\n\r\n`.repeat(3),
  `GET /v1/cards HTTP/1.1\r\n${HEADERS}x-mock-fault: reset\r\n\r\n`.repeat(3),
  `GET /v1/cards HTTP/1.1\r\n${HEADERS}connection: upgrade\r\nupgrade: websocket\r\n\r\n`,
  `POST /v1/cards HTTP/1.1\r\n${HEADERS}expect: tea\r\ncontent-length: 9\r\n\r\n`,
  'GET /_mock/requests HTTP/1.1\r\nhost: evil.example\r\n\r\n',
  'GET /_mock/requests HTTP/1.1\r\nhost: localhost\r\n\r\n',
  'POST /_mock/reset HTTP/1.1\r\nhost: localhost\r\ncontent-type: text/plain\r\ncontent-length: 2\r\n\r\n{}',
  `GET /openapi.json HTTP/1.1\r\n${HEADERS}\r\n`.repeat(5),
];
/** Of 1,000 requests so many are raw bytes on a connection that ends badly, small hard bodies, and hard bodies of 1 MB. */
const SHARES = { abuse: 60, small: 60, large: 1 };

/** Sends hostile requests of every kind, always the same ones for a seed; resolves with the count of each response. */
export async function attack(
  url: string,
  { seed, from, to, workers = 16 }: { seed: string; from: number; to: number; workers?: number },
): Promise<Map<number, number>> {
  const agent = new Agent({ keepAlive: true, maxSockets: workers, scheduling: 'fifo' });
  const small = worstBodies(3_000);
  const large = worstBodies(1024 * 1024 - 2_000);
  const statuses = new Map<number, number>();
  let next = from;

  const worker = async () => {
    for (let number = next++; number < to; number = next++) {
      const random = createRandom(`hostile-${seed}-${number}`);
      const kind = random() * 1_000;
      const status = await one(kind, random, number);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: workers }, worker));
  agent.destroy();
  return statuses;

  function one(kind: number, random: () => number, number: number): Promise<number> {
    if (kind < SHARES.abuse) return abuse(url, pick(ABUSES, random), random);
    if (kind < SHARES.abuse + SHARES.small) return sendBody(pick(small, random));
    if (kind < SHARES.abuse + SHARES.small + SHARES.large) return sendBody(pick(large, random));
    const { method, path, headers, chunks, raw } = fuzzRequest(seed, number);
    if (raw) return abuse(url, raw, random);
    return send(method, path, headers, Buffer.concat(chunks));
  }

  function sendBody({ method, path, body }: WorstBody): Promise<number> {
    const headers = { authorization: 'Bearer token', 'content-type': 'application/json' };
    return send(method, path, headers, Buffer.from(body));
  }

  /** The status, or 0 without one. */
  function send(method: string, path: string, headers: Record<string, string>, body: Buffer): Promise<number> {
    return new Promise((resolve) => {
      try {
        const length = { 'content-length': body.byteLength };
        const outgoing = httpRequest(url, { agent, method, path, headers: { ...headers, ...length } });
        outgoing.setTimeout(30_000, () => outgoing.destroy());
        outgoing.on('error', () => resolve(0));
        outgoing.on('response', (response) => {
          response.on('error', () => {});
          response.on('close', () => resolve(response.statusCode ?? 0));
          response.resume();
        });
        outgoing.end(body);
      } catch {
        resolve(0); // what Node's client refuses to send; the raw bytes cover it
      }
    });
  }
}

/** Writes bytes, and resets, closes or half-closes the connection after a moment. */
async function abuse(url: string, bytes: string | Buffer, random: () => number): Promise<number> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.on('error', () => {});
  socket.resume();
  socket.write(bytes);
  await sleep(random() * 8);
  const end = random();
  if (end < 0.5) socket.resetAndDestroy();
  else if (end < 0.8) socket.destroy();
  else {
    socket.end();
    await sleep(5);
    socket.destroy();
  }
  return 0;
}

function pick<T>(values: readonly T[], random: () => number): T {
  return values[Math.floor(random() * values.length)] as T; // never out of range, unless the list is empty
}
