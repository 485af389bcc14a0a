import { createCall } from './call.js';
import type { EvidenceLevel } from './evidence.js';
import type { Middleware, ParseAs } from './middleware.js';
import type { AnyPath, Incomplete, MethodName, OperationAt, PathOf, Unchecked } from './mistakes.js';
import type { CallOptions, GatewayClientOptions } from './options.js';
import type { BodyOf, ResponseOf, Rest, Schema } from './shapes.js';

/** What a call gives: `error` is set for every response that is not a success. */
export type GatewayResult<Data> =
  | { data: Data; error?: never; response: Response }
  | { data?: never; error: Schema<'ErrorResponse'>; response: Response };

type Params<Operation> = Operation extends { parameters: infer All }
  ? Partial<All> extends All
    ? { params?: All }
    : { params: All }
  : unknown;

type Body<Operation> = [BodyOf<Operation>] extends [never]
  ? { body?: never }
  : Operation extends { requestBody: unknown }
    ? { body: BodyOf<Operation> }
    : { body?: BodyOf<Operation> };

/** What a call of one operation takes: its parameters, its body and the options of a call. */
export type CallInit<Operation> = Params<Operation> & Body<Operation> & CallOptions;

/** What `parseAs` makes of the data of a success. */
export interface Parsed<Data> {
  json: Data;
  text: string;
  blob: Blob;
  arrayBuffer: ArrayBuffer;
  stream: ReadableStream<Uint8Array> | null;
}

/**
 * The shapes of openapi-fetch, narrowed to this contract (JSON, 200, one error schema): a fifth of the compiler's work. The second
 * signature is never met, and the compiler only looks at it to word what is wrong with a path.
 */
export interface Method<Level extends EvidenceLevel, Name extends MethodName> {
  <Path extends PathOf<Level, Name>, As extends ParseAs = 'json'>(
    path: Path,
    ...init: Rest<CallInit<OperationAt<Level, Name, Path>> & { readonly parseAs?: As | undefined }>
  ): Promise<GatewayResult<Parsed<ResponseOf<OperationAt<Level, Name, Path>>>[As]>>;
  <Path extends PathOf<Level, Name> | AnyPath>(
    this: Incomplete<Level, Name, Path>,
    path: Path,
    ...init: Unchecked<PathOf<Level, Name>, Path>
  ): never;
}

/**
 * The contract's operations by method and path, called as in openapi-fetch: `client.GET('/v1/customers/{id}', { params })`.
 * HTTP error responses do not throw; they set `error`. A call without a usable response throws a `GatewayError`.
 */
export interface GatewayClient<Level extends EvidenceLevel = 'assumed'> {
  readonly GET: Method<Level, 'get'>;
  readonly POST: Method<Level, 'post'>;
  readonly PUT: Method<Level, 'put'>;
  readonly DELETE: Method<Level, 'delete'>;
  /**
   * Registers middleware of openapi-fetch. It sees a call once, around all attempts, and never the token; hooks see each attempt.
   * What it throws is thrown to the caller, but for a POST that was or may have been accepted: there the response stands.
   */
  readonly use: (...middleware: Middleware[]) => void;
  readonly eject: (...middleware: Middleware[]) => void;
}

/**
 * A client of the gateway at `baseUrl`. `createGatewayClient<'documented'>` offers only operations whose method and path the source
 * document states, `<'observed'>` also those seen in public code; by default all are there. Throws a `TypeError` when
 * `baseUrl` or a fixed `accessToken` cannot be used.
 */
export function createGatewayClient<Level extends EvidenceLevel = 'assumed'>(
  options: GatewayClientOptions,
): GatewayClient<Level> {
  const { call, api } = createCall(options);
  const method = (name: string) => (path: string, init?: object) => call(name, path, init);
  const names = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS', 'TRACE'];
  const client = {
    ...Object.fromEntries(names.map((name) => [name, method(name)])),
    request: (name: string, path: string, init?: object) => call(name.toUpperCase(), path, init),
    use: api.use,
    eject: api.eject,
  };
  return client as unknown as GatewayClient<Level>;
}
