import { setTimeout as sleep } from 'node:timers/promises';
import { BadOrders } from 'payment-gateway-core/books';
import { parameters } from 'payment-gateway-core/values';
import { holdEvents } from '../events/index.js';
import { type Sentence, say } from '../sentences/index.js';
import { possibleActs } from './actors.js';
import { Deliveries, placesOfEvents } from './deliveries.js';
import type { Disruption, ExplorePlan, Meanwhile, Moment, Trace } from './disruptions.js';
import type { Ledger } from './judge.js';
import { anotherPays, buy, forge, later } from './others.js';
import { Requests } from './requests.js';
import { ROUNDS, Scene } from './scene.js';
import type { OpenGateway, ProgramShop, RunGateway } from './shop.js';
import { clientOfProcess, shownPart } from './shop-parts.js';
import { exceptionOf } from './timeline.js';
import type { Pace } from './turns.js';
import { Verdict } from './verdict.js';

export type RunResult = Awaited<ReturnType<typeof runOnce>>;

interface RunOptions {
  readonly plan: ExplorePlan;
  /** Milliseconds. */
  readonly timeout: number;
  readonly usual: { readonly pace: Pace; readonly ledger: Ledger } | undefined;
}

const EVENTS_LATER = 'explore sends the events after the flow, so the flow must not wait for them';
const NO_EVENTS = 'explore runs without a webhook handler (--webhook, or onEvent), so it sends no events';

/** The most lines of a program's output to show. */
export const PRINTED = 40;
/** The time between two rounds of the repair job. Jobs leave new orders alone for ten minutes, and 3DS ends within three rounds. */
const PAUSE = `${Math.max(10, Math.ceil(parameters['three-d-secure-flow'].minutes / 3)) + 1}m`;
const DAY = '1d';

export async function runOnce<Shop>(open: OpenGateway, shop: ProgramShop<Shop>, options: RunOptions) {
  let receive = async (_: string): Promise<boolean> => true;
  const gateway = await open((body) => receive(body));
  const run = new Run(gateway, shop, options);
  receive = (body) => run.deliveries.receive(body);
  try {
    return await run.result();
  } finally {
    await gateway.probe.drop();
  }
}

class Run<Shop> {
  readonly scene: Scene<Shop>;
  readonly deliveries: Deliveries;
  readonly verdict: Verdict;
  readonly buyerActs: string[] = [];
  readonly #options: RunOptions;
  readonly #requests: Requests;
  #acts: readonly string[] = [];

  constructor(gateway: RunGateway, shop: ProgramShop<Shop>, options: RunOptions) {
    const { plan, usual } = options;
    const scene = new Scene(gateway, shop, plan, usual?.pace);
    this.#options = options;
    this.scene = scene;
    this.#requests = new Requests(scene, (meanwhile, part) => this.#meanwhile(meanwhile, part));
    this.deliveries = new Deliveries(scene);
    this.verdict = new Verdict(scene, usual?.ledger);
    if (usual !== undefined || shop.output === undefined) return;
    const orders = () => this.verdict.orders().catch(() => undefined);
    this.deliveries.stateOf = async () => JSON.stringify([this.#requests.seen.length, await orders()]);
  }

  async result() {
    const limit = new AbortController();
    const late = sleep(this.#options.timeout, undefined, { signal: limit.signal, ref: false })
      .catch(() => {})
      .then(() => this.#late());
    const { usual } = this.#options;
    try {
      const end = this.#runToEnd().catch((error: unknown) => {
        if (usual === undefined || !(error instanceof BadOrders)) throw error;
        const { answered: answer, repeated: order } = error;
        return order === undefined ? say('bad-orders', { answer }) : say('one-reference', { order });
      });
      const problem = await Promise.race([end, late]);
      // Only a failure and the run without disruptions show their steps.
      const steps = problem === undefined && usual !== undefined ? [] : this.scene.timeline.steps();
      return {
        /** Undefined if the books agree. */
        problem,
        note: this.verdict.note,
        steps,
        output: steps.length === 0 ? [] : this.#output(),
        /** Undefined if the run ended before. */
        books: this.verdict.books,
        error: this.scene.parts.errors[0],
        trace: await this.#trace(),
        ledger: await this.verdict.ledger(),
        acts: this.buyerActs,
        /** Whether an event had an effect on a program, which may not be the receiver. Undefined if that is not known. */
        hadEffect: this.deliveries.hadEffect,
        hasHappened: this.scene.plan.every((one) => this.scene.happened.has(one)),
        /** How often a part was let go only because the other was silent. */
        silences: this.scene.turns.silences,
        pace: this.scene.turns.pace,
      };
    } finally {
      limit.abort();
      this.scene.parts.end();
    }
  }

  /** Prepares the account, lets everything happen and settle, and compares the books. Resolves with the problem. */
  async #runToEnd(): Promise<Sentence | undefined> {
    const { account, probe, baseUrl, accessToken } = this.scene.gateway;
    await account.clock.freeze();
    const now = () => new Date(this.scene.time);
    const { onEvent } = this.scene.shop;
    await this.scene.read((unit) => holdEvents(unit, onEvent === undefined ? NO_EVENTS : EVENTS_LATER));
    const client = clientOfProcess(this.scene.gateway.client);
    probe.observe(this.#requests.observe);
    await this.scene.unseen(() =>
      this.scene.parts.start(() =>
        this.scene.shop.start({ client, baseUrl, accessToken, account, now, place: this.#requests.visit }),
      ),
    );
    await this.#assume();
    await this.#flows();
    const believed = await forge(this);
    if (believed !== undefined) return believed;
    await buy(this);
    await this.deliveries.settle(true);
    let isSettled = await this.repair();
    this.#acts = await this.scene.read(possibleActs);
    const before = this.scene.plan.find(({ later }) => later) && (await this.verdict.orders().catch(() => undefined));
    isSettled = (await later(this)) && isSettled;
    probe.observe(async () => undefined);
    await account.clearFaults();
    const problem = await this.verdict.problem(before);
    if (problem !== undefined) return problem;
    if (!isSettled) return say('never-settles', { count: ROUNDS });
    const { check } = this.scene.shop;
    const failure = await this.scene.parts.try('check', () =>
      check?.call(this.scene.shop, { account, client: this.scene.gateway.client, shop: this.scene.parts.shop }),
    );
    return failure === undefined ? undefined : exceptionOf(failure);
  }

  async #assume(): Promise<void> {
    for (const one of this.scene.plan) {
      if (one.variant === undefined) continue;
      if (one.meanwhile === undefined) this.scene.happened.add(one);
      await this.scene.gateway.account.assume(one.variant.assumed);
      this.scene.timeline.add(one.name, one.variant.statement);
    }
  }

  /** Runs the flow and the events that it causes. A plan can ask for a second flow, in step with the first or afterwards. */
  async #flows(): Promise<void> {
    const double = this.scene.plan.find(({ inStep }) => inStep === 'flow');
    if (double === undefined) await this.scene.parts.flow('flow');
    else {
      this.scene.happened.add(double);
      const clicks = ['flow', 'second click'];
      const { turns, parts } = this.scene;
      const end = turns.pair(clicks);
      const first = parts.flow('flow').finally(() => end('flow'));
      await turns.begins(first);
      await Promise.all([first, parts.flow('second click').finally(() => end('second click'))]);
    }
    await this.scene.endBeside('flow');
    this.#requests.outages.clear();
    await this.#requests.arriveLate();
    await this.deliveries.settle();
    const again = this.scene.plan.find(({ meanwhile }) => meanwhile?.when === 'after');
    if (again === undefined) return;
    this.scene.happened.add(again);
    await this.scene.parts.flow('second click');
    await this.deliveries.settle();
  }

  async #meanwhile({ what, when }: NonNullable<Disruption['meanwhile']>, part: string): Promise<void> {
    const tasks: Readonly<Record<Meanwhile, () => Promise<unknown>>> = {
      'second click': () => this.scene.parts.flow('second click'),
      events: () => this.deliveries.handOver(),
      'repair job': () =>
        this.scene.parts.step(part === 'repair job' ? `${part} again` : 'repair job', () =>
          this.scene.shop.reconcile?.(this.scene.parts.shop),
        ),
      'the event again': () => this.deliveries.again(part),
      'somebody else pays': () => anotherPays(this),
    };
    await this.scene.runBeside(part, what, tasks[what], when === 'in step');
  }

  /**
   * Runs the repair job until it has asked the gateway twice in a row and changed nothing. The first time comes after the pause. Resolves with false if it
   * never stops.
   */
  async repair(pause = PAUSE): Promise<boolean> {
    const { reconcile } = this.scene.shop;
    if (reconcile === undefined) return true;
    const scene = this.scene;
    let isQuiet = true;
    let hasFailed = false;
    let wait = pause;
    for (let round = 1, good = 0; round <= ROUNDS && good < 2; round++) {
      await scene.pass(wait);
      await this.deliveries.settle(true);
      const before = await scene.lastEvent();
      const { writes } = scene;
      const asked = { ...this.#requests.job };
      const failure = await scene.parts.step('repair job', () => reconcile.call(scene.shop, scene.parts.shop));
      await scene.endBeside('repair job');
      await this.#requests.arriveLate();
      await this.deliveries.settle(true);
      isQuiet = (await scene.lastEvent()) === before;
      const { good: answered, lost } = this.#requests.job;
      hasFailed ||= failure !== undefined || lost > asked.lost;
      const isGood = failure === undefined && lost === asked.lost && (!hasFailed || answered > asked.good);
      good = isGood && isQuiet && scene.writes === writes ? good + 1 : 0;
      // A job that has failed may wait until the next day.
      wait = isGood ? pause : pause === PAUSE ? DAY : pause;
    }
    // A job that still fails leaves its traces in the books.
    return isQuiet;
  }

  async #trace(): Promise<Trace> {
    const { seen } = this.#requests;
    const { onEvent, buyer, reconcile } = this.scene.shop;
    const events = onEvent === undefined ? [] : await this.scene.read(placesOfEvents);
    const ledger = await this.verdict.ledger();
    const moments: Readonly<Record<Moment, boolean>> = {
      flow: true,
      'before the buyer': onEvent !== undefined && ledger.orders.size > 0,
      buyer: buyer !== undefined,
      renewal: buyer !== undefined && ledger.subscriptions > 0,
      events: this.deliveries.hadSeveral,
      'pending refund': this.deliveries.hadRefund,
    };
    return {
      requests: seen,
      events: events.map(({ place }) => place),
      moments: (Object.keys(moments) as Moment[]).filter((moment) => moments[moment]),
      acts: this.#acts,
      assumptions: await this.scene.gateway.account.assumptions(),
      hasRepairJob: reconcile !== undefined,
      way: [
        ...seen.map(({ place, outcome }) => `${place} ${outcome}`),
        ...this.deliveries.way,
        JSON.stringify(this.verdict.books),
      ],
    };
  }

  #output(): string[] {
    const { shop, parts } = this.scene;
    const printed = parts.hasStarted ? (shop.output?.(parts.shop) ?? '').trimEnd() : '';
    return printed === '' ? [] : printed.split('\n').slice(-PRINTED);
  }

  #late(): Sentence {
    // The machine may have been busy, so the plan is tried once more alone, as after a silence.
    this.scene.turns.silences++;
    const { open, last } = this.scene.timeline;
    const part = shownPart(this.scene.turns.mixed ?? this.scene.parts.part);
    const awaited = open ?? (last === undefined ? part : say('part-after', { part, step: last }));
    return say('hangs', { milliseconds: this.#options.timeout, awaited });
  }
}
