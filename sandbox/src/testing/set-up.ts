import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { createGatewayClient, type GatewayClient, type GatewayClientOptions } from 'payment-gateway-contract';
import { type KnownWebhookEvent, parseWebhookEvent, type UnknownWebhookEvent } from 'payment-gateway-contract/webhooks';
import { isObject, readOption, readOptions } from 'payment-gateway-core/util';
import { SANDBOX_OPTIONS, type SandboxServerOptions } from '../options/index.js';
import { type Probe, probe, type SandboxControls, startSandbox } from '../sandbox/index.js';

/** Your test runner's hook that runs after all tests of a file: `afterAll` of vitest and jest, `after` of node:test. */
export type AfterAll = (hook: () => Promise<void>) => unknown;

/**
 * The options of a sandbox, with defaults for tests: a free port, a manual clock, and `refuseWarnings: true`, which refuses a misspelled field with a 400.
 * Each token has a separate account.
 */
export type TestSandboxOptions = Omit<SandboxServerOptions, 'accounts'>;

export interface AccountOptions {
  /** Your webhook handler. It gets the body of each event. If it throws or rejects, the receiver answers 500. */
  readonly onEvent?: ((body: string) => unknown) | undefined;
  /** The address of your server, if it should get the events too. */
  readonly webhook?: string | undefined;
  /** Further options of the client. */
  readonly client?: Omit<Partial<GatewayClientOptions>, 'baseUrl' | 'accessToken'> | undefined;
}

/** An empty account for one test. Tests can run at the same time without sharing state, clock or faults. */
export interface TestAccount {
  readonly client: GatewayClient;
  readonly account: SandboxControls;
  readonly receiver: TestReceiver;
  /** The address of the sandbox, for a shop that creates its own client. */
  readonly baseUrl: string;
  readonly accessToken: string;
}

/**
 * Returns a function that creates an account with a client and a webhook receiver for one test. All accounts of the file share a sandbox,
 * which starts with the first account and is closed after all tests.
 *
 * ```ts
 * const newAccount = setUpSandbox(afterAll);
 *
 * test('a Pix is paid', async () => {
 *   const { client, account, receiver } = await newAccount();
 * ```
 *
 * @throws RangeError or TypeError with one line that names an invalid option
 */
export function setUpSandbox(
  afterAll: AfterAll,
  options: TestSandboxOptions = {},
): (options?: AccountOptions) => Promise<TestAccount> {
  if (typeof afterAll !== 'function') {
    throw new TypeError('setUpSandbox: needs a hook first; pass afterAll of vitest or jest, or after of node:test');
  }
  requireObject('options', options);
  const { port = 0, clock = 'manual', refuseWarnings = true, ...others } = options;
  const sandboxOptions = { ...others, port, clock, refuseWarnings, accounts: 'per-token' } as const;
  readOptions(SANDBOX_OPTIONS, sandboxOptions);
  let starting: ReturnType<typeof start> | undefined;
  afterAll(async () => {
    // A failed start has rejected each newAccount already.
    const servers = await starting?.catch(() => undefined);
    await servers?.sandbox.close();
    servers?.receivers.close();
  });

  return async (account = {}) => {
    requireObject('options', account);
    const { onEvent = () => {}, webhook, client = {} } = account;
    requireObject('client', client);
    if (typeof onEvent !== 'function') throw new TypeError('onEvent: must be a function of the body of an event');
    readOption('webhook', SANDBOX_OPTIONS.webhook, webhook, sandboxOptions);
    starting ??= start(sandboxOptions);
    const { sandbox, receivers } = await starting;
    const accessToken = randomUUID();
    const receiver = receivers.add(onEvent);
    for (const url of webhook === undefined ? [receiver.url] : [receiver.url, webhook]) {
      await addReceiver(sandbox.url, accessToken, url);
    }
    const created: TestAccount = {
      client: createGatewayClient({ ...client, baseUrl: sandbox.url, accessToken }),
      account: sandbox.account(accessToken),
      receiver,
      baseUrl: sandbox.url,
      accessToken,
    };
    const inner = probe(sandbox, accessToken);
    const drop = async () => {
      receivers.remove(receiver);
      await inner.drop();
    };
    probes.set(created, { ...inner, drop });
    return created;
  };
}

const probes = new WeakMap<TestAccount, Probe>();

/** Returns the inner parts of a test account. Throws a TypeError for any other object. */
export function probeOf(account: TestAccount): Probe {
  const found = probes.get(account);
  if (found === undefined) throw new TypeError('newAccount: must be the function that setUpSandbox returned');
  return found;
}

function requireObject(name: string, value: unknown): void {
  if (!isObject(value)) throw new TypeError(`${name}: must be an object`);
}

async function start(options: SandboxServerOptions) {
  const sandbox = await startSandbox(options);
  return { sandbox, receivers: await startReceiverServer() };
}

/** Sends the events of the account to the address, without a registration that tests would see in a list. */
async function addReceiver(baseUrl: string, accessToken: string, url: string): Promise<void> {
  const response = await fetch(`${baseUrl}/_sandbox/receivers`, {
    method: 'POST',
    headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ url }),
  });
  if (!response.ok) throw new RangeError(`webhook: was refused: ${await response.text()}`);
}

export type WebhookEvent = KnownWebhookEvent | UnknownWebhookEvent;

/** Receives the events of one account. */
export interface TestReceiver {
  readonly url: string;
  /** The events so far, in the order of their arrival. A retry counts again. */
  readonly events: readonly WebhookEvent[];
  /** Answers all further events with this status instead of calling `onEvent`; without a status it calls `onEvent` again. */
  respondWith(status?: number): void;
}

interface Entry {
  readonly events: WebhookEvent[];
  readonly onEvent: (body: string) => unknown;
  status: number | undefined;
}

/** Answers 500, and prints nothing. */
export class EventRefused extends Error {}

async function startReceiverServer() {
  const entries = new Map<string, Entry>();
  let last = 0;
  const server = createServer(async (request, response) => {
    try {
      response.writeHead(await receive(entries.get(request.url ?? ''), await text(request))).end();
    } catch (error) {
      // The test sees only a delivery with status 500, so this prints the reason.
      if (!(error instanceof EventRefused)) console.error('onEvent failed:', error);
      response.writeHead(500).end();
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // The server listens on TCP.

  return {
    /** Returns a receiver with its own path. It answers 204, or 500 if `onEvent` throws or rejects. */
    add(onEvent: Entry['onEvent']): TestReceiver {
      const path = `/${++last}`;
      const entry: Entry = { events: [], onEvent, status: undefined };
      entries.set(path, entry);
      return {
        url: `http://127.0.0.1:${port}${path}`,
        events: entry.events,
        respondWith(status) {
          if (status !== undefined && !(Number.isInteger(status) && status >= 200 && status <= 599)) {
            throw new RangeError('status: must be a whole number from 200 to 599');
          }
          entry.status = status;
        },
      };
    },
    remove({ url }: TestReceiver): void {
      entries.delete(new URL(url).pathname);
    },
    close(): void {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function receive(entry: Entry | undefined, body: string): Promise<number> {
  if (entry === undefined) return 404;
  entry.events.push(parseWebhookEvent(body));
  if (entry.status !== undefined) return entry.status;
  await entry.onEvent(body);
  return 204;
}
