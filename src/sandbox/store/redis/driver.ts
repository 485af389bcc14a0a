import { isIP } from 'node:net';
import { loadPeer } from '../../../mock/contract/peers.js';
import type { RedisAddress } from './address.js';

/** What the store uses of a client of `@redis/client`. One client is one connection here: it never connects again by itself. */
export interface Client {
  connect(): Promise<unknown>;
  sendCommand(args: readonly string[]): Promise<unknown>;
  on(event: 'error' | 'end', listener: (error?: unknown) => void): unknown;
  destroy(): void;
}

/** Throws a `MissingPeer` that says what to install when the package is not there. */
export async function createClient(address: RedisAddress, connectTimeout: number): Promise<Client> {
  const { createClient } = await loadPeer(() => import('@redis/client'), 'a state on Redis needs', ['@redis/client']);
  const { host, port, tls, username, password, database } = address;
  const socket = { host, port, connectTimeout, reconnectStrategy: false as const };
  return createClient({
    socket: tls ? { ...socket, tls: true, ...(isIP(host) === 0 && { servername: host }) } : socket,
    ...(username !== undefined && { username }),
    ...(password !== undefined && { password }),
    database,
    // The older protocol is spoken by every server; nothing of the newer one is used.
    RESP: 2,
    disableOfflineQueue: true,
    disableClientInfo: true,
    maintNotifications: 'disabled',
  }) as unknown as Client;
}
