/** The acts of others in a run. */
import { unwrap } from 'payment-gateway-contract';
import { DAY, dayInSaoPaulo } from 'payment-gateway-core/codes';
import { rowOf } from '../acts/index.js';
import { type Sentence, say, amount as shown } from '../sentences/index.js';
import { controlsOfBuyer, eventsOfAnother, oppositeEvents, playStep, refuseCards, stepsOf } from './actors.js';
import type { Deliveries } from './deliveries.js';
import { DAYS_PASS, type Disruption } from './disruptions.js';
import type { Requests } from './requests.js';
import { ROUNDS, type Scene } from './scene.js';
import type { Verdict } from './verdict.js';

export interface OthersOptions {
  readonly requests: Requests;
  readonly deliveries: Deliveries;
  readonly verdict: Verdict;
  /** Runs the repair job, the first time after a pause. Resolves with whether it settles. */
  readonly repair: (pause?: string) => Promise<boolean>;
}

const LONG = '40d';

/** How often the repair job looks before a slow buyer acts, and how much time passes before each look. Milliseconds. */
export const LOOKS = 30;
const LOOK = 60_000;

/** How much more somebody else pays. Centavos. */
const MORE = 100;

const LATE_PAYMENTS = { 'pix-flow': 'paid-after-cancel', 'boleto-flow': 'paid-after-cancel' } as const;

export class Others {
  /** What the buyer did. */
  readonly buyerActs: string[] = [];
  readonly #scene: Scene<unknown>;
  readonly #options: OthersOptions;

  constructor(scene: Scene<unknown>, options: OthersOptions) {
    this.#scene = scene;
    this.#options = options;
  }

  /** Sends forged events. Resolves with the orders of the shop. */
  async forge(): Promise<Sentence | undefined> {
    const { verdict } = this.#options;
    const scene = this.#scene;
    const one = scene.plan.find(({ forged }) => forged);
    if (one === undefined) return undefined;
    const before = await verdict.wrongOrders();
    const newlyWrong = async () =>
      [...(await verdict.wrongOrders())].find(([order, problem]) => before.get(order)?.text !== problem.text)?.[1];
    const isOpposite = one.forged === 'opposite';
    if (!isOpposite) await this.anotherPays();
    await this.#options.deliveries.settle();
    // A shop that books each copy of an event does not need a forged one.
    await this.#options.deliveries.resendAll();
    const repeated = await newlyWrong();
    if (repeated !== undefined && isOpposite) {
      scene.happened.add(one);
      return say('booked-twice', { problem: repeated });
    }
    const { another = '' } = verdict;
    const events = await scene.read((unit) => (isOpposite ? oppositeEvents(unit) : eventsOfAnother(unit, another)));
    if (events.length > 0 || !isOpposite) scene.happened.add(one);
    const mixedUp = await newlyWrong();
    if (mixedUp !== undefined) return say('another-believed', { problem: mixedUp });
    for (const { id, says, body } of events) {
      const step = scene.timeline.add(say('forged', { id }), '', { from: 'others', to: 'shop' });
      const failure = await scene.handle(body, 'forged event');
      step.outcome = say('says-answered', { status: says, code: failure === undefined ? 204 : 500 });
    }
    const believed = await newlyWrong();
    return believed && say('forged-believed', { problem: believed });
  }

  /** Lets somebody else pay: the same amount, or another one after a payment, because a mix-up of equal ones changes no books. */
  async anotherPays(): Promise<void> {
    const { requests, verdict } = this.#options;
    if (verdict.another !== undefined) return;
    const all = await this.#scene.read((unit) => unit.all('transactions'));
    const [usual] = verdict.usual?.orders.values() ?? [];
    const amount = Math.max(1, usual?.captured ?? 0) + (all.some(({ value }) => value.status === 'paid') ? MORE : 0);
    const { client, account } = this.#scene.gateway;
    const body = { payment_method: 'pix', async: true, amount } as const;
    const { id } = await requests.unseen(() => unwrap(client.POST('/v1/transactions', { body })));
    await this.#scene.tick();
    await account.pay(id);
    verdict.another = String(id);
    this.#scene.timeline.add(say('another-pays'), say('wrote-paid', { id, amount: shown(amount) }));
  }

  async buy(): Promise<void> {
    const { deliveries, repair } = this.#options;
    const scene = this.#scene;
    const { shop, parts } = scene;
    const { account } = scene.gateway;
    const { buyer } = shop;
    if (buyer === undefined) return;
    const one = scene.plan.find((planned) => planned.buyer);
    const isLate = one?.buyer === 'late';
    if (one !== undefined && one.buyer !== 'less' && one.buyer !== 'more') scene.happened.add(one);
    if (one?.buyer === 'slow') await this.#waitLong();
    if (one?.buyer === 'refused') await scene.write(refuseCards);
    if (isLate) {
      scene.timeline.add(say('days-pass'), say('before-buyer'));
      await account.clock.advance(LONG);
      await deliveries.settle(true);
      await repair();
      // A bank may report a payment days later.
      await account.assume(LATE_PAYMENTS);
    }
    const onAct = async (act: string) => {
      await scene.tick();
      this.buyerActs.push(act);
      scene.timeline.add(say('buyer-acts', { act }), '', { from: 'others', to: 'gateway', isDrawn: true });
    };
    const controls = controlsOfBuyer(
      account,
      one?.buyer,
      onAct,
      () => scene.lastEvent(),
      () => one && scene.happened.add(one),
    );
    await parts.step('buyer', () => buyer.call(shop, controls, parts.shop));
    await scene.endBeside('buyer');
    await deliveries.settle();
    if (isLate) await repair();
  }

  /** Lets the repair job look many times for the buyer, before a Pix expires. One that gives up has no other requests than in its first rounds. */
  async #waitLong(): Promise<void> {
    const { requests, deliveries, repair } = this.#options;
    const scene = this.#scene;
    // Nothing may expire meanwhile: 3DS, or a Pix.
    const left = await scene.read(({ state, now }) => (state.nextDue()?.due ?? Number.POSITIVE_INFINITY) - now);
    const pause = `${Math.max(1, Math.floor(Math.min(LOOK, left / (LOOKS + ROUNDS + 1))))}ms`;
    await repair(pause);
    if (scene.shop.reconcile === undefined) return;
    await requests.unseen(async () => {
      for (let look = 0; look < LOOKS; look++) {
        await scene.pass(pause);
        await scene.parts.try('repair job', () => scene.shop.reconcile?.(scene.parts.shop));
      }
    });
    scene.timeline.add(say('repair job'), say('looks', { count: LOOKS }));
    await deliveries.settle(true);
  }

  /** Plays what others do after the repair job. Resolves with false if the shop never settles. */
  async later(): Promise<boolean> {
    const { deliveries, verdict, repair } = this.#options;
    const scene = this.#scene;
    const { shop } = scene;
    const one = scene.plan.find(({ later, delivery }) => later !== undefined || delivery?.endsWith('repair job'));
    if (one === undefined) return true;
    const [[act] = []] = stepsOf(one.later ?? '');
    // A code that is still open would expire.
    if (act === undefined || !rowOf(act).isOfBuyer) {
      await scene.pass(untilNextWorkday(scene.time));
      await deliveries.settle(true);
    }
    if (one.delivery === 'only after the repair job') deliveries.isAfterRepair = true;
    if (one.delivery === 'again after the repair job') {
      this.#scene.happened.add(one);
      // Days later, another process runs: the next part starts it.
      this.#scene.parts.die();
      await deliveries.resend(one.place);
    }
    const before = await this.#scene.lastEvent();
    await this.#act(one);
    await deliveries.settle(true);
    if (one.later !== undefined && shop.reconcile === undefined) {
      const isSilent = shop.onEvent === undefined || (await this.#scene.lastEvent()) === before;
      if (isSilent) verdict.note = 'only a repair job can notice this';
    }
    return repair();
  }

  async #act(one: Disruption): Promise<void> {
    const scene = this.#scene;
    const { later } = one;
    if (later === DAYS_PASS) {
      await scene.gateway.account.clock.advance(LONG);
      scene.happened.add(one);
      scene.timeline.add(say('later'), say('days-pass'));
      return;
    }
    for (const [index, step] of (later === undefined ? [] : stepsOf(later)).entries()) {
      // The shop notices one act before the next.
      if (index > 0) {
        await this.#options.deliveries.settle(true);
        await this.#options.repair();
      }
      for (const { id, status } of await scene.write((unit) => playStep(unit, step))) {
        scene.happened.add(one);
        scene.timeline.add(say('acts-later', { act: `${step[0]} ${id}` }), status, { from: 'others', to: 'gateway' });
      }
    }
  }
}

/** Returns how long it is until noon of the next workday in São Paulo that is at least a day later. */
export function untilNextWorkday(time: number): string {
  let noon = Date.parse(`${dayInSaoPaulo(time + DAY)}T15:00:00Z`);
  while (noon < time + DAY || [0, 6].includes(new Date(noon).getUTCDay())) noon += DAY;
  return `${noon - time}ms`;
}
