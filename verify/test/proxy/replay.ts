/** A target that replays exchanges, and a shop that sends their requests through a proxy. */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { Agent, createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Exchange, Report } from '../../src/index.js';
import type { ProxyOptions } from '../../src/proxy/index.js';
import { proxyTo } from './raw-server.ts';

const jsonOf = (body: unknown) => (body === undefined ? '' : JSON.stringify(body));

/** The header that says which exchange a request belongs to. A client of another test may still call a port that it had before. */
const MARK = 'x-replay';

/** Starts a server that answers a request with the response of the exchange that its mark names. */
async function startReplay(exchanges: readonly Exchange[], mark: string) {
  // A server on a busy machine may think that a connection has been idle for long.
  const server = createServer({ keepAlive: true, keepAliveTimeout: 600_000 }, async (incoming, outgoing) => {
    await text(incoming);
    const [given, at] = String(incoming.headers[MARK]).split(' ');
    const { status = 599, headers = {}, body } = (given === mark && exchanges[Number(at)]?.response) || {};
    outgoing.sendDate = false;
    outgoing.writeHead(status, headers);
    outgoing.end(jsonOf(body));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Sends the requests of exchanges one after the other through a proxy to a target that replays the responses. */
export async function throughProxy(
  exchanges: readonly Exchange[],
  options: Partial<ProxyOptions> = {},
): Promise<Report> {
  const mark = randomUUID();
  await using target = await startReplay(exchanges, mark);
  const strangers: string[] = [];
  await using proxy = await proxyTo(target.url, {
    ...options,
    onJudged(exchange, refuted) {
      const { method, url, headers } = exchange.request;
      if (headers[MARK]?.split(' ')[0] !== mark) strangers.push(`${method} ${url}`);
      options.onJudged?.(exchange, refuted);
    },
  });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  for (const [at, { request: sent }] of exchanges.entries()) {
    const { pathname, search } = new URL(sent.url);
    const { host: _, ...headers } = sent.headers;
    const body = jsonOf(sent.body);
    const outgoing = request(`${proxy.url}${pathname}${search}`, {
      ...{ agent, method: sent.method },
      headers: { ...headers, [MARK]: `${mark} ${at}`, ...(body ? { 'content-length': Buffer.byteLength(body) } : {}) },
    });
    outgoing.end(body);
    const [response] = await once(outgoing, 'response');
    await text(response);
  }
  agent.destroy();
  const report = await proxy.report();
  if (strangers.length > 0) throw new Error(`another process used the port of the proxy: ${strangers.join()}`);
  return report;
}

/** The verdicts of a report, without times and exchanges. */
export function verdictsOf({ entries, deviations, discoveries, exchanges }: Report): unknown {
  const short = <Found extends { exchange?: unknown }>({ exchange: _, ...found }: Found) => found;
  return {
    exchanges,
    entries: entries.map(({ findings, ...entry }) => ({ ...entry, findings: findings.map(short) })),
    deviations: deviations.map(short),
    discoveries: discoveries.map(short),
  };
}
