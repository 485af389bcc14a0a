import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface CountingServer {
  /**
   * Returns a base address whose requests all get this response, and the count of requests that arrived there. A status from 100 to 199 is
   * followed by a reset, and a 401 by a 200. `lostAfter` resets the connection of each request after so many.
   */
  at(status: number, lostAfter?: number): { readonly baseUrl: string; count(): number };
  close(): Promise<void>;
}

/** Starts a server that counts requests and knows nothing of gateways. */
export async function startCountingServer(): Promise<CountingServer> {
  const places: { status: number; lostAfter: number; count: number }[] = [];
  // The client is in this process: on a busy machine, the server would close an idle connection while the client uses it again.
  const server = createServer({ keepAliveTimeout: 0 }, (request, response) => {
    const place = places[Number(request.url?.split('/')[1])];
    if (!place) return response.writeHead(404).end();
    place.count++;
    request.resume().on('end', () => {
      if (place.count > place.lostAfter) return request.socket.resetAndDestroy();
      const status = place.status === 401 && place.count > 1 ? 200 : place.status;
      if (status >= 200) return response.writeHead(status, { 'content-type': 'application/json' }).end('{"id":1}');
      request.socket.write(`HTTP/1.1 ${status} Early\r\n\r\n`, () => request.socket.resetAndDestroy());
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    at(status, lostAfter = Number.POSITIVE_INFINITY) {
      const place = { status, lostAfter, count: 0 };
      places.push(place);
      return { baseUrl: `http://127.0.0.1:${port}/${places.length - 1}`, count: () => place.count };
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
