import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterEach } from 'vitest';
import { listen } from '../../../test/listen.ts';

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
  const ends: (() => void)[] = [];
  atEnd(() => {
    for (const end of ends.splice(0)) end();
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
    });
    const url = await listen(server, (end) => ends.push(end));
    return { url: `${url}/hook?key=secret`, received, requests };
  };
}
