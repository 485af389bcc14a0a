import { unwrap } from 'payment-gateway-contract';
import { DAY, dayInSaoPaulo } from 'payment-gateway-core/codes';
import { rowOf } from '../acts/index.js';
import { type Sentence, say, amount as shown } from '../sentences/index.js';
import { controlsOfBuyer, eventsOfAnother, oppositeEvents, playStep, refuseCards, stepsOf } from './actors.js';
import type { Deliveries } from './deliveries.js';
import { DAYS_PASS, type Disruption } from './disruptions.js';
import { ROUNDS, type Scene } from './scene.js';
import type { Verdict } from './verdict.js';

export interface OthersRun {
  readonly scene: Scene<unknown>;
  readonly deliveries: Deliveries;
  readonly verdict: Verdict;
  readonly buyerActs: string[];
  /** Runs the repair job, the first time after a pause. Resolves with whether it settles. */
  repair(pause?: string): Promise<boolean>;
}

const LONG = '40d';

/** How often the repair job looks before a slow buyer acts, and how much time passes before each look. Milliseconds. */
export const LOOKS = 30;
const LOOK = 60_000;

/** How much more somebody else pays. Centavos. */
const MORE = 100;

const LATE_PAYMENTS = { 'pix-flow': 'paid-after-cancel', 'boleto-flow': 'paid-after-cancel' } as const;

/** Sends forged events. Resolves with the orders of the shop. */
export async function forge(run: OthersRun): Promise<Sentence | undefined> {
  const { scene, deliveries, verdict } = run;
  const one = scene.plan.find(({ forged }) => forged);
  if (one === undefined) return undefined;
  const before = await verdict.wrongOrders();
  const newlyWrong = async () =>
    [...(await verdict.wrongOrders())].find(([order, problem]) => before.get(order)?.text !== problem.text)?.[1];
  const isOpposite = one.forged === 'opposite';
  if (!isOpposite) await anotherPays(run);
  await deliveries.settle();
  // A shop that books each copy of an event does not need a forged one.
  await deliveries.resend();
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
export async function anotherPays({ scene, verdict }: OthersRun): Promise<void> {
  if (verdict.another !== undefined) return;
  const all = await scene.read((unit) => unit.all('transactions'));
  const [usual] = verdict.usual?.orders.values() ?? [];
  const amount = Math.max(1, usual?.captured ?? 0) + (all.some(({ value }) => value.status === 'paid') ? MORE : 0);
  const { client, account } = scene.gateway;
  const body = { payment_method: 'pix', async: true, amount } as const;
  const { id } = await scene.unseen(() => unwrap(client.POST('/v1/transactions', { body })));
  await scene.tick();
  await account.pay(id);
  verdict.another = String(id);
  scene.timeline.add(say('another-pays'), say('wrote-paid', { id, amount: shown(amount) }));
}

export async function buy(run: OthersRun): Promise<void> {
  const { scene, deliveries, buyerActs } = run;
  const { shop, parts } = scene;
  const { account } = scene.gateway;
  const { buyer } = shop;
  if (buyer === undefined) return;
  const one = scene.plan.find((planned) => planned.buyer);
  const isLate = one?.buyer === 'late';
  if (one !== undefined && one.buyer !== 'less' && one.buyer !== 'more') scene.happened.add(one);
  if (one?.buyer === 'slow') await waitLong(run);
  if (one?.buyer === 'refused') await scene.write(refuseCards);
  if (isLate) {
    scene.timeline.add(say('days-pass'), say('before-buyer'));
    await account.clock.advance(LONG);
    await deliveries.settle(true);
    await run.repair();
    // A bank may report a payment days later.
    await account.assume(LATE_PAYMENTS);
  }
  const onAct = async (act: string) => {
    await scene.tick();
    buyerActs.push(act);
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
  if (isLate) await run.repair();
}

/** Lets the repair job look many times for the buyer, before a Pix expires. One that gives up has no other requests than in its first rounds. */
async function waitLong(run: OthersRun): Promise<void> {
  const { scene, deliveries } = run;
  // Nothing may expire meanwhile: 3DS, or a Pix.
  const left = await scene.read(({ state, now }) => (state.nextDue()?.due ?? Number.POSITIVE_INFINITY) - now);
  const pause = `${Math.max(1, Math.floor(Math.min(LOOK, left / (LOOKS + ROUNDS + 1))))}ms`;
  await run.repair(pause);
  if (scene.shop.reconcile === undefined) return;
  await scene.unseen(async () => {
    for (let look = 0; look < LOOKS; look++) {
      await scene.pass(pause);
      await scene.parts.try('repair job', () => scene.shop.reconcile?.(scene.parts.shop));
    }
  });
  scene.timeline.add(say('repair job'), say('looks', { count: LOOKS }));
  await deliveries.settle(true);
}

/** Plays what others do after the repair job. Resolves with false if the shop never settles. */
export async function later(run: OthersRun): Promise<boolean> {
  const { scene, deliveries, verdict } = run;
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
    scene.happened.add(one);
    // Days later, another process runs: the next part starts it.
    scene.parts.die();
    await deliveries.resend(one.place);
  }
  const before = await scene.lastEvent();
  await playLater(one, run);
  await deliveries.settle(true);
  if (one.later !== undefined && shop.reconcile === undefined) {
    const isSilent = shop.onEvent === undefined || (await scene.lastEvent()) === before;
    if (isSilent) verdict.note = 'only a repair job can notice this';
  }
  return run.repair();
}

async function playLater(one: Disruption, run: OthersRun): Promise<void> {
  const { scene, deliveries } = run;
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
      await deliveries.settle(true);
      await run.repair();
    }
    for (const { id, status } of await scene.write((unit) => playStep(unit, step))) {
      scene.happened.add(one);
      scene.timeline.add(say('acts-later', { act: `${step[0]} ${id}` }), status, { from: 'others', to: 'gateway' });
    }
  }
}

/** Returns how long it is until noon of the next workday in São Paulo that is at least a day later. */
export function untilNextWorkday(time: number): string {
  let noon = Date.parse(`${dayInSaoPaulo(time + DAY)}T15:00:00Z`);
  while (noon < time + DAY || [0, 6].includes(new Date(noon).getUTCDay())) noon += DAY;
  return `${noon - time}ms`;
}
