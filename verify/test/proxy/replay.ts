/** A target that replays exchanges, and a shop that sends their requests through a proxy. */
import { once } from 'node:events';
import { Agent, createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Exchange, Report } from '../../src/index.js';
import type { ProxyOptions } from '../../src/proxy/index.js';
import { proxyTo } from './raw-server.ts';

const jsonOf = (body: unknown) => (body === undefined ? '' : JSON.stringify(body));

/** Starts a server that answers the n-th request with the response of the n-th exchange. */
async function startReplay(exchanges: readonly Exchange[]) {
  let next = 0;
  const server = createServer({ keepAlive: true }, async (incoming, outgoing) => {
    await text(incoming);
    const { status = 599, headers = {}, body } = exchanges[next++]?.response ?? {};
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
  await using target = await startReplay(exchanges);
  await using proxy = await proxyTo(target.url, options);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  for (const { request: sent } of exchanges) {
    const { pathname, search } = new URL(sent.url);
    const { host: _, ...headers } = sent.headers;
    const body = jsonOf(sent.body);
    const outgoing = request(`${proxy.url}${pathname}${search}`, {
      ...{ agent, method: sent.method },
      headers: { ...headers, ...(body ? { 'content-length': Buffer.byteLength(body) } : {}) },
    });
    outgoing.end(body);
    const [response] = await once(outgoing, 'response');
    await text(response);
  }
  agent.destroy();
  return proxy.report();
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
