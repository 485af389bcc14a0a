import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** Stands between a sandbox and its server, and does what networks do. */
export class Cable {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #hangs = false;
  #refuses = false;
  /** Lets requests through and cuts the connection in place of the next response that is longer than a ping's. */
  cutsNextReply = false;

  private constructor(target: number) {
    this.#server = createServer((near) => {
      if (this.#refuses) return near.destroy();
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
      near.on('data', (data) => this.#hangs || far.write(data));
      far.on('data', (data) => {
        if (this.#hangs) return;
        if (this.cutsNextReply) {
          this.cutsNextReply = false;
          near.destroy();
        } else {
          near.write(data);
        }
      });
    });
  }

  static async to(target: number): Promise<Cable> {
    const cable = new Cable(target);
    cable.#server.listen(0, '127.0.0.1');
    await once(cable.#server, 'listening');
    return cable;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  cut({ refuse = false } = {}): void {
    this.#refuses = refuse;
    for (const socket of this.#sockets) socket.destroy();
  }

  /** Connections stay, and nothing comes through any more. */
  hang(): void {
    this.#hangs = true;
  }

  heal(): void {
    this.#refuses = false;
    this.#hangs = false;
  }

  close(): void {
    this.cut({ refuse: true });
    this.#server.close();
  }
}
