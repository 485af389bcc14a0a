import { readOperations } from '../../contract/contract.js';
import type { JsonObject } from '../../contract/json.js';
import { isObject } from '../../contract/json.js';
import { readPackageJson } from '../../contract/package-files.js';
import type { Ajv2020 } from '../../contract/peers.js';
import { createRouter, type NoRoute, type Route } from '../../contract/router.js';
import { createValidators } from '../../contract/validation/validator.js';
import { bearerToken } from '../../server/access/token.js';
import type { OwnPaths, OwnRequest } from '../../server/internal-routes.js';
import { readJsonBody } from '../../server/wire/json-body.js';
import { LARGEST_BODY } from '../../server/wire/request.js';
import { refuse, type WireResponse } from '../../server/wire/response.js';
import { accountOf, EVERYBODY } from '../accounts.js';
import { DeliveryFailed, WaitTimeout } from '../events/index.js';
import { createAssets } from '../pages/assets.js';
import { buyerPage, consolePage } from '../pages/pages.js';
import { orRefusal } from '../request/respond.js';
import { ScenarioError } from '../scenario/index.js';
import { Refusal } from '../state/index.js';
import { StateVersionError } from '../stores/index.js';
import type { ControlCall, ControlOperation } from './call.js';
import { createHandlers, type HandlersOptions } from './handlers.js';

export interface ControlOptions extends HandlersOptions {
  readonly Ajv: Ajv2020;
  /** The size of the largest snapshot that can be restored, in bytes. */
  readonly snapshotBytes: number;
}

const PREFIX = '/_sandbox/';
const CONTRACT = `${PREFIX}openapi.json`;
const RESTORE = 'restoreSnapshot' satisfies ControlOperation;
const ACCOUNT_HEADER = 'x-sandbox-account';
const STREAM_HEADERS = { 'content-type': 'text/event-stream', 'cache-control': 'no-store', 'x-accel-buffering': 'no' };

/** The number of snapshots that are read at once: each takes several times its size in memory. Others wait. */
const CONCURRENT_SNAPSHOTS = 2;

/**
 * All that is below `/_sandbox/`: the control API, by its own contract, which is loaded by the first request; the console; and the pages of buyers.
 */
export function createControlPaths({ Ajv, snapshotBytes, ...options }: ControlOptions): OwnPaths[] {
  const { engine, perToken } = options;
  const handlers = createHandlers(options);
  let loaded: ReturnType<typeof load> | undefined;
  const inTurn = limitConcurrency(CONCURRENT_SNAPSHOTS);

  return [
    {
      prefix: PREFIX,
      endpoints: [`GET ${PREFIX}`],
      respond: async (request) => consolePage(request, perToken) ?? callOperation(request),
    },
    ...['pay', '3ds'].map(
      (page): OwnPaths => ({
        prefix: `${PREFIX}${page}/`,
        access: 'buyers',
        respond: async (request) => (await buyerPage(engine, request)) ?? callOperation(request),
      }),
    ),
    { prefix: `${PREFIX}assets/`, access: 'buyers', respond: createAssets() },
  ];

  async function callOperation(request: OwnRequest): Promise<WireResponse> {
    loaded ??= load(Ajv);
    const { contract, route } = loaded;
    if (request.path === CONTRACT && request.method === 'GET') return { status: 200, headers: {}, body: contract };
    const found = route(request.method, request.path);
    if ('problem' in found) return refuse(found.status, found.problem, found.headers);
    if (found.operation.operationId !== RESTORE) return callHandler(request, found, loaded.validator);
    const { validator } = loaded;
    return inTurn(() => callHandler(request, found, validator));
  }

  async function callHandler(
    request: OwnRequest,
    { operation, params }: Found,
    validator: ReturnType<typeof load>['validator'],
  ): Promise<WireResponse> {
    // The contract is the package's own, and the compiler ties the handlers to its operations. Pages were served before.
    const operationId = operation.operationId as ControlOperation;
    const isSnapshot = operationId === RESTORE;
    const body = await bodyOf(
      request,
      isSnapshot ? snapshotBytes : LARGEST_BODY,
      isSnapshot ? '; raise --snapshot-bytes' : '',
    );
    if ('refusal' in body) return body.refusal;
    const { query, headers } = request;
    const violations = validator(operation)({ params, query, headers, body: body.value });
    if (violations.length > 0) return refuse(400, violations);
    const call = {
      account: () => accountNamedBy(headers),
      namesAccount: perToken && (headers[ACCOUNT_HEADER] !== undefined || bearerToken(headers) !== undefined),
      params,
      query,
      body: isObject(body.value) ? body.value : {},
    };
    return orRefusal(async () => {
      await refuseUnknownAccount(headers);
      return respond(operationId, call);
    });
  }

  async function respond(operationId: ControlOperation, call: ControlCall): Promise<WireResponse> {
    try {
      const body = await handlers[operationId](call);
      if (typeof body === 'function') return { status: 200, headers: STREAM_HEADERS, stream: body };
      return body === undefined ? { status: 204, headers: {} } : { status: 200, headers: {}, body };
    } catch (error) {
      if (error instanceof ScenarioError) return refuse(422, error.errors);
      if (error instanceof WaitTimeout) return refuse(408, error.message);
      if (error instanceof StateVersionError || error instanceof DeliveryFailed) return refuse(422, error.message);
      if (error instanceof RangeError) return refuse(400, error.message);
      throw error;
    }
  }

  async function refuseUnknownAccount({ [ACCOUNT_HEADER]: name }: Record<string, string>): Promise<void> {
    if (name === undefined || name === EVERYBODY || (await engine.accounts()).includes(name)) return;
    throw new Refusal(404, [`${ACCOUNT_HEADER}: there is no such account; GET ${PREFIX}accounts lists them`]);
  }

  function accountNamedBy(headers: Record<string, string>): string {
    if (!perToken) return EVERYBODY;
    const name = headers[ACCOUNT_HEADER];
    if (name !== undefined) return name;
    const token = bearerToken(headers);
    if (token !== undefined) return accountOf(token);
    throw new Refusal(400, [
      'authorization: each token has an account of its own; send the bearer token of the one that is meant',
    ]);
  }
}

type Found = Exclude<Route, NoRoute>;

function load(Ajv: Ajv2020) {
  const contract: JsonObject = readPackageJson('generated/sandbox.openapi.json');
  return { contract, route: createRouter(readOperations(contract)), validator: createValidators(Ajv, contract) };
}

async function bodyOf(
  { readBody, headers }: OwnRequest,
  largest: number,
  advice: string,
): Promise<{ value: unknown } | { refusal: WireResponse }> {
  const bytes = await readBody(largest);
  if (bytes === undefined) return { refusal: refuse(413, `body: must be at most ${largest} bytes${advice}`) };
  const body = readJsonBody(bytes, headers['content-type'], headers['content-encoding']);
  return 'problem' in body ? { refusal: refuse(body.status, body.problem) } : body;
}

/** Returns a function that runs at most so many tasks at once; the others wait in their order. */
function limitConcurrency(most: number): <Value>(task: () => Promise<Value>) => Promise<Value> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (task) => {
    if (running < most) running++;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await task();
    } finally {
      const next = waiting.shift();
      if (next === undefined) running--;
      else next();
    }
  };
}
