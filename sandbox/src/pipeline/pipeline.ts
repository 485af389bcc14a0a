import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Access,
  createGuard,
  type Handle,
  LARGEST_BODY,
  parseTarget,
  printNow,
  refuse,
  refuseForm,
  type WireRequest,
  type WireResponse,
} from 'payment-gateway-core/access';
import { isPlaceholder } from 'payment-gateway-core/util';
import type { ServerValues } from '../options/index.js';
import type { Failures, Journal, MatchedRequest, OwnPaths, OwnRequest, Prepared } from '../server/index.js';
import {
  type AccountOf,
  checkToken,
  corsHeaders,
  createRecorder,
  createStaticFiles,
  describeFault,
  FAULT_HEADER,
  type Fault,
  faultResponse,
  isFaultless,
  isStaticPath,
  type Landing,
  landingPage,
  NO_BODY,
  preflight,
  type ReceivedRequest,
  readFault,
  readJsonBody,
  readPrefer,
  realCards,
} from '../server/index.js';
import type { Vary } from '../variants/index.js';

/** Returns a response from the contract's examples or from a state. The response may carry a fault. */
export type Respond = (request: MatchedRequest) => WireResponse | Promise<WireResponse>;

/** The conditions when a request arrives. */
export interface Arrival {
  /** The current time in milliseconds since 1970, for checks of dates in the request. */
  now: number;
  /** The planned fault for this request. */
  fault: Fault | undefined;
  /** Changes a response that no rule returned. */
  vary?: Vary;
  /** Responds by the state of the account. Default: `respond` of the pipeline. */
  respond?: (request: MatchedRequest) => Promise<Answered>;
  /** Called when the request was carried out, before its response is sent or lost. */
  carriedOut?: ((response: WireResponse) => Promise<void>) | undefined;
}
/** A response, and the changes that belong to it: a rule and the form of its response assume the same. */
export interface Answered {
  response: WireResponse;
  vary?: Vary | undefined;
  /** The planned fault of the request, such as `502 after commit`. */
  planned?: string | undefined;
  /** The time when the request arrived, for the `Date` header if it is ahead of the system's time. */
  now?: number | undefined;
}
/** @param hasFault the request itself asks for a fault, so no planned fault is used up */
export type Arrive = (request: ReceivedRequest, hasFault: boolean) => Promise<Arrival>;

export interface PipelineParts {
  options: ServerValues;
  /** The address to listen on, if any: requests may name it in `Host`. */
  host: string | undefined;
  /** Where browsers reach the server, if that differs from `host`. Requests may name it in `Host`, except for control paths. */
  publicUrl?: string;
  prepared: Prepared;
  respond: Respond;
  /** Default: the system's time without a fault. */
  arrive?: Arrive;
  ownPaths: readonly OwnPaths[];
  /** Serves the rendered docs. */
  docs: boolean;
  /** Adds a script to the docs that sends their examples to this server. Default false. */
  sending?: boolean;
  journal: Journal;
  accountOf?: AccountOf;
  failures: Failures;
}

/** Creates the handler of all requests, over a socket or not. Read it from top to bottom. */
export function createPipeline(parts: PipelineParts): Handle {
  const { options, host, publicUrl, prepared, respond, arrive, ownPaths, docs, sending = false } = parts;
  const { journal, failures } = parts;
  const { route, validator, warner, testCards, evidenceOf } = prepared;
  const hosts = [...(options.allowHosts ?? []), ...(host === undefined ? [] : [host])];
  const guard = createGuard({ hosts, publicUrl, cors: options.cors });
  const record = createRecorder(journal, options.log, parts.accountOf);
  const landing = landingOf(parts);
  const files = createStaticFiles(docs, sending);
  const longestFirst = [...ownPaths].sort((one, other) => other.prefix.length - one.prefix.length);

  return async (request) => {
    const { method, headers } = request;
    const { authority, path, query, isQueryBroken } = parseTarget(request.target);
    const own = longestFirst.find(({ prefix }) => path.startsWith(prefix) || `${path}/` === prefix);
    // A whole address in the request line replaces the header (RFC 9112).
    const hostIn = request.isInProcess ? undefined : authority || headers.host;
    if (!request.isInProcess) {
      const refused = guard(accessTo(path, own), { method, authority, headers });
      if (refused) return logRefused(request, refused);
    }
    if (own) return refuseForm(request) ?? respondOwn(own, { ...request, path, query, host: hostIn });
    const asked = preflight(method, headers, options.cors);
    // A browser hides the reason from its page.
    if (asked?.status === 403) return logRefused(request, asked);
    const beside = asked ?? page(method, path, headers);
    if (beside) return withHeaders(await beside, headers.origin);

    const started = performance.now();
    const found = route(method, path);
    const bytes = await request.readBody();
    const body = bytes && readJsonBody(bytes, headers['content-type'], headers['content-encoding']);
    const target = request.target;
    const received = { started, method, target, found, path, query, isQueryBroken, headers, host: hostIn, body };
    const arrived = await throughFaults(received);
    const response = printNow(arrived.response);
    const sent = body && 'value' in body ? body.value : undefined;
    const answer = { status: response.status, sent, body: response.body };
    const evidence = 'operation' in found ? evidenceOf(found.operation, answer) : undefined;
    record(received, { response, evidence, planned: arrived.planned });
    return withHeaders(arrived.vary?.body(response) ?? response, headers.origin, evidence, arrived.now);
  };

  /** Responds to HEAD on each path that takes GET. Programs that wait for a server send it. */
  async function respondOwn(own: OwnPaths, request: OwnRequest): Promise<WireResponse> {
    if (request.method !== 'HEAD') return own.respond(request);
    // A stream would not end, because a client of HEAD reads nothing.
    const { stream: _unread, ...response } = await own.respond({ ...request, method: 'GET' });
    return response;
  }

  /** Logs a request that the guard refuses, because its client may not show the reason. The journal is for clients of the API. */
  function logRefused({ method, target, headers }: WireRequest, refused: WireResponse): WireResponse {
    const { path, query } = parseTarget(target);
    const received = {
      started: performance.now(),
      method,
      target,
      found: route(method, path),
      path,
      query,
      headers,
      body: NO_BODY,
    };
    record(received, { response: printNow(refused), evidence: undefined }, false);
    return refused;
  }

  function accessTo(path: string, own: OwnPaths | undefined): Access {
    if (own === undefined) return path === '/' || isStaticPath(path) ? 'docs' : 'api';
    return `${path}/` === own.prefix || path === own.prefix ? 'console' : (own.access ?? 'control');
  }

  /** Returns the response for the landing page, the contract or the docs; undefined for any other request. */
  function page(method: string, path: string, headers: Record<string, string>) {
    if (method !== 'GET' && method !== 'HEAD') return undefined;
    if (path === '/' && 'problem' in route('GET', path)) return landingPage(landing, headers.accept);
    return isStaticPath(path) ? files(path, headers) : undefined;
  }

  /** Applies the requested fault, even to an invalid request. */
  async function throughFaults(request: ReceivedRequest): Promise<Answered> {
    const asked = readFault(request.headers[FAULT_HEADER]);
    if ('problem' in asked) return { response: refuse(400, asked.problem) };
    const arrival = await arrive?.(request, !isFaultless(asked));
    const now = arrival?.now;
    const fault = arrival?.fault ?? asked;
    const latency = options.latency + (fault.latency ?? 0);
    if (latency > 0) await sleep(latency);
    const instead = fault.after === 'commit' ? undefined : (faultResponse(fault) ?? failures.next());
    const random = instead && `${instead.status} by failure rate`;
    const planned = describeFault(fault) || random;
    const answered = instead ? { response: instead, vary: arrival?.vary } : await throughStages(request, arrival);
    const { response, vary } = answered;
    if (instead === undefined) await arrival?.carriedOut?.(response);
    if (fault.kind === 'truncate') return { response: { ...response, fault: 'truncate' }, vary, planned, now };
    // The assumptions of the account do not change a body that the caller planned.
    if (fault.body !== undefined && instead !== undefined) return { response, planned, now };
    // With `after: 'commit'`, the fault replaces the response only now.
    const lost = faultResponse(fault);
    return { response: lost ?? response, vary: fault.body === undefined ? vary : undefined, planned, now };
  }

  /** Each stage refuses the request or lets it go on. */
  async function throughStages(request: ReceivedRequest, arrival: Arrival | undefined): Promise<Answered> {
    const read = readRequest(request, arrival?.now ?? Date.now());
    if ('refusal' in read) return { response: read.refusal, vary: arrival?.vary };
    const { matched, warnings } = read;
    const { response: answer, vary } = (await arrival?.respond?.(matched)) ?? { response: await respond(matched) };
    const response = vary?.answer(answer, matched.operation) ?? answer;
    return { response: { ...response, warnings: [...warnings, ...(response.warnings ?? [])] }, vary };
  }

  /** Returns the checked request with its warnings, or its refusal. */
  function readRequest(request: ReceivedRequest, now: number): Read {
    const { started, found, path, query, headers, host, body } = request;
    if ('problem' in found) return refused(refuse(found.status, found.problem, found.headers));
    const { operation, params } = found;
    if (!body) return refused(refuse(413, `body: must be at most ${LARGEST_BODY} bytes`));
    const { preference, problem } = readPrefer(headers.prefer);
    if (problem !== undefined) return refused(refuse(400, problem));
    // A refused token is the only problem that the response reports.
    const access = checkToken(operation, headers, options);
    if (access.refusal) return refused(access.refusal);
    // The sentence about an id that nothing has would hide the mistake.
    const missing = Object.keys(params).find((name) => isPlaceholder(params[name] ?? ''));
    if (missing)
      return refused(refuse(404, `path.${missing}: is a placeholder instead of an id; is its variable set?`));
    if (request.isQueryBroken)
      return refused(refuse(400, 'query: has an escape that is not UTF-8; was it encoded as ISO-8859-1?'));
    if ('problem' in body) return refused(refuse(body.status, body.problem));

    const { duplicates } = body;
    const validate = validator(operation);
    const sent = { params, query, headers, body: body.value };
    const asSent = validate(sent);
    const looked = warner(operation)({ ...sent, duplicates }, now, asSent.length > 0);
    const { body: value, warnings } = looked;
    // `strict` judges values as they were sent. A converted value has a warning, so `refuseWarnings` refuses it, too.
    const isAsSent = value === sent.body || (options.strict && !options.refuseWarnings);
    const violations = isAsSent ? asSent : validate({ ...sent, body: value });
    const cards = options.allowAnyCard ? [] : realCards(value, testCards);
    const wrong = options.refuseWarnings ? warnings : options.strict ? looked.unknown : [];
    const errors = [...violations, ...cards, ...wrong];
    if (errors.length > 0) {
      const others = warnings.filter((warning) => !wrong.includes(warning));
      return refused({ ...refuse(400, errors), warnings: [...access.warnings, ...others] });
    }
    const matched = { operation, params, path, query, headers, host, body: value, preference, started, now };
    return { matched, warnings: [...access.warnings, ...warnings] };
  }

  function withHeaders(response: WireResponse, origin: string | undefined, evidence?: string, now = 0): WireResponse {
    const added = {
      // The clock of a sandbox may have been advanced. With an earlier date, caches would take the response for stale.
      ...(now > Date.now() ? { date: new Date(now).toUTCString() } : {}),
      ...(evidence === undefined ? {} : { 'x-evidence': evidence }),
      ...(options.cors ? corsHeaders(origin, response.headers.vary) : {}),
    };
    return { ...response, headers: { ...response.headers, ...added } };
  }
}

type Read =
  | { readonly refusal: WireResponse }
  | { readonly matched: MatchedRequest; readonly warnings: readonly string[] };

const refused = (refusal: WireResponse): Read => ({ refusal });

function landingOf({ prepared: { title, operations }, options, ownPaths, docs }: PipelineParts): Landing {
  const server = ownPaths[0]?.prefix.replace(/\W|_/g, '') ?? 'server';
  const docsPlace: [string, string] = docs
    ? ['/docs/', 'the docs']
    : ['--docs', 'the option that serves the docs here'];
  return {
    what: `The ${server} of ${title}`,
    places: [
      [
        '/v1/…',
        `the API: ${operations.length} operations${options.anonymous ? '' : ', each asking for a bearer token'}`,
      ],
      ['/openapi.yaml', 'the contract'],
      ['/openapi.json', 'the same as JSON'],
      docsPlace,
      ...ownPaths.flatMap(({ endpoints = {} }) =>
        Object.entries(endpoints).map(([endpoint, what]): [string, string] => [endpoint.replace(/^GET /, ''), what]),
      ),
    ],
  };
}
