import type { IHttpMockConfig, IHttpRequest, IHttpResponse } from '@stoplight/prism-http';
import type { Operation } from '../contract/contract.js';
import type { Peers } from '../contract/peers.js';
import { type Question, silent } from '../prism.js';
import { isObject, type JsonObject, objectAt, stringAt } from '../wire/json.js';
import { type Answer, refuse } from '../wire/response.js';

/** Answers what the examples cannot: preferences, other media types, operations without an example. */
export type Negotiator = (question: Question) => Promise<Answer>;

/** Browsers send fewer than ten. */
const MOST_MEDIA_TYPES = 50;

const CONFIG: IHttpMockConfig = {
  isProxy: false,
  // The request went through security and validation before.
  checkSecurity: false,
  validateRequest: false,
  validateResponse: false,
  errors: false,
  upstreamProxy: undefined,
  mock: { dynamic: false },
};

/** Whether an answer out of the examples is not what the caller asked for. */
export function needsNegotiation({ preference, headers }: Question, answer: Answer): boolean {
  return preference !== undefined || answer.body === undefined || !takesJson(headers.accept);
}

/**
 * Prism as it is, reading the contract and making answers up.
 *
 * @param seed makes dynamic answers repeat
 */
export function createNegotiator(peers: Peers, contract: JsonObject, seed: string | undefined): Negotiator {
  return async (question) => {
    const { prism, resources } = await readOnce(peers, contract);
    const { operation, preference, path, query, headers } = question;
    const resource = resources.get(`${operation.method} ${operation.path}`);
    if (!resource) throw new Error(`Prism did not read ${operation.operationId} from the contract`);

    const request: IHttpRequest = { method: resource.method as IHttpRequest['method'], url: { path, query }, headers };
    // Prism compares each media type with every other, which takes seconds for a long list.
    if ((headers.accept?.split(',', MOST_MEDIA_TYPES + 1).length ?? 0) > MOST_MEDIA_TYPES) {
      return refuse(406, `accept: must list at most ${MOST_MEDIA_TYPES} media types`);
    }
    const mock = { dynamic: false, ...(seed === undefined ? {} : { seed }), ...preference };
    try {
      const result = await prism.request(request, [resource], { ...CONFIG, mock })();
      return result._tag === 'Left' ? notGiven(operation, result.left) : asAnswer(result.right.output);
    } catch (error) {
      // Prism throws at an Accept header that is no list of media types.
      return notGiven(operation, error);
    }
  };
}

const known = new WeakMap<JsonObject, ReturnType<typeof read>>();

function readOnce(peers: Peers, contract: JsonObject): ReturnType<typeof read> {
  const reading = known.get(contract) ?? read(peers, contract);
  known.set(contract, reading);
  return reading;
}

async function read(peers: Peers, contract: JsonObject) {
  const { createInstance, getHttpOperationsFromSpec } = await peers.loadPrismHttp();
  const resources = await getHttpOperationsFromSpec(answersOf(contract));
  const prism = createInstance(CONFIG, {
    logger: silent,
    route: ({ resources: [found] }) =>
      found ? { _tag: 'Right', right: found } : { _tag: 'Left', left: new Error('no operation was given') },
  });
  const places = resources.map((resource) => [`${resource.method.toUpperCase()} ${resource.path}`, resource] as const);
  return { prism, resources: new Map(places) };
}

/** A copy of what Prism is asked about, for Prism writes into the document that it reads: the answers, not the requests. */
function answersOf(contract: JsonObject): JsonObject {
  const { openapi, jsonSchemaDialect, info, servers, paths, components } = structuredClone(contract);
  for (const operation of Object.values(isObject(paths) ? paths : {}).flatMap((item) => Object.values(item ?? {}))) {
    if (!isObject(operation)) continue;
    delete operation.requestBody;
    delete operation.parameters;
  }
  return { openapi, jsonSchemaDialect, info, servers, paths, components };
}

function asAnswer({ statusCode, headers = {}, body }: IHttpResponse): Answer {
  const texts = Object.entries(headers).flatMap(([name, value]) =>
    value === null || value === undefined ? [] : [[name.toLowerCase(), String(value)]],
  );
  return { status: statusCode, headers: Object.fromEntries(texts), body };
}

/** Whether an answer in JSON is welcome. */
function takesJson(accept: string | undefined): boolean {
  return accept === undefined || /\*\/\*|application\/(?:json|\*)/i.test(accept);
}

/** Prism's reasons quote the request; these do not. */
function notGiven({ operationId, definition }: Operation, error: unknown): Answer {
  const isPreference = stringAt(error, 'name')?.endsWith('#NOT_FOUND') === true;
  if (!isPreference) return refuse(406, `accept: ${operationId} answers application/json`);
  const codes = Object.keys(objectAt(definition, 'responses')).join(', ');
  return refuse(404, `prefer: the contract has no such answer for ${operationId}; its statuses are ${codes}`);
}
