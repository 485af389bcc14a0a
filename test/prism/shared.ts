/** Shares one Prism among all test processes. It starts when the first test asks. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import type { TestProject } from 'vitest/node';
import { type Prism, startPrism } from './start.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    prismUrl: string;
  }
}

export default async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  let starting: Promise<Prism> | undefined;
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => {}));
    starting ??= startPrism();
    starting.then(
      ({ url }) => {
        const prism = connect(Number(new URL(url).port), '127.0.0.1');
        prism.on('error', () => socket.destroy());
        socket.on('close', () => prism.destroy());
        socket.pipe(prism).pipe(socket);
      },
      () => socket.destroy(),
    );
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  provide('prismUrl', `http://127.0.0.1:${(server.address() as AddressInfo).port}`);

  return async () => {
    server.close();
    for (const socket of sockets) socket.destroy();
    await (await starting?.catch(() => undefined))?.[Symbol.asyncDispose]();
  };
}
