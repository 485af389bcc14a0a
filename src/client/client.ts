import createClient, { type Client, type Middleware } from 'openapi-fetch';
import type { ErrorResponse } from '../../generated/schemas.js';
import type { paths } from '../../generated/types.js';
import { isPlaceholder, leavesOutcomeOpen, onAbort, refuseOldBun } from '../util/index.js';
import { BuiltRequest } from './attempt-request.js';
import { addedKeys, callSettings, clientSettings, kindOf } from './checked-options.js';
import { textOfError } from './error-body.js';
import type { EvidenceLevel, MethodName, OperationAt, PathOf } from './evidence.js';
import { failedResult } from './failure.js';
import { type CallState, gatewayFetch } from './fetch.js';
import { refuseLostValues } from './lost-values.js';
import { operationOf } from './operation-ids.js';
import type { CallOptions, GatewayClientOptions, ParseAs, Parsed } from './options.js';
import type { BodyOf, PaidBy, Payer, ResponseFor, Rest } from './shapes.js';
import { createTokenSource } from './token-source.js';

/**
 * The result of a call. `error` is set for every response that is not a success. After a 204 or 205 for a PUT, a DELETE, a refund, a capture or
 * a cancellation, `data` is `undefined`: the gateway did it, but returned no object. Retrieve the object if you need it.
 */
export type GatewayResult<Data> =
  | { data: Data; error?: never; response: Response }
  | { data?: never; error: ErrorResponse; response: Response };

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

/** The second argument of a call: its parameters, its body and its options. */
export type CallInit<Operation> = Params<Operation> & Body<Operation> & CallOptions;

/**
 * A method of the client, such as `client.GET`. It has the signature of openapi-fetch for JSON, status 200 and one error schema. The
 * types of openapi-fetch take the compiler five times the work.
 */
export type GatewayMethod<Level extends EvidenceLevel, Name extends MethodName> = <
  Path extends PathOf<Level, Name>,
  As extends ParseAs = 'json',
  By extends Payer = undefined,
>(
  path: Path,
  ...init: Rest<
    CallInit<OperationAt<Level, Name, Path>> &
      PaidBy<OperationAt<Level, Name, Path>, By> & { readonly parseAs?: As | undefined },
    Path,
    PathOf<Level, Name>
  >
) => Promise<GatewayResult<Parsed<ResponseFor<OperationAt<Level, Name, Path>, By>>[As]>>;

/**
 * Calls operations by method and path, as openapi-fetch does: `client.GET('/v1/customers/{id}', { params })`. A response with an HTTP
 * error does not throw; it sets `error`. A call without a usable response throws a `GatewayError`.
 */
export interface GatewayClient<Level extends EvidenceLevel = 'assumed'> {
  readonly GET: GatewayMethod<Level, 'get'>;
  readonly POST: GatewayMethod<Level, 'post'>;
  readonly PUT: GatewayMethod<Level, 'put'>;
  readonly DELETE: GatewayMethod<Level, 'delete'>;
  /**
   * Registers middleware of openapi-fetch. It sees a call once, around all attempts. It cannot see the token. Hooks see each attempt.
   * The caller gets the exceptions of middleware. One that `onResponse` throws may come after a payment was accepted.
   */
  readonly use: (...middleware: Middleware[]) => void;
  readonly eject: (...middleware: Middleware[]) => void;
}

/**
 * Creates a client of the gateway at `baseUrl`. `createGatewayClient<'documented'>` offers only operations whose method and path the
 * source document states, and `<'observed'>` also those seen in public code. Throws a TypeError for an invalid option.
 */
export function createGatewayClient<Level extends EvidenceLevel = 'assumed'>(
  options: GatewayClientOptions,
): GatewayClient<Level> {
  refuseOldBun();
  const client = clientSettings(options);
  const added = addedKeys(client.passedOn);
  const tokens = createTokenSource(options.accessToken);
  const api = createClient({ Request: BuiltRequest as unknown as typeof Request, ...client.passedOn }) as Api;

  const request = async (method: string, path: string, init: object = {}): Promise<Result> => {
    const { settings, passedOn } = callSettings(init, client.settings);
    const { operationId, repeatable, mayLackObject } = operationOf(method, path);
    const state: CallState = {
      call: { operationId, method, path },
      repeatable,
      mayLackObject,
      settings,
      added: { ...added, ...addedKeys(passedOn) },
      tokens,
      body: passedOn.body,
      headers: [client.passedOn.headers, passedOn.headers],
      isUnknown: false,
    };
    // Another serializer may write other values than JSON can.
    if (!passedOn.bodySerializer && !client.passedOn.bodySerializer) refuseLostValues(operationId, passedOn.body);
    const params = Object(passedOn.params) as { path?: object };
    const { signal } = settings;
    // Not the caller's signal: a `Request` keeps a listener on its signal until it is collected.
    const controller = signal ? new AbortController() : undefined;
    const abort = () => controller?.abort(signal?.reason);
    const stopListening = signal && onAbort(signal, abort);
    if (signal?.aborted) abort();
    try {
      const result = await api.request(method, path, {
        ...passedOn,
        // The client parses JSON itself, and openapi-fetch leaves a stream alone.
        parseAs: settings.parseAs === 'json' ? 'stream' : settings.parseAs,
        // Without `path`, openapi-fetch leaves the braces of a missing parameter in the address.
        params: { ...params, path: params.path || {} },
        pathSerializer: passedOn.pathSerializer ?? client.passedOn.pathSerializer ?? pathSerializer(operationId),
        fetch: gatewayFetch(state),
        ...(controller && { signal: controller.signal }),
      });
      return await checkResult(result, state);
    } finally {
      stopListening?.();
    }
  };

  const method = (name: string) => (path: string, init?: object) => request(name, path, init);
  const names = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS', 'TRACE'];
  return {
    ...Object.fromEntries(names.map((name) => [name, method(name)])),
    request: (name: string, path: string, init?: object) => request(name.toUpperCase(), path, init),
    use: api.use,
    eject: api.eject,
  } as unknown as GatewayClient<Level>;
}

/** openapi-fetch without the types of the contract. */
type Api = Pick<Client<paths>, 'use' | 'eject'> & {
  request(method: string, path: string, init: object): Promise<Result>;
};
type Result = { data?: unknown; error?: unknown; response: Response };

/**
 * Returns the result of a call. Middleware may have copied or replaced the response, but it cannot turn a failure into a success,
 * nor hide that the outcome is unknown.
 */
async function checkResult({ data, error, response }: Result, state: CallState): Promise<Result> {
  if (response.ok) {
    if (state.failed) return state.failed;
    if (state.isUnknown && state.thrown) throw state.thrown;
    return { data: await dataOf(data, response, state), response };
  }
  if (response === state.failed?.response) return state.failed;
  state.isUnknown ||= !state.repeatable && leavesOutcomeOpen(response.status);
  return failedResult(state, response, textOfError(error));
}

/** Returns the JSON of a success, if the call asks for JSON. */
async function dataOf(data: unknown, response: Response, { settings, parsed }: CallState): Promise<unknown> {
  // A 204 has no data, and openapi-fetch has read the other forms.
  if (settings.parseAs !== 'json' || data === undefined) return data;
  if (parsed?.response === response && !response.bodyUsed) return parsed.data;
  // Middleware has replaced the response, or has read it without `clone`, which is an error.
  const text = await response.text();
  return text ? JSON.parse(text) : undefined;
}

/**
 * Returns a function that fills in the parameters of a path, encoded. It throws if one is missing or would change the path: URL
 * parsers drop `''`, `.` and `..`, so `DELETE /v1/customers/{id}` would reach another address.
 */
const pathSerializer = (operationId: string) => (path: string, values: Readonly<Record<string, unknown>>) =>
  path.replace(/{(\w+)}/g, (_, name: string) => {
    const value = values[name] ?? '';
    const fail = (says: string) => new TypeError(`params.path.${name}: ${says}`);
    if (typeof value === 'number' && value > Number.MAX_SAFE_INTEGER)
      throw fail('is a number above 2^53, which JavaScript rounds; pass it as a string');
    if (typeof value === 'number' && !Number.isInteger(value)) throw fail(`must be a whole number, not ${value}`);
    if (!/string|number|bigint/.test(typeof value)) throw fail(`must be a string or a number, not ${kindOf(value)}`);
    const text = `${value}`;
    if (/^\.{0,2}$/.test(text)) throw fail(`is missing; ${operationId} needs it`);
    if (isPlaceholder(text)) throw fail(`is a placeholder instead of an id; ${operationId} needs it`);
    return encodeURIComponent(text);
  });
