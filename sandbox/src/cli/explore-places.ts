/** Receives the places that a command names itself. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { ExploreGateway } from '../explore/index.js';

type Place = ExploreGateway['place'];

export type Places = Awaited<ReturnType<typeof startPlaces>>;

/** Starts one server for the places of all runs. */
export async function startPlaces() {
  const places = new Map<string, Place>();
  const server = createServer(async (request, response) => {
    const place = places.get(request.url ?? '');
    if (place === undefined || request.method !== 'POST') return response.writeHead(404).end();
    try {
      await place((await text(request)).trim());
      response.writeHead(204).end();
    } catch (error) {
      // Also a request that its program does not end, because it was killed.
      response.writeHead(error instanceof RangeError ? 400 : 503).end(String(error));
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // The server listens on TCP.
  return {
    /** Returns the address for the places of the run with this token. */
    add(token: string, place: Place): string {
      const path = `/${encodeURIComponent(token)}`;
      places.set(path, place);
      return `http://127.0.0.1:${port}${path}`;
    },
    async close(): Promise<void> {
      server.closeAllConnections();
      server.close();
    },
  };
}
