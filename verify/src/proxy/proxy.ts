/** Forwards the traffic of a shop to a gateway unchanged, and judges copies. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, isIP, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect as connectTls } from 'node:tls';
import { cannotListen, createGuard } from 'payment-gateway-core/access';
import { isObject, listAt } from 'payment-gateway-core/util';
import { isLocalUrl } from '../origin.js';
import type { Report } from '../report/index.js';
import { Forwarding, type ProxyRoute, reset, type Upstream } from './connection.js';
import { createJudging, type JudgingOptions } from './judging.js';

const HOST = '127.0.0.1';
/** How long open exchanges may take after the proxy starts to close. Milliseconds. */
export const CLOSING_TIME = 5_000;

export interface ProxyOptions extends JudgingOptions {
  /** The port on 127.0.0.1. `0` takes a free one. */
  readonly port: number;
  /** Names that `Host` may have in addition to addresses and names that no web page can own. */
  readonly allowHosts?: readonly string[] | undefined;
  readonly onProblem: (sentence: string) => void;
}

/** Starts a proxy. Rejects if the port is taken, or if the target is the proxy itself. */
export async function startProxy({ target, port, allowHosts, onProblem, onJudged }: ProxyOptions) {
  const address = addressOf(target);
  const judging = createJudging({ target, onJudged });
  const route = routeTo(target, address, allowHosts);
  const connections = new Map<Socket, Forwarding>();
  const server = createServer({ allowHalfOpen: true }, (shop) => {
    connections.set(shop, new Forwarding(shop, route, { ...judging, problem: onProblem }));
    shop.once('close', () => connections.delete(shop));
  });
  server.listen(port, HOST);
  await once(server, 'listening').catch((error: Error) => {
    throw cannotListen(error, HOST, port);
  });
  // The proxy continues if it cannot accept a connection, for example without free file handles.
  server.on('error', () => {});
  const { port: taken } = server.address() as AddressInfo;
  if (address.port === taken && isLocalUrl(target)) {
    server.close();
    throw new RangeError('--target: must be the gateway, not the proxy itself');
  }
  return {
    url: `http://${HOST}:${taken}`,
    /** Waits 5 seconds at most for open exchanges, closes the connections, and resolves with the report. */
    async close(): Promise<Report> {
      server.close();
      const isBusy = () => [...connections.values()].some((forwarding) => forwarding.isBusy);
      for (const end = performance.now() + CLOSING_TIME; isBusy() && performance.now() < end; ) await sleep(20);
      const shops = [...connections.keys()];
      // Not `once` of events: it rejects if a reset fails, and a connection closes in any case.
      const closed = Promise.all(shops.map((shop) => new Promise((resolve) => shop.once('close', resolve))));
      for (const shop of shops) reset(shop);
      await closed;
      return judging.finish();
    },
  };
}

/** The header that names a proxy of this kind to another one. A gateway, which has TLS, does not get it. */
const PROXY_HEADER = 'x-payment-gateway-proxy';

function routeTo(target: string, address: ReturnType<typeof addressOf>, hosts: readonly string[] = []): ProxyRoute {
  const { host } = new URL(target);
  const guard = createGuard({ hosts });
  return {
    connect: () => connectTo(address),
    refusal({ start, headers }) {
      if (PROXY_HEADER in headers) return '--target: another proxy sent this request; its target must be the gateway';
      const refused = guard('api', { method: start.split(' ')[0] ?? '', authority: undefined, headers });
      if (refused === undefined) return undefined;
      const [sentence] = isObject(refused.body) ? listAt(refused.body, 'errors') : [];
      return /^host:/.test(String(sentence))
        ? String(sentence)
        : 'origin: web pages of another origin may not use this proxy';
    },
    headFor(head) {
      const changed = head.toString('latin1').replaceAll(/(?<=\nhost:[ \t]*)\S[^\r\n]*/gi, host);
      const named = address.isSecure ? changed : changed.replace(/(\r?\n)\1$/, `$1${PROXY_HEADER}: 1$1$1`);
      return Buffer.from(named, 'latin1');
    },
  };
}

function addressOf(target: string) {
  const { hostname, port, protocol } = new URL(target);
  const isSecure = protocol === 'https:';
  return { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || (isSecure ? 443 : 80)), isSecure };
}

function connectTo({ host, port, isSecure }: ReturnType<typeof addressOf>): Upstream {
  const raw = connect({ host, port, allowHalfOpen: true });
  if (!isSecure) return { socket: raw, raw };
  const servername = isIP(host) ? '' : host;
  // Also with NODE_TLS_REJECT_UNAUTHORIZED=0.
  const options = { socket: raw, servername, ALPNProtocols: ['http/1.1'], rejectUnauthorized: true };
  return { socket: connectTls(options), raw };
}
