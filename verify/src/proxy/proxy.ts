/** Forwards the traffic of a shop to a gateway unchanged, and judges copies. */
import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { type AddressInfo, BlockList, connect, createServer, isIP, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect as connectTls } from 'node:tls';
import { cannotListen } from 'payment-gateway-core/access';
import type { Report } from '../report/index.js';
import { forward, reset, type Upstream } from './connection.js';
import { createJudging, type JudgingOptions } from './judging.js';

const HOST = '127.0.0.1';
/** How long open exchanges may take after the proxy starts to close. Milliseconds. */
export const GRACE = 5_000;

export interface ProxyOptions extends JudgingOptions {
  /** The port on 127.0.0.1. `0` takes a free one. */
  readonly port: number;
  /** Receives sentences for the user. */
  readonly onProblem: (sentence: string) => void;
}

export interface RunningProxy {
  readonly url: string;
  /** Waits 5 seconds at most for open exchanges, closes the connections, and resolves with the report. */
  close(): Promise<Report>;
}

/** Starts a proxy. Rejects if the port is taken, or if the target is the proxy itself. */
export async function startProxy({ target, port, onProblem, onJudged }: ProxyOptions): Promise<RunningProxy> {
  const address = addressOf(target);
  const judging = createJudging({ target, onJudged });
  const connections = new Map<Socket, () => boolean>();
  const server = createServer({ allowHalfOpen: true }, (shop) => {
    const isBusy = forward(shop, connectTo(address), new URL(target).host, { ...judging, problem: onProblem });
    connections.set(shop, isBusy);
    shop.once('close', () => connections.delete(shop));
  });
  server.listen(port, HOST);
  await once(server, 'listening').catch((error: Error) => {
    throw cannotListen(error, HOST, port);
  });
  // The proxy continues if it cannot accept a connection, for example without free file handles.
  server.on('error', () => {});
  const { port: taken } = server.address() as AddressInfo;
  if (address.port === taken && (await isThisMachine(address.host))) {
    server.close();
    throw new RangeError('--target: must be the gateway, not the proxy itself');
  }
  return {
    url: `http://${HOST}:${taken}`,
    async close() {
      server.close();
      const isBusy = () => [...connections.values()].some((busy) => busy());
      for (const end = performance.now() + GRACE; isBusy() && performance.now() < end; ) await sleep(20);
      const shops = [...connections.keys()];
      // Not `once` of events: it rejects if a reset fails, and a connection closes in any case.
      const closed = Promise.all(shops.map((shop) => new Promise((resolve) => shop.once('close', resolve))));
      for (const shop of shops) reset(shop);
      await closed;
      return judging.finish();
    },
  };
}

function addressOf(target: string) {
  const { hostname, port, protocol } = new URL(target);
  const isSecure = protocol === 'https:';
  return { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || (isSecure ? 443 : 80)), isSecure };
}

/** Addresses that lead to this machine, also as IPv4 in IPv6. A connection to the address of all interfaces does, too. */
const THIS_MACHINE = new BlockList();
THIS_MACHINE.addSubnet('127.0.0.0', 8);
THIS_MACHINE.addAddress('0.0.0.0');
for (const address of ['::', '::1']) THIS_MACHINE.addAddress(address, 'ipv6');

async function isThisMachine(host: string): Promise<boolean> {
  const found = await lookup(host, { all: true }).catch(() => []);
  return found.some(({ address, family }) => THIS_MACHINE.check(address, family === 6 ? 'ipv6' : 'ipv4'));
}

function connectTo({ host, port, isSecure }: ReturnType<typeof addressOf>): Upstream {
  const raw = connect({ host, port, allowHalfOpen: true });
  if (!isSecure) return { socket: raw, raw };
  const servername = isIP(host) ? '' : host;
  return { socket: connectTls({ socket: raw, servername, ALPNProtocols: ['http/1.1'] }), raw };
}
