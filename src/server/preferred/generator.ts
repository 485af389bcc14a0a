import type { IHttpMockConfig, IHttpRequest, IHttpResponse } from '@stoplight/prism-http';
import { contractOf, type Operation } from '../../contract/index.js';
import { loadPeer, PeerError } from '../../files/index.js';
import { type JsonObject, memoize, stringAt } from '../../util/index.js';
import type { MatchedRequest } from '../request/matched.js';
import { refuse, type WireResponse } from '../wire/response.js';
import { preferredExample, takesJson } from './example.js';

/** Responds as the headers `Prefer` and `Accept` ask. */
export type Generator = (request: MatchedRequest) => Promise<WireResponse>;

/** The most media types in an `Accept` header. Browsers send fewer than ten. */
const MOST_MEDIA_TYPES = 50;

const CONFIG: IHttpMockConfig = {
  isProxy: false,
  // The pipeline has already checked the token and validated the request.
  checkSecurity: false,
  validateRequest: false,
  validateResponse: false,
  errors: false,
  upstreamProxy: undefined,
  mock: { dynamic: false },
};

/** Prism would log requests with their card numbers, so it gets this logger. The server has its own log. */
const silent = {
  fatal() {},
  error() {},
  warn() {},
  info() {},
  debug() {},
  trace() {},
  success() {},
  child: () => silent,
};

/** Returns whether the examples cannot give the response that the request prefers. */
export function needsGenerator({ preference, headers }: MatchedRequest, response: WireResponse): boolean {
  return preference !== undefined || response.body === undefined || !takesJson(headers.accept);
}

/**
 * Returns a generator. The examples of the contract answer `code` and `example`. Prism (prism-http) answers `dynamic=true`, media types other
 * than JSON, and operations without an example. Without that package, such a response is a 400 that names the package to install.
 *
 * @param seed makes dynamic responses repeatable
 */
export function createGenerator(contract: JsonObject, seed: string | undefined): Generator {
  return async (request) => {
    const example = request.preference?.dynamic ? undefined : preferredExample(contract, request);
    return example ?? generate(request);
  };

  async function generate({ operation, preference, path, query, headers }: MatchedRequest): Promise<WireResponse> {
    // Prism compares each media type with every other, which takes seconds for a long list.
    if ((headers.accept?.split(',', MOST_MEDIA_TYPES + 1).length ?? 0) > MOST_MEDIA_TYPES) {
      return refuse(406, `accept: must list at most ${MOST_MEDIA_TYPES} media types`);
    }
    const loaded = await readOnce(contract).catch(missing);
    if ('status' in loaded) return loaded;
    const { prism, resources } = loaded;
    const resource = resources.get(`${operation.method} ${operation.path}`);
    if (!resource) throw new Error(`Prism did not read ${operation.operationId} from the contract`);

    const sent: IHttpRequest = { method: resource.method as IHttpRequest['method'], url: { path, query }, headers };
    const mock = { dynamic: false, ...(seed === undefined ? {} : { seed }), ...preference };
    try {
      const result = await prism.request(sent, [resource], { ...CONFIG, mock })();
      return result._tag === 'Left' ? notGiven(operation, result.left) : asResponse(result.right.output);
    } catch (error) {
      // Prism throws if an Accept header is not a list of media types.
      return notGiven(operation, error);
    }
  }
}

const readOnce = memoize(read);

async function read(contract: JsonObject) {
  // Loading takes about half a second, mostly for fake data, so it waits for the first request.
  const { createInstance, getHttpOperationsFromSpec } = await loadPeer(
    () => import('@stoplight/prism-http'),
    'prefer: dynamic=true, or a response without an example, needs',
    ['@stoplight/prism-http', '@stoplight/prism-core'],
  );
  const resources = await getHttpOperationsFromSpec(responsesOf(contract));
  const prism = createInstance(CONFIG, {
    logger: silent as unknown as Parameters<typeof createInstance>[1]['logger'], // Prism calls only these methods of pino
    route: ({ resources: [found] }) =>
      found ? { _tag: 'Right', right: found } : { _tag: 'Left', left: new Error('no operation was given') },
  });
  const places = resources.map((resource) => [`${resource.method.toUpperCase()} ${resource.path}`, resource] as const);
  return { prism, resources: new Map(places) };
}

function missing(error: unknown): WireResponse {
  if (!(error instanceof PeerError)) throw error;
  return refuse(400, error.message);
}

/** Copies the contract without its requests, because Prism changes the document that it reads. */
function responsesOf(contract: JsonObject): JsonObject {
  const { openapi, jsonSchemaDialect, info, servers, paths, components } = structuredClone(contract);
  const copy = { openapi, jsonSchemaDialect, info, servers, paths, components };
  for (const { definition } of contractOf(copy).operations) {
    delete definition.requestBody;
    delete definition.parameters;
  }
  return copy;
}

function asResponse({ statusCode, headers = {}, body }: IHttpResponse): WireResponse {
  const strings = Object.entries(headers).flatMap(([name, value]) =>
    value === null || value === undefined ? [] : [[name.toLowerCase(), String(value)]],
  );
  return { status: statusCode, headers: Object.fromEntries(strings), body };
}

/** Returns the refusal for an error of Prism. Prism's own message quotes the request; this one does not. */
function notGiven({ operationId }: Operation, error: unknown): WireResponse {
  const isPreference = stringAt(error, 'name')?.endsWith('#NOT_FOUND') === true;
  if (!isPreference) return refuse(406, `accept: ${operationId} returns no such media type`);
  return refuse(404, `prefer: the contract has no such response for ${operationId}`);
}
