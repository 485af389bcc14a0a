import { redact } from 'payment-gateway-contract';
import { LARGEST_BODY, refuse, type WireResponse } from 'payment-gateway-core/access';
import type { Engine } from '../engine/index.js';
import { buyerPage, type ConsoleOptions, consolePage, createAssets } from '../pages/index.js';
import { ScenarioError } from '../scenario/index.js';
import type { OwnPaths, OwnRequest } from '../server/index.js';
import { accountByToken, EVERYBODY, readJsonBody } from '../server/index.js';
import { orRefusal } from '../state/index.js';
import { StateVersionError } from '../stores/index.js';
import type { ControlOperation } from './call.js';
import type { Control } from './control-api.js';

interface ControlPathsOptions extends ConsoleOptions {
  readonly control: Control;
  readonly engine: Engine;
  /** Returns where browsers reach the pages, by the host of a request. */
  readonly publicUrlAt: (host: string | undefined) => string | undefined;
  /** The largest snapshot that a restore accepts, in bytes. */
  readonly snapshotBytes: number;
}

const PREFIX = '/_sandbox/';
const CONTRACT = `${PREFIX}openapi.json`;
const RESTORE = 'restoreSnapshot' satisfies ControlOperation;
const ACCOUNT_HEADER = 'x-sandbox-account';
const STREAM_HEADERS = { 'content-type': 'text/event-stream', 'cache-control': 'no-store', 'x-accel-buffering': 'no' };

/** Operations that return free text of the merchant, which may contain a card number. */
const FREE_TEXT: ReadonlySet<ControlOperation> = new Set([
  'retrieveObject',
  'retrieveDetails',
  'retrieveTimeline',
  'actOnObject',
  'listEvents',
  'retrieveEvent',
  'waitForEvent',
  'redeliverEvent',
  'planFault',
  'listFaults',
]);

/** Returns the paths below `/_sandbox/`: the control API, the console, and the buyer pages. */
export function createControlPaths({
  control,
  engine,
  publicUrlAt,
  perToken,
  docs,
  snapshotBytes,
}: ControlPathsOptions): OwnPaths[] {
  let lastRestore: Promise<unknown> = Promise.resolve();

  return [
    {
      prefix: PREFIX,
      endpoints: { [`GET ${PREFIX}`]: 'the console, and the control API for tests' },
      respond: async (request) => consolePage(request, { perToken, docs }) ?? callOperation(request),
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
    // The compiler ties the handlers to the operations of the contract.
    const id = found.operation.operationId as ControlOperation;
    const task = () => orRefusal(() => respond(id, found.params, request));
    if (id !== RESTORE) return task();
    // A snapshot takes several times its size in memory, so the sandbox reads one at a time.
    const restored = lastRestore.then(task, task);
    lastRestore = restored;
    return restored;
  }

  async function respond(
    id: ControlOperation,
    params: Record<string, string>,
    { query, headers, host, readBody }: OwnRequest,
  ): Promise<WireResponse> {
    const [largest, advice] = id === RESTORE ? [snapshotBytes, '; raise --snapshot-bytes'] : [LARGEST_BODY, ''];
    const bytes = await readBody(largest);
    if (bytes === undefined) return refuse(413, `body: must be at most ${largest} bytes${advice}`);
    const read = readJsonBody(bytes, headers['content-type'], headers['content-encoding']);
    if ('problem' in read) return refuse(read.status, read.problem);
    const named = headers[ACCOUNT_HEADER];
    if (named !== undefined && named !== EVERYBODY && !(await engine.accounts()).includes(named))
      return refuse(404, `${ACCOUNT_HEADER}: there is no such account; GET ${PREFIX}accounts lists them`);
    const account = perToken ? (named ?? accountByToken(headers)) : EVERYBODY;
    try {
      const sent = { params, query, headers, body: read.value };
      const body = await control.call(id, sent, account, publicUrlAt(host));
      if (typeof body === 'function') return { status: 200, headers: STREAM_HEADERS, stream: body };
      if (body === undefined) return { status: 204, headers: {} };
      return { status: 200, headers: {}, body: FREE_TEXT.has(id) ? redact(body) : body };
    } catch (error) {
      if (error instanceof RangeError) return refuse(400, error.message);
      if (error instanceof StateVersionError) return refuse(422, error.message);
      if (error instanceof ScenarioError) return refuse(422, error.message.split('\n'));
      throw error;
    }
  }
}
