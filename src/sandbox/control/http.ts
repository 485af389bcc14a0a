import { redact } from '../../redaction/index.js';
import { bearerToken } from '../../server/access/token.js';
import type { OwnPaths, OwnRequest } from '../../server/internal-routes.js';
import { readJsonBody } from '../../server/wire/json-body.js';
import { LARGEST_BODY } from '../../server/wire/request.js';
import { refuse, type WireResponse } from '../../server/wire/response.js';
import { accountOf, EVERYBODY } from '../accounts.js';
import type { Engine } from '../engine.js';
import { DeliveryFailed, WaitTimeout } from '../events/index.js';
import { createAssets } from '../pages/assets.js';
import { buyerPage, consolePage } from '../pages/pages.js';
import { orRefusal } from '../request/respond.js';
import { ScenarioError } from '../scenario/index.js';
import { Refusal } from '../state/index.js';
import { StateVersionError } from '../stores/index.js';
import type { ControlOperation } from './call.js';
import { type Control, InvalidCall, type Unchecked } from './control.js';

export interface ControlPathsOptions {
  readonly control: Control;
  readonly engine: Engine;
  readonly perToken: boolean;
  /** The largest snapshot that a restore accepts, in bytes. */
  readonly snapshotBytes: number;
}

const PREFIX = '/_sandbox/';
const CONTRACT = `${PREFIX}openapi.json`;
const RESTORE = 'restoreSnapshot' satisfies ControlOperation;
const ACCOUNT_HEADER = 'x-sandbox-account';
const STREAM_HEADERS = { 'content-type': 'text/event-stream', 'cache-control': 'no-store', 'x-accel-buffering': 'no' };

/** The most snapshots to read at once, because each one takes several times its size in memory. Others wait. */
const CONCURRENT_SNAPSHOTS = 2;

/** Operations that return free text of the merchant, which may contain a card number. */
const FREE_TEXT: ReadonlySet<ControlOperation> = new Set([
  'retrieveObject',
  'actOnObject',
  'listEvents',
  'retrieveEvent',
  'waitForEvent',
  'redeliverEvent',
]);

/** Returns the paths below `/_sandbox/`: the control API, the console, and the buyer pages. */
export function createControlPaths({ control, engine, perToken, snapshotBytes }: ControlPathsOptions): OwnPaths[] {
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
    const { method, path } = request;
    if (path === CONTRACT && method === 'GET') return { status: 200, headers: {}, body: control.contract };
    const found = control.route(method, path);
    if ('problem' in found) return refuse(found.status, found.problem, found.headers);
    // The compiler ties the handlers to the operations of the contract. Pages have been served above.
    const id = found.operation.operationId as ControlOperation;
    const { params } = found;
    return id === RESTORE ? inTurn(() => respond(id, params, request)) : respond(id, params, request);
  }

  async function respond(
    id: ControlOperation,
    params: Record<string, string>,
    request: OwnRequest,
  ): Promise<WireResponse> {
    const [largest, advice] = id === RESTORE ? [snapshotBytes, '; raise --snapshot-bytes'] : [LARGEST_BODY, ''];
    const { query, headers } = request;
    const bytes = await request.readBody(largest);
    if (bytes === undefined) return refuse(413, `body: must be at most ${largest} bytes${advice}`);
    const body = readJsonBody(bytes, headers['content-type'], headers['content-encoding']);
    if ('problem' in body) return refuse(body.status, body.problem);
    return orRefusal(() => answer(id, { params, query, headers, body: body.value }, headers));
  }

  async function answer(
    id: ControlOperation,
    request: Unchecked,
    headers: Record<string, string>,
  ): Promise<WireResponse> {
    try {
      await refuseUnknownAccount(headers);
      const body = await control.call(id, request, {
        account: () => accountNamedBy(headers),
        namesAccount: perToken && (headers[ACCOUNT_HEADER] !== undefined || bearerToken(headers) !== undefined),
      });
      if (typeof body === 'function') return { status: 200, headers: STREAM_HEADERS, stream: body };
      if (body === undefined) return { status: 204, headers: {} };
      return { status: 200, headers: {}, body: FREE_TEXT.has(id) ? redact(body) : body };
    } catch (error) {
      if (error instanceof ScenarioError) {
        return refuse(
          422,
          error.problems.map(({ sentence }) => sentence),
        );
      }
      if (error instanceof WaitTimeout) return refuse(408, error.message);
      if (error instanceof StateVersionError || error instanceof DeliveryFailed) return refuse(422, error.message);
      if (error instanceof InvalidCall) return refuse(400, [...error.errors]);
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
      'authorization: each token has its own account here; send the bearer token of the account',
    ]);
  }
}

/** Returns a function that runs at most `most` tasks at once. Others wait in order. */
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
