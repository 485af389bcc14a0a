/**
 * The one module that knows openapi-fetch. Its `createClient` makes every call: address, headers, body and middleware are its
 * work. What this client adds (attempts, times, token, outcome, errors) is the `fetch` that each call brings along.
 */
import createClient, {
  defaultBodySerializer,
  type HeadersOptions,
  type Middleware,
  type ParseAs,
  type QuerySerializerOptions,
} from 'openapi-fetch';

export type { Client } from 'openapi-fetch';
export type { HeadersOptions, Middleware, ParseAs, QuerySerializerOptions };

/** Address and init of a request that nobody but the attempts will see: a real one costs more than all the rest of a call. */
export class PlainRequest {
  readonly url: string;
  readonly init: RequestInit;
  constructor(url: string, init: RequestInit) {
    this.url = url;
    this.init = init;
  }
}

/** A request as openapi-fetch and its middleware made it. */
export interface Prepared {
  readonly request: Request | PlainRequest;
  /** Whether middleware put another request in the place of the one that it was given. */
  readonly isReplaced: boolean;
  /** What the serializer wrote: reading it back from a request costs more than a call. */
  readonly body: unknown;
  /** What of the call's options is for `fetch` itself. */
  readonly extras: RequestInit;
}

/** What of a call's options openapi-fetch keeps to itself, and what every attempt sets anew. */
const notForFetch =
  /^(params|headers|body|(query|body|path)Serializer|middleware|baseUrl|Request|fetch|parseAs|method|signal|redirect)$/;

/** Makes the attempts of one call and gives the response that ends them. */
export type Send = (prepared: Prepared) => Promise<Response>;

/** What a call comes to, once all middleware has seen it. */
export interface Ending {
  readonly response?: Response;
  /** In place of a response: what `send` failed with, or what `onError` returned for it. */
  readonly error?: unknown;
  /** What openapi-fetch read of a response that `onRequest` returned, so that nothing was sent. */
  readonly made?: { readonly data?: unknown; readonly error?: unknown };
}

export interface Api {
  readonly use: (...middleware: Middleware[]) => void;
  readonly eject: (...middleware: Middleware[]) => void;
  /** Whether middleware sees this call. */
  readonly isObserved: (middleware: unknown) => boolean;
  /** Throws what middleware or a serializer throws. */
  readonly run: (call: Target, init: Init, send: Send, isObserved: boolean) => Promise<Ending>;
}

type Serialize = (body: unknown, headers: unknown) => unknown;
/** Options of openapi-fetch, for a client or a call. */
export type Init = Readonly<Record<string, unknown>>;

interface Target {
  readonly method: string;
  readonly path: string;
}

/** What is seen of a call by the first middleware, which is ours. */
interface Seen {
  request?: Request;
  response?: Response;
  error?: unknown;
}

/** As much of openapi-fetch's client as is used, without the types of the contract. */
interface Loose {
  request(method: string, path: string, init: object): Promise<{ data?: unknown; error?: unknown; response: Response }>;
  use(...middleware: Middleware[]): void;
  eject(...middleware: Middleware[]): void;
}

/** Empty for openapi-fetch, since reading a body is the work of the attempts, within their time. One serves all calls. */
let empty: Response | undefined;
const alreadyRead = () => (empty ??= new Response(null, { status: 204 }));

/**
 * Two clients of openapi-fetch with the same settings. As long as no middleware can see a request, no real one is built: that
 * costs more than all the rest of a call.
 */
export function createApi(settings: Init): Api {
  const plain = createClient({ ...(settings as object), Request: PlainRequest as never }) as unknown as Loose;
  const observed = createClient(settings as object) as unknown as Loose;
  /** By the `fetch` of a call: all that middleware has in common with it. */
  const calls = new WeakMap<object, Seen>();
  const note = (fetch: object, what: Seen) => void Object.assign(calls.get(fetch) ?? {}, what);
  // Registered first, it sees a request first, and a response or an error last.
  observed.use({
    onRequest: ({ request, options }) => note(options.fetch, { request }),
    onResponse({ response, options }) {
      note(options.fetch, { response });
      // Taken out before openapi-fetch reads it.
      return alreadyRead();
    },
    onError: ({ error, options }) => note(options.fetch, { error }),
  });
  let isUsed = false;
  return {
    use(...middleware) {
      observed.use(...middleware);
      isUsed = true;
    },
    eject: observed.eject,
    isObserved: (middleware) => isUsed || (Array.isArray(middleware) && middleware.length > 0),
    async run({ method, path }, init, send, isObserved) {
      const seen: Seen = {};
      const extras = Object.fromEntries(Object.entries(init).filter(([name]) => !notForFetch.test(name)));
      let body: unknown;
      const serialize = (init.bodySerializer ?? settings.bodySerializer ?? defaultBodySerializer) as Serialize;
      const bodySerializer: Serialize = (value, headers) => {
        body = serialize(value, headers);
        return body;
      };
      let isFirst = true;
      const fetch = async (request: Request | PlainRequest) => {
        const isOurs = isFirst;
        isFirst = false;
        try {
          const isReplaced = isObserved && request !== seen.request;
          const response = await send({ request, isReplaced, body, extras });
          if (isObserved) return response;
          seen.response = response;
          return alreadyRead();
        } catch (error) {
          // Middleware is given this function too; what fails there is its own.
          if (isOurs) seen.error = error;
          throw error;
        }
      };
      if (isObserved) calls.set(fetch, seen);
      try {
        const made = await (isObserved ? observed : plain).request(method, path, { ...init, bodySerializer, fetch });
        return seen.response ? { response: seen.response } : { response: made.response, made };
      } catch (reason) {
        if ('error' in seen && seen.error === reason) return { error: reason };
        throw reason;
      }
    },
  };
}
