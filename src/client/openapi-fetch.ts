/**
 * The one module that knows openapi-fetch. Its `createClient` makes every call: address, headers, body and middleware are its
 * work. What this client adds (attempts, times, token, outcome, errors) is the `fetch` that each call brings along.
 */
import createClient from 'openapi-fetch';
import type { Middleware } from './middleware.js';

export type { Client } from 'openapi-fetch';

/** What openapi-fetch makes of a call's path, its options and its body. */
export interface Prepared {
  readonly url: string;
  readonly init: RequestInit;
}

/** A call on its way through middleware. */
export interface Exchange {
  prepared?: Prepared;
  /** The request that middleware gets. */
  request?: Request;
  /** The response or the error, once all middleware has seen it. */
  response?: Response;
  error?: unknown;
}

/** Options of openapi-fetch, for a client or a call. */
export type Init = Readonly<Record<string, unknown>>;

/** What a call gives, without the types of the contract. */
export interface Result {
  readonly data?: unknown;
  readonly error?: unknown;
  readonly response: Response;
}

/** As much of openapi-fetch's client as is used, without the types of the contract. */
interface Loose {
  request(method: string, path: string, init: object): Promise<Result>;
  use(...middleware: Middleware[]): void;
  eject(...middleware: Middleware[]): void;
}

export interface Api extends Pick<Loose, 'use' | 'eject'> {
  /** Whether middleware sees a call that has this of its own. */
  readonly isObserved: (ofCall: unknown) => boolean;
  /** Prepares a call that no middleware sees. Throws what a serializer throws. */
  readonly prepare: (call: Target, init: Init) => Promise<Prepared>;
  /**
   * Makes a call that middleware sees, with `send` in place of fetch. Gives what openapi-fetch read of a response that `onRequest`
   * returned; all else stands in the exchange. Throws what `send`, middleware or a serializer throws.
   */
  readonly run: (call: Target, init: Init, exchange: Exchange, send: Send) => Promise<Result>;
}

interface Target {
  readonly method: string;
  readonly path: string;
}

/** Makes the attempts of one call and gives the response that ends them. */
export type Send = (request: Request) => Promise<Response>;

/** An openapi-fetch client with these settings. */
export function createApi(settings: Init): Api {
  const client = createClient(settings as object) as unknown as Loose;
  /** By the `fetch` of a call: all that middleware has in common with it. */
  const exchanges = new WeakMap<object, Exchange>();
  // Registered first, it sees a response or an error last.
  const last: Middleware = {
    onResponse({ response, options }) {
      Object.assign(exchanges.get(options.fetch) ?? {}, { response });
      // Empty for openapi-fetch, since reading a body is the work of the attempts, within their time.
      return new Response(null, { status: 204 });
    },
    onError: ({ error, options }) => void Object.assign(exchanges.get(options.fetch) ?? {}, { error }),
  };
  let isUsed = false;
  return {
    use(...middleware) {
      if (!isUsed) client.use(last);
      isUsed = true;
      client.use(...middleware);
    },
    eject: client.eject,
    isObserved: (ofCall) => isUsed || (Array.isArray(ofCall) && ofCall.length > 0),
    prepare: async ({ method, path }, init) => {
      const { response } = await client.request(method, path, { ...init, fetch: notSent, Request: Unsent });
      return response as unknown as Unsent;
    },
    run({ method, path }, init, exchange, send) {
      const fetch = (request: Request) => send(request);
      exchanges.set(fetch, exchange);
      const given = (init.middleware ?? []) as Middleware[];
      const middleware = isUsed ? given : [last, ...given];
      return client.request(method, path, { ...init, middleware, fetch, Request: recorder(exchange) });
    },
  };
}

/**
 * What openapi-fetch takes for a request that nobody sees, and for the empty response to it. Real ones cost more than all the rest
 * of a call.
 */
class Unsent implements Prepared {
  readonly status = 204;
  readonly headers: { readonly get: () => null } = noHeaders;
  readonly url: string;
  readonly init: RequestInit;
  constructor(url: string, init: RequestInit) {
    this.url = url;
    this.init = init;
  }
}

const noHeaders = { get: () => null };
const notSent = async (request: Unsent) => request;

/** A class of requests for openapi-fetch, which notes what one is made of: reading it back costs more than a call. */
function recorder(exchange: Exchange): unknown {
  function Recorded(url: string, init: RequestInit): object {
    exchange.prepared = { url, init };
    exchange.request = new Request(url, init);
    return exchange.request;
  }
  // What middleware returns is compared with it.
  Recorded.prototype = Request.prototype;
  return Recorded;
}
