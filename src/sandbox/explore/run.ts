/** One run of the shop, with its disruptions. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { ReceivedRequest } from '../../server/journal/record.js';
import type { WireResponse } from '../../server/wire/response.js';
import { heldEvents } from '../events/index.js';
import type { Unit } from '../state/index.js';
import { asOneOrder, compareBooks, type Payment, readPayments, requireOrders, usualOrder } from './books.js';
import type { Disruption, FirstRun } from './disruptions.js';
import { DIED, inProcess, mortalClient } from './process.js';
import type { ExploreShop, OpenWorld, World } from './shop.js';
import { describeResponse, messageOf, printSteps, type Step } from './timeline.js';

export interface RunOptions {
  /** The time limit of the run, in milliseconds. */
  readonly timeout: number;
  /** The whole flow is one order, because its payments have no reference. Default: as the payments of this run say. */
  readonly isOneOrder?: boolean;
}

export interface RunResult extends FirstRun {
  readonly isOneOrder: boolean;
  /** Undefined if the books agree. */
  readonly problem: string | undefined;
  readonly timeline: string[];
  /** The first exception of the shop's code. */
  readonly error: unknown;
}

/** How long a stalled connection stays open. Milliseconds. */
const STALL = 1000;

/** How often the repair job runs before the run counts as one that never settles. */
const ROUNDS = 5;

export async function runOnce<Shop>(
  open: OpenWorld,
  shop: ExploreShop<Shop>,
  plan: readonly Disruption[],
  options: RunOptions,
): Promise<RunResult> {
  let receive = async (_: string): Promise<boolean> => true;
  const world = await open((body) => receive(body));
  const run = new Run(world, shop, plan, options);
  receive = (body) => run.receive(body);
  try {
    return await run.result();
  } finally {
    await world.probe.drop();
  }
}

class Run<Shop> {
  readonly #world: World;
  readonly #shop: ExploreShop<Shop>;
  readonly #plan: readonly Disruption[];
  readonly #options: RunOptions;
  readonly #steps: Step[] = [];
  readonly #requests: { number: number; operationId: string; isRead: boolean }[] = [];
  readonly #eventRequests = new Map<number, number>();
  /** The steps that an outcome is awaited for. */
  readonly #open = new Set<Step>();
  #process = new AbortController();
  #state: { readonly value: Shop } | undefined;
  #errors: unknown[] = [];
  #lastEvent = 0;
  #isFailing = false;
  /** The part of the shop that runs. */
  #part = 'start';
  /** The run has its result. The rest of it, if any, never goes on. */
  #isOver = false;

  constructor(world: World, shop: ExploreShop<Shop>, plan: readonly Disruption[], options: RunOptions) {
    this.#world = world;
    this.#shop = shop;
    this.#plan = plan;
    this.#options = options;
  }

  async result(): Promise<RunResult> {
    const limit = new AbortController();
    const late = sleep(this.#options.timeout, undefined, { signal: limit.signal }).then(
      () => this.#late(),
      () => undefined,
    );
    let problem: string | undefined;
    let events: { readonly number: number; readonly name: string }[] = [];
    let isOneOrder = this.#options.isOneOrder ?? false;
    try {
      const settled = await Promise.race([this.#course(), late]);
      if (typeof settled === 'object') [problem, isOneOrder] = [settled.problem, settled.isOneOrder];
      else problem = settled;
      events = await this.#read(({ state }) =>
        state
          .events({ offset: 0, limit: state.last.event })
          .items.toReversed()
          .map(({ id, name }) => ({ number: id, name })),
      );
    } finally {
      limit.abort();
      this.#isOver = true;
      this.#process.abort();
    }
    return {
      requests: this.#requests,
      events: events.map((event) => ({ ...event, request: this.#eventRequests.get(event.number) })),
      isOneOrder,
      problem,
      timeline: printSteps(this.#steps, [this.#world.accessToken]),
      error: this.#errors[0],
    };
  }

  /** The confirmation of an event by the shop. */
  async receive(body: string): Promise<boolean> {
    const { event, model_id, payload } = JSON.parse(body);
    const step = this.#step(`event ${event} ${model_id}`);
    const about = typeof payload?.status === 'string' ? `, ${payload.status}` : '';
    const { onEvent } = this.#shop;
    if (this.#isFailing) return this.#end(step, `answered 500, as planned${about}`, false);
    if (onEvent === undefined || this.#state === undefined) return this.#end(step, `answered 204${about}`, true);
    const { value } = this.#state;
    const failure = await this.#try(() => onEvent.call(this.#shop, value, body));
    if (failure === undefined) return this.#end(step, `answered 204${about}`, true);
    return this.#end(
      step,
      failure === DIED ? 'no answer: the process died' : `answered 500: ${messageOf(failure)}`,
      false,
    );
  }

  async #course(): Promise<{ problem: string | undefined; isOneOrder: boolean }> {
    const { account, probe } = this.#world;
    await account.clock.freeze();
    await account.events.disturb({ held: true });
    for (const { request = 1, fault } of this.#plan) {
      if (fault !== undefined) await account.failNext('*', { ...fault, skip: request - 1 });
    }
    probe.observe((request) => this.#observe(request));
    const client = mortalClient(this.#world.client);
    const { baseUrl, accessToken } = this.#world;
    const value = await this.#shop.start({ client, baseUrl, accessToken, account });
    this.#state = { value };
    const isTwice = this.#plan.some(({ kind }) => kind === 'twice');
    await Promise.all(Array.from({ length: isTwice ? 2 : 1 }, () => this.#flow(value)));
    await this.#settle();
    const { buyer, check } = this.#shop;
    if (buyer !== undefined) {
      await this.#named('the buyer', () => buyer.call(this.#shop, account, value));
      await this.#settle();
    }
    await this.#deliverAll(true);
    const isSettled = await this.#repair(value);
    const { problem, isOneOrder } = await this.#compare(value);
    if (problem !== undefined) return { problem, isOneOrder };
    if (!isSettled)
      return { problem: `the shop never settles: it was still changing payments after ${ROUNDS} repairs`, isOneOrder };
    const failure = await this.#try(() =>
      check?.call(this.#shop, { account, client: this.#world.client, shop: value }),
    );
    return { problem: failure === undefined ? undefined : messageOf(failure), isOneOrder };
  }

  /** Runs the flow, and again after each crash that interrupted it. */
  async #flow(value: Shop): Promise<void> {
    for (let restarted = false; ; restarted = true) {
      const { signal } = this.#process;
      const failure = await this.#named('the flow', () => this.#shop.flow(value, { restarted, signal }));
      if (failure !== DIED) return;
      this.#step('the process restarts', 'the flow starts again, with the same database');
    }
  }

  /** Runs the repair job until it changes nothing more. Resolves with false if it never stops. */
  async #repair(value: Shop): Promise<boolean> {
    const { reconcile } = this.#shop;
    if (reconcile === undefined) return true;
    for (let round = 1; round <= ROUNDS; round++) {
      const before = await this.#read(({ state }) => state.last.event);
      const failure = await this.#named('the repair job', () => reconcile.call(this.#shop, value));
      await this.#settle();
      if (failure === undefined && (await this.#read(({ state }) => state.last.event)) === before) return true;
    }
    // A job that still fails leaves its traces in the books.
    return this.#read(({ state }) => state.last.event).then((last) => last === this.#lastEvent);
  }

  async #compare(value: Shop): Promise<{ problem: string | undefined; isOneOrder: boolean }> {
    const { orders, orderOf } = this.#shop;
    const payments: Payment[] = await this.#read((unit) => readPayments(unit, orderOf ?? usualOrder));
    const { isOneOrder = payments.length > 0 && payments.every(({ order }) => order === undefined) } = this.#options;
    const believed = orders && requireOrders(await orders.call(this.#shop, value));
    const books = isOneOrder ? asOneOrder(payments, believed) : { payments, orders: believed };
    return { problem: compareBooks(books.payments, books.orders), isOneOrder };
  }

  /** Sees each request of the account when it arrives. */
  #observe({ method, path, found }: ReceivedRequest): ((response: WireResponse) => Promise<void>) | undefined {
    const number = this.#requests.length + 1;
    const operationId = 'operation' in found ? found.operation.operationId : '';
    this.#requests.push({ number, operationId, isRead: method === 'GET' });
    const step = this.#step(`${method} ${path}`);
    const planned = this.#plan.find(({ request, fault }) => request === number && fault?.fault !== undefined);
    const { crash, fault, isStall } = planned ?? {};
    const isLost =
      crash === 'before' || (fault !== undefined && fault.after === undefined && fault.fault !== 'truncate');
    if (isLost)
      this.#end(
        step,
        crash ? 'the process died before the gateway carried it out' : `not carried out: ${fault?.fault}`,
      );
    if (crash === 'before') this.#die();
    return async (response) => {
      const done = describeResponse(method, response);
      const lost = crash ? 'then the process died' : `the response was lost (${isStall ? 'stall' : fault?.fault})`;
      this.#end(step, planned === undefined ? done : `the gateway ${done}; ${lost}`);
      await this.#noteEvents(number);
      if (crash === 'after') this.#die();
      if (isStall) await sleep(STALL);
    };
  }

  #die(): void {
    const died = this.#process;
    this.#process = new AbortController();
    died.abort();
  }

  /** Delivers the events on hold and their retries, until nothing is due. */
  async #settle(): Promise<void> {
    const { engine, account } = this.#world.probe;
    for (;;) {
      await this.#deliverAll();
      const retry = await this.#read(nextRetry);
      if (retry === undefined) break;
      await engine.clocks.advanceTo(account, retry);
      await this.#idle();
    }
    await this.#noteEvents();
  }

  /** Sends the events on hold, one at a time. */
  async #deliverAll(isEnd = false): Promise<void> {
    const { engine, account } = this.#world.probe;
    const isReversed = this.#plan.some(({ delivery }) => delivery === 'in reverse order');
    for (;;) {
      const held = (await this.#read((unit) => heldEvents(unit))).filter((id) => {
        const delivery = this.#deliveryOf(id);
        return delivery !== 'never' && (isEnd || delivery !== 'late');
      });
      const id = isReversed ? held.at(-1) : held[0];
      if (id === undefined) return;
      const delivery = this.#deliveryOf(id);
      this.#isFailing = delivery === 'first delivery fails';
      await engine.events.redeliver(account, id);
      await this.#idle();
      this.#isFailing = false;
      if (delivery !== 'twice') continue;
      await engine.events.redeliver(account, id);
      await this.#idle();
    }
  }

  #deliveryOf(id: number): Disruption['delivery'] {
    return this.#plan.find(({ event }) => event === id)?.delivery;
  }

  /** Resolves when no delivery can go on without the clock. */
  async #idle(): Promise<void> {
    const { engine, account } = this.#world.probe;
    const look = () => this.#read(({ state }) => (state.nextWork() === undefined ? true : undefined));
    await engine.changes.until(account, look, {
      timeout: this.#options.timeout,
      late: async () => 'events are still on their way',
    });
  }

  /** Remembers the request that caused the new events. */
  async #noteEvents(request?: number): Promise<void> {
    const last = await this.#read(({ state }) => state.last.event);
    for (let id = this.#lastEvent + 1; id <= last && request !== undefined; id++) this.#eventRequests.set(id, request);
    this.#lastEvent = last;
  }

  async #named(what: string, task: () => unknown): Promise<unknown> {
    this.#part = what;
    const failure = await this.#try(task);
    if (failure !== undefined && failure !== DIED) this.#step(what, `threw: ${messageOf(failure)}`);
    return failure;
  }

  /** Runs code of the shop. Resolves with its exception, with `DIED`, or with `undefined`. */
  async #try(task: () => unknown): Promise<unknown> {
    try {
      const result = await inProcess(this.#process.signal, task);
      if (this.#isOver) return await new Promise(() => {});
      return result === DIED ? DIED : undefined;
    } catch (error) {
      const failure = error ?? new Error('threw nothing');
      this.#errors.push(failure);
      return failure;
    }
  }

  #late(): string {
    const [open] = this.#open;
    return `the run did not end within ${this.#options.timeout} ms; it waits for ${open?.what ?? this.#part}`;
  }

  #step(what: string, outcome = ''): Step {
    const step = { what, outcome };
    this.#steps.push(step);
    if (outcome === '') this.#open.add(step);
    return step;
  }

  #end<Result>(step: Step, outcome: string, result?: Result): Result {
    step.outcome = outcome;
    this.#open.delete(step);
    return result as Result;
  }

  #read<Result>(task: (unit: Unit) => Result): Promise<Result> {
    const { engine, account } = this.#world.probe;
    return this.#isOver ? new Promise(() => {}) : engine.run(account, task);
  }
}

/** Returns the time of the next retry by the clock of the account. */
function nextRetry({ state }: Unit): number | undefined {
  if (state.pending === 0) return undefined;
  const { items } = state.events({ offset: 0, limit: state.last.event });
  const retries = items.flatMap(({ deliveries }) =>
    deliveries.filter((one) => one.state === 'pending' && one.notBefore > 0),
  );
  return retries.length === 0 ? undefined : Math.min(...retries.map(({ notBefore }) => notBefore));
}
