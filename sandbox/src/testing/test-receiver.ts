import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { type KnownWebhookEvent, parseWebhookEvent, type UnknownWebhookEvent } from 'payment-gateway-contract/webhooks';

export type WebhookEvent = KnownWebhookEvent | UnknownWebhookEvent;

/** Receives the events of one account. */
export interface TestReceiver {
  readonly url: string;
  /** The events so far, in the order of their arrival. A retry counts again. */
  readonly events: readonly WebhookEvent[];
  /** Answers all further events with this status instead of calling `onEvent`; without a status it calls `onEvent` again. */
  respondWith(status?: number): void;
}

interface Entry {
  readonly events: WebhookEvent[];
  readonly onEvent: (body: string) => unknown;
  status: number | undefined;
}

/** Answers 500, and prints nothing. */
export class EventRefused extends Error {}

/** Starts one server for the receivers of a test file. */
export async function startReceiverServer() {
  const entries = new Map<string, Entry>();
  let last = 0;
  const server = createServer(async (request, response) => {
    try {
      response.writeHead(await receive(entries.get(request.url ?? ''), await text(request))).end();
    } catch (error) {
      // The test sees only a delivery with status 500, so this prints the reason.
      if (!(error instanceof EventRefused)) console.error('onEvent failed:', error);
      response.writeHead(500).end();
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // The server listens on TCP.

  return {
    /** Returns a receiver with its own path. It answers 204, or 500 if `onEvent` throws or rejects. */
    add(onEvent: Entry['onEvent']): TestReceiver {
      const path = `/${++last}`;
      const entry: Entry = { events: [], onEvent, status: undefined };
      entries.set(path, entry);
      return {
        url: `http://127.0.0.1:${port}${path}`,
        events: entry.events,
        respondWith(status) {
          if (status !== undefined && !(Number.isInteger(status) && status >= 200 && status <= 599)) {
            throw new RangeError('status: must be a whole number from 200 to 599');
          }
          entry.status = status;
        },
      };
    },
    remove({ url }: TestReceiver): void {
      entries.delete(new URL(url).pathname);
    },
    close(): void {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Returns the status of the response. */
async function receive(entry: Entry | undefined, body: string): Promise<number> {
  if (entry === undefined) return 404;
  entry.events.push(parseWebhookEvent(body));
  if (entry.status !== undefined) return entry.status;
  await entry.onEvent(body);
  return 204;
}
