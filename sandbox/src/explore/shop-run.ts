/** One run of the shop, with its disruptions. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Unit } from '../state/index.js';
import { compareBooks, readPayments, requireOrders, usualOrder } from './books.js';
import { Deliveries } from './deliveries.js';
import type { Disruption, FirstRun } from './disruptions.js';
import { clientOfProcess, DIED, inProcess } from './process.js';
import { watchRequests } from './requests.js';
import type { ExploreShop, OpenGateway, RunGateway } from './shop.js';
import { messageOf, Timeline } from './timeline.js';

export interface RunResult {
  /** Undefined if the books agree. */
  readonly problem: string | undefined;
  readonly timeline: string[];
  /** The first exception of the shop's code. */
  readonly error: unknown;
  readonly seen: FirstRun;
}

/** How often the repair job runs before the run counts as one that never settles. */
const ROUNDS = 5;

export async function runOnce<Shop>(
  open: OpenGateway,
  shop: ExploreShop<Shop>,
  plan: readonly Disruption[],
  timeout: number,
): Promise<RunResult> {
  let receive = async (_: string): Promise<boolean> => true;
  const gateway = await open((body) => receive(body));
  const run = new Run(gateway, shop, plan, timeout);
  receive = (body) => run.receive(body);
  try {
    return await run.result();
  } finally {
    await gateway.probe.drop();
  }
}

class Run<Shop> {
  readonly #gateway: RunGateway;
  readonly #shop: ExploreShop<Shop>;
  readonly #plan: readonly Disruption[];
  /** Milliseconds. */
  readonly #timeout: number;
  readonly #timeline = new Timeline();
  readonly #watched: ReturnType<typeof watchRequests>;
  readonly #deliveries: Deliveries;
  readonly #errors: unknown[] = [];
  #process = new AbortController();
  #state: { readonly value: Shop } | undefined;
  /** The part of the shop that runs. */
  #part = 'the sandbox';
  /** The run has its result. The rest of it, if any, never goes on. */
  #isOver = false;

  constructor(gateway: RunGateway, shop: ExploreShop<Shop>, plan: readonly Disruption[], timeout: number) {
    this.#gateway = gateway;
    this.#shop = shop;
    this.#plan = plan;
    this.#timeout = timeout;
    const [timeline, lastEvent] = [this.#timeline, () => this.#lastEvent()];
    this.#watched = watchRequests({ plan, timeline, lastEvent, die: () => this.#die() });
    const read = <Result>(task: (unit: Unit) => Result) => this.#read(task);
    const handle = shop.onEvent && ((body: string) => this.#handle(body));
    this.#deliveries = new Deliveries({ probe: gateway.probe, plan, timeline, read, handle, timeout });
  }

  /** Resolves with whether the shop confirms the event. */
  receive(body: string): Promise<boolean> {
    return this.#deliveries.receive(body);
  }

  async result(): Promise<RunResult> {
    const limit = new AbortController();
    const late = sleep(this.#timeout, undefined, { signal: limit.signal, ref: false }).then(
      () => this.#late(),
      () => this.#late(),
    );
    try {
      const problem = await Promise.race([this.#runToEnd(), late]);
      const timeline = this.#timeline.print([this.#gateway.accessToken]);
      return { problem, timeline, error: this.#errors[0], seen: await this.#seen() };
    } finally {
      limit.abort();
      this.#isOver = true;
      this.#process.abort();
    }
  }

  /** Prepares the account, lets everything happen and settle, and compares the books. Resolves with the problem. */
  async #runToEnd(): Promise<string | undefined> {
    const { account, probe, baseUrl, accessToken } = this.#gateway;
    await this.#disrupt();
    probe.observe(this.#watched.observe);
    const client = clientOfProcess(this.#gateway.client);
    const value = (await this.#call('start', () =>
      this.#shop.start({ client, baseUrl, accessToken, account }),
    )) as Shop;
    this.#state = { value };
    const isTwice = this.#plan.some(({ kind }) => kind === 'twice');
    await Promise.all(Array.from({ length: isTwice ? 2 : 1 }, () => this.#flow(value)));
    await this.#deliveries.settle();
    const { buyer, check } = this.#shop;
    if (buyer !== undefined) {
      await this.#step('the buyer', () => buyer.call(this.#shop, account, value));
      await this.#deliveries.settle();
    }
    await this.#deliveries.settle(true);
    const isSettled = await this.#repair(value);
    probe.observe(() => undefined);
    await account.clearFaults();
    const problem = await this.#compare(value);
    if (problem !== undefined) return problem;
    if (!isSettled) return `the shop never settles: it was still changing payments after ${ROUNDS} repairs`;
    const failure = await this.#try('check', () =>
      check?.call(this.#shop, { account, client: this.#gateway.client, shop: value }),
    );
    return failure === undefined ? undefined : messageOf(failure);
  }

  async #disrupt(): Promise<void> {
    const { account } = this.#gateway;
    await account.clock.freeze();
    await account.events.disturb({ held: true });
    for (const { name, request = 1, fault, variant } of this.#plan) {
      if (fault !== undefined) await account.failNext('*', { ...fault, skip: request - 1 });
      if (variant === undefined) continue;
      await account.assume(variant.assumed);
      this.#timeline.add(name, variant.statement);
    }
  }

  /** Runs the flow, and again after each crash that interrupted it. */
  async #flow(value: Shop): Promise<void> {
    for (let restarted = false; ; restarted = true) {
      const { signal } = this.#process;
      const failure = await this.#step('the flow', () => this.#shop.flow(value, { restarted, signal }));
      if (failure !== DIED) return;
      this.#timeline.add('the process restarts', 'the flow starts again, with the same database');
    }
  }

  async #handle(body: string): Promise<unknown> {
    const state = this.#state;
    return state && this.#try(this.#part, () => this.#shop.onEvent?.(state.value, body));
  }

  /** Runs the repair job until it changes nothing more. Resolves with false if it never stops. */
  async #repair(value: Shop): Promise<boolean> {
    const { reconcile } = this.#shop;
    if (reconcile === undefined) return true;
    let isQuiet = true;
    for (let round = 1; round <= ROUNDS; round++) {
      const before = await this.#lastEvent();
      const failure = await this.#step('the repair job', () => reconcile.call(this.#shop, value));
      await this.#deliveries.settle(true);
      isQuiet = (await this.#lastEvent()) === before;
      if (isQuiet && failure === undefined) return true;
    }
    // A job that still fails leaves its traces in the books.
    return isQuiet;
  }

  async #compare(value: Shop): Promise<string | undefined> {
    const { orders, orderOf = usualOrder } = this.#shop;
    const payments = await this.#read((unit) => readPayments(unit, orderOf));
    const believed = orders && requireOrders(await this.#call('orders', () => orders.call(this.#shop, value)));
    return compareBooks(payments, believed);
  }

  /** Returns what a run without disruptions shows about the shop. */
  async #seen(): Promise<FirstRun> {
    const { requests } = this.#watched;
    const written = await this.#read(({ state }) => state.events({ offset: 0, limit: state.last.event }).items);
    const events = this.#shop.onEvent === undefined ? [] : written.toReversed();
    return {
      requests,
      events: events.map(({ id, name }) => {
        const cause = requests.find(({ isRead, lastEvent = 0 }) => !isRead && lastEvent >= id);
        return { number: id, name, request: cause?.number };
      }),
      assumptions: this.#plan.length > 0 ? [] : await this.#gateway.account.assumptions(),
    };
  }

  #die(): void {
    const died = this.#process;
    this.#process = new AbortController();
    died.abort();
  }

  /** Runs code of the shop, and adds its exception to the timeline. */
  async #step(part: string, task: () => unknown): Promise<unknown> {
    const failure = await this.#try(part, task);
    if (failure !== undefined && failure !== DIED) this.#timeline.add(part, `threw: ${messageOf(failure)}`);
    return failure;
  }

  /** Resolves with the exception of the shop's code, with `DIED`, or with `undefined`. */
  async #try(part: string, task: () => unknown): Promise<unknown> {
    try {
      return (await this.#call(part, task)) === DIED ? DIED : undefined;
    } catch (error) {
      const failure = error ?? new Error('threw nothing');
      this.#errors.push(failure);
      return failure;
    }
  }

  /** Runs code of the shop in its process. Resolves with the result, or with `DIED`. */
  async #call(part: string, task: () => unknown): Promise<unknown> {
    this.#part = part;
    const result = await inProcess(this.#process.signal, task);
    return this.#isOver ? new Promise(() => {}) : result;
  }

  #late(): string {
    const { open, last } = this.#timeline;
    const awaited = open ?? (last === undefined ? this.#part : `${this.#part}, after ${last}`);
    return `the run did not end within ${this.#timeout} ms; it waits for ${awaited}`;
  }

  #lastEvent(): Promise<number> {
    return this.#read(({ state }) => state.last.event);
  }

  #read<Result>(task: (unit: Unit) => Result): Promise<Result> {
    const { engine, account } = this.#gateway.probe;
    return this.#isOver ? new Promise(() => {}) : engine.run(account, task);
  }
}
