import type { Unit } from '../state/index.js';
import type { Disruption, ExplorePlan } from './disruptions.js';
import type { ProgramShop, RunGateway } from './shop.js';
import { ShopParts } from './shop-parts.js';
import { Timeline } from './timeline.js';
import { EITHER, type Pace, Turns } from './turns.js';

/** How often the repair job runs before the run counts as one that never settles. */
export const ROUNDS = 5;

export class Scene<Shop> {
  readonly gateway: RunGateway;
  readonly shop: ProgramShop<Shop>;
  readonly plan: ExplorePlan;
  readonly timeline: Timeline;
  readonly parts: ShopParts<Shop>;
  readonly turns: Turns;
  /** The requests that come now are no places. */
  isMuted = false;
  /** A part waits for another part. */
  isBeside = false;
  /** The time of the account, in milliseconds, as of the last unit of work. */
  time = 0;
  /** How many requests changed something. A change may have no event. */
  writes = 0;
  /** The tasks that go on at the same time as a part. */
  readonly #beside = new Map<string, Promise<unknown>>();
  readonly happened = new Set<Disruption>();

  /** `usual`: the run without a disruption. */
  constructor(
    gateway: RunGateway,
    shop: ProgramShop<Shop>,
    plan: ExplorePlan,
    usual: Pace = { slowest: 0, isNamed: shop.output === undefined },
  ) {
    this.gateway = gateway;
    this.shop = shop;
    this.plan = plan;
    this.timeline = new Timeline(gateway.accessToken);
    this.turns = new Turns(usual, () => this.parts.hasStarted && shop.isBusy?.(this.parts.shop) === true);
    this.parts = new ShopParts(shop, this.timeline, gateway.baseUrl, this.turns);
  }

  /** Resolves with the result of a task that reads the account. After the run, it never settles. */
  read<Result>(task: (unit: Unit) => Result): Promise<Result> {
    const { engine, account } = this.gateway.probe;
    const timed = (unit: Unit) => {
      this.time = unit.now;
      return task(unit);
    };
    return this.parts.isOver ? new Promise(() => {}) : engine.run(account, timed);
  }

  async pass(by: string): Promise<void> {
    const { engine, account } = this.gateway.probe;
    this.time = await engine.clocks.advance(account, by);
  }

  /** Lets time pass before a write, because no two writes of a real gateway have the same time. */
  tick(): Promise<void> {
    return this.pass('1ms');
  }

  async write<Result>(task: (unit: Unit) => Result): Promise<Result> {
    await this.tick();
    return this.read(task);
  }

  /** Runs something whose requests are no places. */
  async unseen<Result>(task: () => Promise<Result>): Promise<Result> {
    this.isMuted = true;
    try {
      return await task();
    } finally {
      this.isMuted = false;
    }
  }

  lastEvent(): Promise<number> {
    return this.read(({ state }) => state.last.event);
  }

  /** Runs the handler for an event, as a part of the shop. Resolves with its exception, with `DIED`, or with `undefined`. */
  async handle(body: string, part: string): Promise<unknown> {
    if (!this.parts.hasStarted) return undefined;
    const failure = await this.parts.try(part, () => this.shop.onEvent?.(this.parts.shop, body));
    await this.endBeside(part);
    return failure;
  }

  /** Runs a task while a part waits. Resolves when it has ended, has its first answer if `inStep`, or is silent. */
  async runBeside(part: string, what: string, task: () => Promise<unknown>, inStep: boolean): Promise<void> {
    const before = this.parts.part;
    const running = task();
    this.#beside.set(part, Promise.all([this.#beside.get(part), running]));
    this.isBeside = true;
    await this.turns.hold(running, part, `${part}${EITHER}${what}`, inStep);
    this.isBeside = false;
    this.parts.part = before;
  }

  /** Resolves when the tasks that went on at the same time as a part have ended, too. */
  async endBeside(part: string): Promise<void> {
    await this.#beside.get(part);
    if (this.#beside.delete(part)) this.turns.mixed = undefined;
  }
}
