import type { Middleware } from 'openapi-fetch';
import type { GatewayCall } from './errors.js';

type HeaderValue = string | number | boolean;

/** Headers of a request. A list becomes one value with commas, `null` removes a header, and `undefined` leaves it as it is. */
export type HeadersOptions =
  | Required<RequestInit>['headers']
  | Record<string, HeaderValue | HeaderValue[] | null | undefined>;

/** How lists and objects are written in a query. Default: `a=1&a=2` and `a[b]=1`. */
export interface QuerySerializerOptions {
  array?: { style: 'form' | 'spaceDelimited' | 'pipeDelimited'; explode: boolean };
  object?: { style: 'form' | 'deepObject'; explode: boolean };
  /** Leaves reserved characters as they are. */
  allowReserved?: boolean;
}

/** The type of `data` for each `parseAs`. */
export interface Parsed<Data> {
  json: Data;
  text: string;
  blob: Blob;
  arrayBuffer: ArrayBuffer;
  stream: ReadableStream<Uint8Array> | null;
}

/** The form of `data`. */
export type ParseAs = keyof Parsed<unknown>;

/** Options of the client and of a single call. Times are in milliseconds. `undefined` means the default. */
export interface SharedOptions {
  /** Sent with every request. A call's headers replace those of the client. `null` removes a header. */
  readonly headers?: HeadersOptions | undefined;
  /** Writes the query. By default `a=1&b=2`, lists as `a=1&a=2`, objects as `a[b]=1`. */
  readonly querySerializer?: QuerySerializerOptions | ((query: Record<string, unknown>) => string) | undefined;
  /** Writes the body. JSON by default. Set the content type in `headers` too. */
  bodySerializer?(body: unknown): NonNullable<RequestInit['body']>;
  /**
   * Replaces the global `fetch`. It must obey the signal of the request, and must not repeat a request: a retry inside it, or in
   * a dispatcher such as undici's `RetryAgent`, can charge twice. On Node the client stops a second POST through undici, but it cannot see one
   * that a dispatcher sends from a timer, or that goes through another library. `undici.fetch` and node-fetch have their own `Request`:
   * pass the url, the method, the headers and the text of this one.
   */
  readonly fetch?: ((request: Request) => Promise<Response>) | undefined;
  /** A dispatcher of the npm package `undici`, such as a `ProxyAgent` or an `Agent` with a client certificate. Only for Node's own `fetch`. */
  readonly dispatcher?: object | undefined;
  /** How the platform's HTTP cache may answer a GET. Default: `no-store`, which all other calls always use. */
  readonly cache?: 'default' | 'force-cache' | 'no-cache' | 'no-store' | 'only-if-cached' | 'reload' | undefined;
  /** How Next.js caches a GET: `{ revalidate: 60, tags: ['plans'] }`. */
  readonly next?:
    | { readonly revalidate?: number | false | undefined; readonly tags?: string[] | undefined }
    | undefined;
  /** The options of `fetch` in Cloudflare Workers. */
  readonly cf?: object | undefined;
  /** How often the client sends a failed call again. Default: 2. */
  readonly retries?: number | undefined;
  /**
   * Decides which failures deserve another attempt. Default: no response, 408, 429 and 5xx. The client asks only if sending again is
   * safe, so never for a POST that may have been accepted.
   */
  readonly retryIf?: ((failure: ResponseEvent) => boolean) | undefined;
  /** The limit of the first random delay. It doubles for each further delay. Default: 250. `Retry-After` wins, up to 30,000. */
  readonly retryDelayMs?: number | undefined;
  /** The time limit of one attempt, including reading the response. Default: 30,000. */
  readonly timeoutMs?: number | undefined;
  /** The time limit of all attempts and the delays between them. Middleware is not included. Default: 90,000. */
  readonly overallTimeoutMs?: number | undefined;
  /** The largest response in bytes, after decompression. Default: 10,485,760 (10 MiB). */
  readonly maxResponseBytes?: number | undefined;
}

/** Options of a single call. */
export interface CallOptions extends SharedOptions {
  /** Ends the call, also while it waits for the next attempt. */
  readonly signal?: AbortSignal | null | undefined;
  /** Middleware of openapi-fetch for this call. It runs after that of `client.use()`. */
  readonly middleware?: Middleware[] | undefined;
  /**
   * The form of `data`. Default: `json`. `stream` is the body as it arrives: the time limits end with its headers, and `signal` and
   * `maxResponseBytes` still apply. Middleware sees `stream` for `json` in `options.parseAs`, because the client parses JSON itself, once.
   */
  readonly parseAs?: ParseAs | undefined;
}

/** An attempt begins. */
export interface RequestEvent {
  /** The same object in all events of a call. */
  readonly call: GatewayCall;
  /** 1 for the first attempt. */
  readonly attempt: number;
}

/** An attempt ended, with a `status` if a response came, or else with an `error`. */
export interface ResponseEvent extends RequestEvent {
  readonly status?: number;
  readonly error?: unknown;
  readonly durationMs: number;
}

/** An attempt failed, and another one follows after `delayMs`. */
export interface RetryEvent extends ResponseEvent {
  readonly delayMs: number;
}

/** Functions that observe each attempt. They get no body, header or id. The client ignores their exceptions and rejections. */
export interface Hooks {
  /** May return headers to add to the attempt (`traceparent`). */
  // biome-ignore lint/suspicious/noConfusingVoidType: most observers return nothing
  readonly onRequest?: ((event: RequestEvent) => Record<string, string> | void) | undefined;
  /** Called when an attempt has ended, with its `status` or `error`. */
  readonly onResponse?: ((event: ResponseEvent) => void) | undefined;
  /** Called before the delay of the next attempt. */
  readonly onRetry?: ((event: RetryEvent) => void) | undefined;
}

export type AccessToken = string | ((context: { readonly refresh: boolean }) => string | Promise<string>);

export interface GatewayClientOptions extends SharedOptions, Hooks {
  /** The address of the gateway without `/v1`: `https://gateway.example`. */
  readonly baseUrl: string;
  /**
   * A token, or a function that returns one. After a 401 the client calls the function again: first with `refresh: false`, because
   * another process may have renewed the token, and with `refresh: true` if it gets no other token, or one that is refused too. Parallel
   * calls share the new token.
   */
  readonly accessToken: AccessToken;
}
