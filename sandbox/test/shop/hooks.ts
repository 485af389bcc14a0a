/** The address at which a shop receives events. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Shop } from './shop.ts';

/** Starts the receiver, which asks for the shop with each event. */
export async function startHooks(shop: () => Shop) {
  const server = createServer((request, response) => {
    void text(request)
      .then((body) => shop().receive(body))
      .then(
        () => response.writeHead(204).end(),
        () => response.writeHead(500).end(),
      );
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const webhook = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`;
  return { webhook, [Symbol.dispose]: () => void server.close() };
}
