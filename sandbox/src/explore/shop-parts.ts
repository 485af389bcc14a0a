/** The parts of a shop, each run in a process that may die. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { GatewayClient } from 'payment-gateway-contract';
import { BadOrders, type Order, requireOrders } from 'payment-gateway-core/books';
import { say, type Text } from '../sentences/index.js';
import type { FlowStart, ProgramShop } from './shop.js';
import { messageOf, type Timeline } from './timeline.js';
import { EITHER, type Turns } from './turns.js';

/** What runs now: its process, and the part of the shop. */
export interface Running {
  readonly died: AbortSignal;
  readonly part: string;
  readonly origin: string;
  readonly turns: Turns;
}

/** The calls of a dead process never settle, so that no code after them runs. */
const running = new AsyncLocalStorage<Running>();

export const DIED = Symbol('died');

/** The header that names the part of the shop that sends a request. */
export const PART_HEADER = 'x-explore-part';

/** A plain fetch of a shop names its part, too. */
subscribe('undici:request:create', (message) => {
  const here = running.getStore();
  const { request } = message as { readonly request: FetchRequest };
  if (here?.origin !== String(request.origin) || String(request.headers).includes(PART_HEADER)) return;
  request.addHeader?.(PART_HEADER, here.part);
  fetches.set(request, here.turns.asks(here));
});
for (const end of ['undici:request:headers', 'undici:request:error']) {
  subscribe(end, (message) => fetches.get((message as { readonly request: FetchRequest }).request)?.());
}

const fetches = new WeakMap<FetchRequest, () => void>();

interface FetchRequest {
  readonly origin?: unknown;
  readonly headers?: unknown;
  addHeader?(name: string, value: string): void;
}

/** Opens another address of the gateway, for a program whose requests name no part. */
async function openAddress(baseUrl: string) {
  const { hostname, port } = new URL(baseUrl);
  const server = createServer((socket) => {
    const gateway = connect(Number(port), hostname);
    for (const [from, to] of [[socket, gateway] as const, [gateway, socket] as const])
      from.pipe(to).once('error', () => from.destroy());
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const url = new URL(baseUrl);
  url.port = String((server.address() as AddressInfo).port); // The server listens on TCP.
  return { baseUrl: url.origin, end: () => void server.close() };
}

/** Runs a task as a part of a process. Resolves with `DIED` if the process dies meanwhile. */
function inProcess(here: Running, task: () => unknown): Promise<unknown> {
  const { died } = here;
  return new Promise((resolve, reject) => {
    if (died.aborted) return resolve(DIED);
    const end = () => resolve(DIED);
    died.addEventListener('abort', end);
    const result = running.run(here, async () => await task());
    result.then(resolve, reject).finally(() => died.removeEventListener('abort', end));
  });
}

export const deathSignal = (): AbortSignal | undefined => running.getStore()?.died;

export const partOfCaller = (): string | undefined => running.getStore()?.part;

/** Returns a client whose calls name their part of the shop. They do not settle once their process is dead. */
export function clientOfProcess(client: GatewayClient): GatewayClient {
  return new Proxy(client, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== 'function' || !['GET', 'POST', 'PUT', 'DELETE'].includes(String(name))) return value;
      return (path: unknown, init?: { readonly headers?: object }) => {
        const here = running.getStore();
        if (here === undefined) return value.call(target, path, init);
        const named = { ...init, headers: { ...init?.headers, [PART_HEADER]: here.part } };
        const call = whileAlive(here, () => value.call(target, path, named));
        const end = here.turns.asks(here);
        call.then(end, end);
        return call;
      };
    },
  });
}

async function whileAlive({ died }: Running, call: () => Promise<unknown>): Promise<unknown> {
  try {
    return died.aborted ? undefined : await call();
  } finally {
    if (died.aborted) await new Promise(() => {});
  }
}

export class ShopParts<Shop> {
  readonly errors: unknown[] = [];
  part = 'the sandbox';
  /** The run has its result, and its remaining parts stay stopped. */
  isOver = false;
  onBegin: (part: string) => void = () => {};
  readonly #shop: ProgramShop<Shop>;
  readonly #timeline: Timeline;
  readonly #turns: Turns;
  readonly #baseUrl: string;
  /** The parts with an address of their own, by the host of the address. */
  readonly hosts = new Map<string, string>();
  readonly #addresses: { readonly end: () => void }[] = [];
  #process = new AbortController();
  #state: { value: Shop } | undefined;
  #ended: Running[] = [];
  /** The process has died, and no new one has started. */
  #isDown = false;
  #restarted: Promise<void> | undefined;

  constructor(shop: ProgramShop<Shop>, timeline: Timeline, baseUrl: string, turns: Turns) {
    this.#baseUrl = baseUrl;
    this.#shop = shop;
    this.#timeline = timeline;
    this.#turns = turns;
  }

  get shop(): Shop {
    if (this.#state === undefined) throw new Error('start has not ended');
    return this.#state.value;
  }

  get hasStarted(): boolean {
    return this.#state !== undefined;
  }

  async start(start: () => Shop | Promise<Shop>): Promise<void> {
    this.#state = { value: (await this.call('start', start)) as Shop };
  }

  /** Ends the process. A new one continues. */
  die(): void {
    const died = this.#process;
    this.#process = new AbortController();
    this.#isDown = true;
    died.abort(DIED);
  }

  end(): void {
    this.isOver = true;
    this.#process.abort();
    for (const { end } of this.#addresses) end();
  }

  /** Runs the flow, and again after each crash that interrupted it. */
  async flow(part: string): Promise<void> {
    const baseUrl = await this.#addressOf(part);
    for (let restarted = false; ; restarted = true) {
      const { signal } = this.#process;
      const start: FlowStart = { restarted, signal, baseUrl };
      const what = say(part === 'flow' ? 'flow-starts' : 'clicks-again');
      if (!restarted) this.#timeline.add(what, '', { from: 'others', to: 'shop', isDrawn: true });
      const failure = await this.step(part, () => this.#shop.flow(this.shop, start));
      if (failure !== DIED) return;
      this.#timeline.add(say('restarts'), say('flow-restarts'));
    }
  }

  /** A program does not say which of two clicks sends a request, so that of the second has its own address. */
  async #addressOf(part: string): Promise<string> {
    if (part === 'flow' || this.#shop.output === undefined) return this.#baseUrl;
    const address = await openAddress(this.#baseUrl);
    this.#addresses.push(address);
    this.hosts.set(new URL(address.baseUrl).host, part);
    return address.baseUrl;
  }

  async #restart(): Promise<void> {
    const { restart } = this.#shop;
    const state = this.#state;
    if (restart === undefined || state === undefined) return;
    const renewed = await this.#run('restart', () => restart.call(this.#shop, state.value));
    if (renewed !== DIED) state.value = renewed as Shop;
  }

  /** Runs code of the shop, and adds its exception to the timeline. */
  async step(part: string, task: () => unknown): Promise<unknown> {
    const failure = await this.try(part, task);
    if (failure !== undefined && failure !== DIED)
      this.#timeline.add(shownPart(part), say('threw', { message: messageOf(failure) }));
    return failure;
  }

  /** Resolves with the exception of the shop's code, with `DIED`, or with `undefined`. */
  async try(part: string, task: () => unknown): Promise<unknown> {
    try {
      return (await this.call(part, task)) === DIED ? DIED : undefined;
    } catch (error) {
      const failure = error ?? new Error('threw nothing');
      this.errors.push(failure);
      return failure;
    }
  }

  /** Runs code of the shop in its process, or first restarts it after a crash. Resolves with the result, or with `DIED`. */
  async call(part: string, task: () => unknown): Promise<unknown> {
    if (this.#isDown) this.#restarted = this.#restart();
    this.#isDown = false;
    if (this.#restarted !== undefined) await this.#restarted;
    return this.#run(part, task);
  }

  async #run(part: string, task: () => unknown): Promise<unknown> {
    this.part = part;
    this.#turns.sign();
    this.onBegin(part);
    const died = this.#process.signal;
    const origin = new URL(this.#baseUrl).origin;
    const here: Running = { died, part, origin, turns: this.#turns };
    const result = await inProcess(here, task).finally(() => this.#ended.push(here));
    return this.isOver ? new Promise(() => {}) : result;
  }

  /** Resolves when the calls that a part did not wait for have their answers. A webhook handler may answer first, and then work. */
  async rest(): Promise<void> {
    while (this.#ended.some((one) => this.#turns.isAsking(one))) await sleep(1);
    this.#ended = [];
  }

  /** Resolves with the orders that the shop reports. Rejects with a `BadOrders` for anything but a list of orders. */
  async orders(): Promise<readonly Order[] | undefined> {
    const { orders } = this.#shop;
    if (orders === undefined) return undefined;
    const answered = await this.call('orders', () => orders.call(this.#shop, this.shop)).catch((error: unknown) => {
      if (error instanceof BadOrders) throw error;
      throw new BadOrders(`, but threw: ${messageOf(error)}`, `an exception: ${messageOf(error)}`);
    });
    return requireOrders(answered);
  }
}

export function shownPart(part: string): Text {
  const named = (['flow', 'buyer', 'repair job', 'second click'] as const).find((name) => name === part);
  const [one = '', other] = part.split(EITHER);
  if (other !== undefined) return say('either', { one: shownPart(one), other: shownPart(other) });
  return named === undefined ? part : say(named);
}
