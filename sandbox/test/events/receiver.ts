import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach } from 'vitest';

export interface Received {
  readonly event: string;
  readonly model: string;
  readonly model_id: string;
  readonly payload: Record<string, unknown>;
}

export interface Receiver {
  readonly url: string;
  readonly received: Received[];
  readonly requests: IncomingMessage[];
}

type Respond = (response: ServerResponse, received: Received, count: number) => void;

/**
 * Returns a function that starts servers which record the requests they receive. `respond` gets the number of
 * requests so far, including this one. `atEnd` schedules the end of the servers, by default after each test.
 */
export function receivers(atEnd: (end: () => void) => void = afterEach): (respond?: Respond) => Promise<Receiver> {
  const servers: ReturnType<typeof createServer>[] = [];
  atEnd(() => {
    for (const server of servers.splice(0)) {
      server.closeAllConnections();
      server.close();
    }
  });
  return async (respond = (response) => response.end()) => {
    const received: Received[] = [];
    const requests: IncomingMessage[] = [];
    const server = createServer((request, response) => {
      void text(request).then((body) => {
        const event = JSON.parse(body) as Received;
        received.push(event);
        requests.push(request);
        respond(response, event, received.length);
      });
    }).listen(0, '127.0.0.1');
    servers.push(server);
    await once(server, 'listening');
    return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook?key=secret`, received, requests };
  };
}
