import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';

type Respond = (response: ServerResponse, arrival: number) => void;

const json = { 'content-type': 'application/json' };
const retryAfter = (value: string): Respond => status(429, { 'retry-after': value });

function status(code: number, headers: Record<string, string> = {}, body = ''): Respond {
  return (response) => response.writeHead(code, headers).end(body);
}

/** 64 MB of spaces in 64 kB. Gzip may have many parts, and each becomes a megabyte. */
const bomb = Buffer.concat(Array(64).fill(gzipSync(Buffer.alloc(1024 * 1024, ' '))));

/** Writes bytes that are invalid HTTP, or nearly so. */
const raw =
  (bytes: string): Respond =>
  (response) =>
    response.socket?.end(bytes);

/** Responds to a request after it has fully arrived. `arrival` counts from 1. */
export const faults = {
  none: status(200, json, '{"id":1}'),
  'reset before the response': (response) => response.socket?.resetAndDestroy(),
  'reset in the body': (response) => {
    response.writeHead(200, { ...json, 'content-length': '100' });
    response.write('{"id":', () => response.socket?.resetAndDestroy());
  },
  'stall before the headers': () => {},
  'stall in the body': (response) => {
    response.writeHead(200, json);
    response.write('{"id":');
  },
  'JSON cut off': status(200, json, '{"id":'),
  'body shorter than announced': (response) => {
    response.writeHead(200, { ...json, 'content-length': '100' });
    response.write('{"id":1}', () => response.socket?.end());
  },
  'empty 200': status(200),
  '502 with HTML': status(502, { 'content-type': 'text/html' }, '<html><h1>Bad Gateway</h1></html>'),
  '503 empty': status(503),
  '429 with seconds': retryAfter('0'),
  'empty 204': status(204),
  'empty 205': status(205),
  'null in 200': status(200, json, 'null'),
  'a text in 200': status(200, json, '"paid"'),
  'a list in 200': status(200, json, '[]'),
  'an object in 201': status(201, json, '{"id":1}'),
  '302 to another host': status(302, { location: 'https://other.example/' }),
  '304 empty': status(304),
  '307 with a body': status(307, { ...json, location: './' }, '{"id":1}'),
  '600 empty': raw('HTTP/1.1 600 Odd\r\ncontent-length: 0\r\nconnection: close\r\n\r\n'),
  '999 empty': raw('HTTP/1.1 999 Odd\r\ncontent-length: 0\r\nconnection: close\r\n\r\n'),
  '099 empty': raw('HTTP/1.1 099 Odd\r\ncontent-length: 0\r\nconnection: close\r\n\r\n'),
  '102, then 200': (response) => {
    response.writeProcessing();
    faults.none(response, 1);
  },
  '101 unasked': raw('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n'),
  'no HTTP': raw('SSH-2.0-OpenSSH_9.0\r\n'),
  'a gzip bomb': (response) => response.writeHead(200, { ...json, 'content-encoding': 'gzip' }).end(bomb),
  'a gzip bomb in 422': (response) => response.writeHead(422, { ...json, 'content-encoding': 'gzip' }).end(bomb),
  'gzip that is none': status(200, { ...json, 'content-encoding': 'gzip' }, '{"id":1}'),
  '409 with a text': status(409, json, '{"errors":"already paid"}'),
  '422': status(422, json, '{"errors":{"amount":["is missing"]}}'),
  '401, then 200': (response, arrival) =>
    arrival === 1 ? status(401, json, '{"errors":["expired"]}')(response, 1) : faults.none(response, arrival),
} satisfies Record<string, Respond>;

export type Fault = keyof typeof faults;

export interface FaultServer {
  /** Returns a base address whose requests all get this fault, and the requests that arrived. */
  at(fault: Fault): { readonly baseUrl: string; readonly arrivals: IncomingMessage[] };
  close(): Promise<void>;
}

/** Starts a server on a real socket. The address selects its fault. */
export async function startFaultServer(): Promise<FaultServer> {
  const places: { fault: Fault; arrivals: IncomingMessage[] }[] = [];
  // The client is in this process: on a busy machine, the server would close an idle connection while the client uses it again.
  const server = createServer({ keepAliveTimeout: 0 }, (request, response) => {
    const place = places[Number(request.url?.split('/')[1])];
    request.resume().on('end', () => {
      if (!place) return response.writeHead(404).end();
      place.arrivals.push(request);
      faults[place.fault](response, place.arrivals.length);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    at(fault) {
      const arrivals: IncomingMessage[] = [];
      places.push({ fault, arrivals });
      return { baseUrl: `http://127.0.0.1:${port}/${places.length - 1}`, arrivals };
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Returns an address where nothing listens, on a port that was free a moment ago. */
export async function refusingAddress(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return `http://127.0.0.1:${port}`;
}
