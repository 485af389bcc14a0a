import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** A TCP proxy in front of a server. It can cut and stall connections. */
export class TcpProxy {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #isStalled = false;
  #isRefusing = false;
  /**
   * Cuts the connection at the next long chunk: a `request` before it reaches the server, a `reply` after the server
   * ran the command.
   */
  cutsNext: 'request' | 'reply' | undefined;

  private constructor(target: number) {
    this.#server = createServer((near) => {
      if (this.#isRefusing) return near.destroy();
      const far = connect(target, '127.0.0.1');
      for (const socket of [near, far]) {
        this.#sockets.add(socket);
        socket.on('error', () => {});
        socket.on('close', () => {
          this.#sockets.delete(socket);
          near.destroy();
          far.destroy();
        });
      }
      near.on('data', (data) => {
        // Only commits send a script digest and values. `PING` is short.
        if (this.cutsNext === 'request' && data.length > 100) {
          this.cutsNext = undefined;
          near.destroy();
        } else if (!this.#isStalled) far.write(data);
      });
      far.on('data', (data) => {
        if (this.cutsNext === 'reply') {
          this.cutsNext = undefined;
          near.destroy();
        } else if (!this.#isStalled) near.write(data);
      });
    });
  }

  static async to(port: number): Promise<TcpProxy> {
    const proxy = new TcpProxy(port);
    proxy.#server.listen(0, '127.0.0.1');
    await once(proxy.#server, 'listening');
    return proxy;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  cut({ refuse = false } = {}): void {
    this.#isRefusing = refuse;
    for (const socket of this.#sockets) socket.destroy();
  }

  /** Keeps the connections open and forwards nothing. */
  stall(): void {
    this.#isStalled = true;
  }

  heal(): void {
    this.#isRefusing = false;
    this.#isStalled = false;
  }

  close(): void {
    this.cut({ refuse: true });
    this.#server.close();
  }
}
