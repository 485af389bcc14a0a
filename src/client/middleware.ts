/**
 * What callers see of openapi-fetch, written out: its own declarations need TypeScript 5.4, ours 5.0. A type test holds the two
 * together, so that middleware written for the one fits the other.
 */

/** As what the data of a success is given. */
export type ParseAs = 'json' | 'text' | 'blob' | 'arrayBuffer' | 'stream';

type HeaderValue = string | number | boolean;

/** Headers by name; `null` leaves one out. */
export type HeadersOptions =
  | NonNullable<RequestInit['headers']>
  | Record<string, HeaderValue | HeaderValue[] | null | undefined>;

/** How lists and objects stand in a query. */
export interface QuerySerializerOptions {
  /** By default `form`, exploded: `a=1&a=2`. */
  array?: { style: 'form' | 'spaceDelimited' | 'pipeDelimited'; explode: boolean };
  /** By default `deepObject`, exploded: `a[b]=1`. */
  object?: { style: 'form' | 'deepObject'; explode: boolean };
  /** Whether reserved characters are sent as they are; by default they are encoded. */
  allowReserved?: boolean;
}

/** What middleware is told of a call. */
export interface MiddlewareContext {
  /** As it stands now: without the token. */
  request: Request;
  /** The path with its braces: `/v1/customers/{id}`. */
  readonly schemaPath: string;
  readonly params: {
    query?: Record<string, unknown>;
    header?: Record<string, unknown>;
    path?: Record<string, unknown>;
    cookie?: Record<string, unknown>;
  };
  /** Another one for each call. */
  readonly id: string;
  readonly options: {
    baseUrl: string;
    parseAs: ParseAs;
    querySerializer: (query: Record<string, unknown>) => string;
    bodySerializer: (body: never) => unknown;
    pathSerializer: (path: string, params: Record<string, unknown>) => string;
    fetch: typeof globalThis.fetch;
  };
}

// biome-ignore lint/suspicious/noConfusingVoidType: middleware that only looks returns nothing
type Returned<Value> = void | Value | undefined | Promise<void | Value | undefined>;

interface Callbacks {
  /** Before anything is sent. May return another request, or a response in place of sending it. */
  onRequest(context: MiddlewareContext): Returned<Request | Response>;
  /** After all attempts. May return another response. */
  onResponse(context: MiddlewareContext & { response: Response }): Returned<Response>;
  /** When no usable response came. May return a response or another error. */
  onError(context: MiddlewareContext & { error: unknown }): Returned<Response | Error>;
}

/** Middleware as openapi-fetch has it: at least one of its three functions. */
export type Middleware = { [Name in keyof Callbacks]: Pick<Callbacks, Name> & Partial<Callbacks> }[keyof Callbacks];
