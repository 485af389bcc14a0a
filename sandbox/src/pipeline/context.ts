import { performance } from 'node:perf_hooks';
import { parseTarget, type WireRequest, type WireResponse } from 'payment-gateway-core/access';
import type { Operation, OperationRoute, Router } from 'payment-gateway-core/contract';
import type { Values } from 'payment-gateway-core/util';
import type { Assumed } from 'payment-gateway-core/values';
import { EVERYBODY, type Fault, type JsonBody, NO_BODY, type ReceivedRequest } from '../server/index.js';
import type { Unit } from '../state/index.js';

/** Watches the requests of an account. Called when one arrives: the request waits for it. */
export type Observer = (request: ReceivedRequest) => Promise<Watched | undefined>;

export interface Watched {
  /** Replaces a planned fault. */
  readonly fault: Fault | undefined;
  /** Called with the planned fault of the account, unless `fault` replaces it. */
  readonly planned?: (fault: Fault) => void;
  /** Called when the request was carried out, before its response is sent or lost: the response waits for it. */
  readonly carriedOut: (response: WireResponse) => Promise<void>;
}

/** A request, and what the steps have found out about it. Each field names the step that sets it. */
export class Context implements ReceivedRequest {
  readonly request: WireRequest;
  /** The method as sent. */
  readonly method: string;
  /** The method whose operation responds: GET for HEAD. */
  readonly routedMethod: string;
  readonly target: string;
  readonly authority: string | undefined;
  readonly path: string;
  readonly query: Values;
  readonly isQueryBroken: boolean;
  readonly headers: Record<string, string>;
  /** The host and port that the request names. Undefined in this process. */
  readonly host: string | undefined;
  /** When the request arrived, or went on after an observer. By `performance.now()`. */
  started = performance.now();

  /** `body`: undefined if it is too large. `input` replaces its value by one with scalars in the contract's types. */
  body: JsonBody | undefined = NO_BODY;
  value: unknown;
  /** `account` */
  account = EVERYBODY;
  watched: Watched | undefined;
  /** `faults`: the fault that the request asks for, and the random failure that it gets if no fault comes first. */
  asked: Fault = {};
  failure: WireResponse | undefined;

  /** `unitOfWork`: the clock of the account in milliseconds since 1970, its assumptions, and its last event before the request. */
  now = 0;
  assumed: Assumed = {};
  lastEvent = 0;
  /** `plannedFaults`: the planned fault of the account, the fault that counts, and whether it replaces the request. */
  planned: Fault | undefined;
  fault: Fault = {};
  isReplaced = false;
  /** `faults`: the response to a request that was carried out, also if a fault loses it. */
  answer: WireResponse | undefined;
  /** `token` and `input`: one sentence per warning. */
  warnings: readonly string[] = [];
  /** `journal`: the weakest evidence of the response. */
  evidence: string | undefined;

  readonly #route: Router;
  #found: OperationRoute | undefined;
  #unit: Unit | undefined;

  constructor(request: WireRequest, route: Router) {
    const { method, target, headers, isInProcess } = request;
    const { authority, path, query, isQueryBroken } = parseTarget(target);
    this.request = request;
    this.method = method;
    this.routedMethod = method === 'HEAD' ? 'GET' : method;
    this.target = target;
    this.authority = authority;
    this.path = path;
    this.query = query;
    this.isQueryBroken = isQueryBroken;
    this.headers = headers;
    // A whole address in the request line replaces the header (RFC 9112).
    this.host = isInProcess ? undefined : authority || headers.host;
    this.#route = route;
  }

  /** The operation, or the refusal of a path or method that has no operation. */
  get found(): OperationRoute {
    this.#found ??= this.#route(this.routedMethod, this.path);
    return this.#found;
  }

  /** The operation of the request. Only steps after `operation` may read it. */
  get operation(): Operation {
    return this.#operation.operation;
  }

  /** The path parameters, decoded. Only steps after `operation` may read them. */
  get params(): Record<string, string> {
    return this.#operation.params;
  }

  get #operation() {
    if ('operation' in this.found) return this.found;
    throw new Error('operation: must be a step before this one');
  }

  /** The unit of work that carries the request out. Only steps inside of it may read it. */
  get unit(): Unit {
    if (this.#unit !== undefined) return this.#unit;
    throw new Error('unitOfWork: must be around this step');
  }

  /** Begins a unit of work, also again after a conflict. */
  begin(unit: Unit): this {
    this.#unit = unit;
    this.now = unit.now;
    this.assumed = unit.assumed;
    this.lastEvent = unit.state.last.event;
    this.warnings = [];
    return this;
  }
}
