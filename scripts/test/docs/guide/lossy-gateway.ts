import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { type SandboxServer, startSandbox } from '../../../../sandbox/src/index.js';
import { listen } from '../../../../test/listen.ts';

/** A sandbox behind a proxy that can lose responses and change them. */
export interface LossyGateway extends AsyncDisposable {
  readonly url: string;
  readonly sandbox: SandboxServer;
  /** The method and path of each request that arrived, such as `POST /v1/transactions/1001/refund`. */
  readonly requests: string[];
  /** Decides for each request, counted from 1, whether its response is lost after the sandbox carried it out. */
  lose: (request: string, count: number) => boolean;
  /** Returns the milliseconds before a request reaches the sandbox. */
  delay: (request: string) => number;
  /** Returns the milliseconds before the response leaves, after the sandbox carried out the request. Counts from 1. */
  delayResponse: (request: string, count: number) => number;
  /** Decides whether to refuse a request with 422 before it reaches the sandbox. */
  refuse: (request: string) => boolean;
  /** Changes the body of a successful response. */
  change: (body: Json, request: string) => unknown;
}

export type Json = Record<string, unknown>;

export async function startLossyGateway(): Promise<LossyGateway> {
  const sandbox = await startSandbox({ port: 0, log: 'silent', clock: 'manual' });
  const server = createServer(async (request, response) => {
    const name = `${request.method} ${request.url}`;
    const body = await text(request);
    const count = gateway.requests.push(name);
    await new Promise((resolve) => setTimeout(resolve, gateway.delay(name)));
    if (gateway.refuse(name)) {
      response.writeHead(422, { 'content-type': 'application/json' });
      return response.end(JSON.stringify({ errors: ['refused'] }));
    }
    const { authorization = '' } = request.headers;
    const received = await fetch(sandbox.url + request.url, {
      method: request.method ?? 'GET',
      headers: { authorization, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body }),
    });
    const answer: Json = JSON.parse(await received.text());
    await new Promise((resolve) => setTimeout(resolve, gateway.delayResponse(name, count)));
    if (gateway.lose(name, count)) return response.destroy();
    response.writeHead(received.status, { 'content-type': 'application/json' });
    return response.end(JSON.stringify(received.ok ? gateway.change(answer, name) : answer));
  });
  const gateway: LossyGateway = {
    url: await listen(server),
    sandbox,
    requests: [],
    lose: () => false,
    delay: () => 0,
    delayResponse: () => 0,
    refuse: () => false,
    change: (answer) => answer,
    [Symbol.asyncDispose]: () => sandbox.close(),
  };
  return gateway;
}
