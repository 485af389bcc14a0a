import { Agent, request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { connect } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type MockRequest, type MockServer, startMockServer } from '../../../src/mock/index.js';
import { prettyLine } from '../../../src/server/journal/log.js';
import { operations, responseSchema } from '../../contract/contract.ts';
import { responseViolations } from '../../contract/schema-validator.ts';
import { type FuzzRequest, fuzzRequest, MARKER } from './mutations.ts';

/** Another one, or more requests, can be asked for: `FUZZ_SEED=x FUZZ_REQUESTS=100000 npx vitest run test/mock/fuzz/fuzz`. */
const SEED = process.env.FUZZ_SEED ?? '2026-11-20';
const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? 1_200);
const WORKERS = 24;
/** Milliseconds that a response may take, on a machine that does other things as well. */
const LONGEST = 30_000;

let mock: MockServer;
const log: string[] = [];
/** The last one that succeeded. (The journal is read from its bytes as a whole, too slow for each request.) */
let last: MockRequest | undefined;
// In turn, so that no connection rests until the server closes it, which looks like a crash.
const agent = new Agent({ keepAlive: true, maxSockets: WORKERS, scheduling: 'fifo' });

beforeAll(async () => {
  mock = await startMockServer({
    port: 0,
    log: (request) => {
      if (request.status === 200) last = request;
      log.push(JSON.stringify(request), prettyLine(request));
    },
  });
  // Loads Prism's fake data now: later, that second would look like a crash.
  await fetch(`${mock.url}/v1/cards`, { headers: { authorization: 'Bearer token', prefer: 'dynamic=true' } });
});
afterAll(async () => {
  agent.destroy();
  await mock.close();
});

interface Received {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}

test(`handles ${REQUESTS} mutated requests as it should`, { timeout: 600_000 }, async () => {
  const statuses = new Map<number, number>();
  let next = 0;
  let before = 0;
  const worker = async () => {
    for (let number = next++; number < REQUESTS; number = next++) {
      const request = fuzzRequest(SEED, number);
      const received = await send(request);
      const problem = wrong(request, received);
      if (problem) {
        const { chunks, raw, ...shown } = request;
        const sent = (raw ?? Buffer.concat(chunks)).toString().slice(0, 2_000);
        expect.fail(`request ${number} of seed ${SEED}: ${problem}\n${JSON.stringify({ ...shown, sent, received })}`);
      }
      statuses.set(received?.status ?? 0, (statuses.get(received?.status ?? 0) ?? 0) + 1);
      if (log.length > 1_000) expect(log.splice(0).filter((line) => MARKER.test(line))).toEqual([]);
      // As soon as the journal is full.
      if (number === Math.max(1_000, Math.floor(REQUESTS / 4))) before = heapUsed();
    }
  };
  await Promise.all(Array.from({ length: WORKERS }, worker));

  expect(log.filter((line) => MARKER.test(line))).toEqual([]);
  expect(mock.requests.filter((request) => MARKER.test(JSON.stringify(request)))).toEqual([]);
  // A refused host keeps a request out of the journal.
  expect(mock.requests.length).toBeGreaterThan(900);
  expect(mock.requests.length).toBeLessThanOrEqual(1_000);
  // The mutations reach every outcome: accepted, refused for every reason, failed on demand.
  for (const status of [200, 400, 401, 404, 405, 406, 413, 415, 431, 503])
    expect(statuses.get(status)).toBeGreaterThan(0);
  expect(statuses.get(200)).toBeGreaterThan(REQUESTS / 10);

  const headers = { authorization: 'Bearer token' };
  expect((await fetch(`${mock.url}/v1/customers/1`, { headers })).status).toBe(200);
  // The mock keeps the last 1,000 requests and nothing else.
  expect(heapUsed()).toBeLessThan(before * 1.15);
});

/** Returns the mistake in a response; undefined if the response is allowed. */
function wrong(request: FuzzRequest, received: Received | undefined): string | undefined {
  if (!received) return request.asksForFailure || request.raw ? undefined : 'no response';
  const { status, headers, body } = received;
  if (MARKER.test(body) || MARKER.test(JSON.stringify(headers))) return 'a secret in the response';
  if (status >= 500 && !request.asksForFailure) return `status ${status}`;
  if (/\bat .*\.[jt]s:\d/.test(body)) return 'a stack trace';
  if (request.method === 'HEAD' || status === 204) return undefined;
  if (status >= 400) return isError(headers, body) ? undefined : 'not the error shape';
  if (request.isMadeUp || request.raw || request.asksForFailure || status !== 200) return undefined;
  return unlikeContract(request, body);
}

function isError(headers: IncomingHttpHeaders, body: string): boolean {
  if (!headers['content-type']?.startsWith('application/json')) return false;
  const { errors } = JSON.parse(body) as { errors: unknown };
  const lists = Array.isArray(errors) ? [errors] : Object.values(errors ?? {});
  return lists.length > 0 && lists.flat().every((error) => typeof error === 'string' && error !== '');
}

/** A response may repeat values of the request only where the contract allows it. */
function unlikeContract({ operationId, method, path }: FuzzRequest, body: string): string | undefined {
  const operation = operations.find((one) => one.operationId === operationId);
  // A mutated path or method leads to other operations; those are found by the unchanged ones.
  if (!last || !operation || operation.method !== method.toLowerCase() || !fits(operation.path, path)) return undefined;
  const violations = responseViolations(responseSchema(operation, '200'), JSON.parse(body));
  return violations.length > 0 ? `not as the contract says: ${violations.join('; ')}` : undefined;
}

function fits(template: string, path: string): boolean {
  return new RegExp(`^${template.replaceAll(/\{\w+\}/g, '\\d+')}$`).test(path);
}

async function send(request: FuzzRequest): Promise<Received | undefined> {
  const isPlain =
    /^[\x21-\x7e]*$/.test(request.path) &&
    Object.values(request.headers).every((value) => /^[\x20-\x7e]*$/.test(value));
  try {
    return request.raw || !isPlain ? await sendBytes(request.raw ?? asBytes(request)) : await sendHttp(request);
  } catch (error) {
    if (!request.asksForFailure) console.error(`request ${request.kind}:`, error);
    return undefined;
  }
}

function sendHttp(request: FuzzRequest): Promise<Received> {
  const { method, path, headers, chunks, pause } = request;
  return new Promise((resolve, reject) => {
    const { port } = new URL(mock.url);
    // By default Node sends the body of a HEAD or DELETE without its length.
    const length =
      chunks.length > 1 ? { 'transfer-encoding': 'chunked' } : { 'content-length': chunks[0]?.byteLength ?? 0 };
    const outgoing = httpRequest({ agent, host: '127.0.0.1', port, method, path, headers: { ...headers, ...length } });
    outgoing.on('error', (error: NodeJS.ErrnoException) => {
      // The server closed an idle connection while the request was on its way: Node's documentation says to send it again.
      if (outgoing.reusedSocket && error.code === 'ECONNRESET') resolve(sendHttp(request));
      else reject(error);
    });
    outgoing.setTimeout(LONGEST, () => outgoing.destroy(new Error(`no response in ${LONGEST} ms`)));
    outgoing.on('response', (response) => {
      buffer(response).then(
        (body) => resolve({ status: response.statusCode ?? 0, headers: response.headers, body: body.toString() }),
        reject,
      );
    });
    const write = async () => {
      for (const chunk of chunks.slice(0, -1)) {
        outgoing.write(chunk);
        if (pause > 0) await sleep(pause);
      }
      outgoing.end(chunks.at(-1));
    };
    write().catch(reject);
  });
}

/** For what Node's client refuses to send. */
async function sendBytes(bytes: Buffer): Promise<Received | undefined> {
  const socket = connect(Number(new URL(mock.url).port), '127.0.0.1');
  socket.end(bytes);
  const response = (await buffer(socket)).toString();
  if (response === '') return undefined;
  const end = response.indexOf('\r\n\r\n');
  const [line = '', ...fields] = response.slice(0, end).split('\r\n');
  const headers = Object.fromEntries(fields.map((field) => field.toLowerCase().split(': ', 2)));
  // A request that is refused and then breaks off gets a second response.
  const [body = ''] = response.slice(end + 4).split('HTTP/1.1 ', 1);
  return { status: Number(line.split(' ')[1]), headers, body };
}

function asBytes({ method, path, headers, chunks }: FuzzRequest): Buffer {
  const body = Buffer.concat(chunks);
  const all = { host: 'localhost', ...headers, 'content-length': body.byteLength, connection: 'close' };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.concat([Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`), body]);
}

function heapUsed(): number {
  setFlagsFromString('--expose_gc');
  const collect = runInNewContext('gc') as () => void;
  collect();
  collect();
  return process.memoryUsage().heapUsed;
}
