import { once } from 'node:events';
import type { Server as HttpServer } from 'node:http';
import type { AddressInfo, Server } from 'node:net';
import { onTestFinished } from 'vitest';

/**
 * Lets a server listen on a free port of this machine, and returns its address, such as `http://127.0.0.1:54321`. `atEnd` schedules the end of the
 * server, by default after the test.
 */
export async function listen(
  server: Server | HttpServer,
  atEnd: (end: () => void) => void = onTestFinished,
): Promise<string> {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  atEnd(() => {
    server.close();
    if ('closeAllConnections' in server) server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
