import { heldEvents, storedEventBody } from '../events/index.js';
import { say } from '../sentences/index.js';
import type { Unit } from '../state/index.js';
import { playStep } from './actors.js';
import type { Delivery, Disruption } from './disruptions.js';
import type { Scene } from './scene.js';
import { DIED } from './shop-parts.js';
import { englishOf, messageOf } from './timeline.js';

/** How far ahead the work of the gateway itself is awaited, such as the decision about a card. Milliseconds of the account's clock. */
const SOON = 5000;

/** The events of a run. They are on hold until the flow has ended, and then come one at a time. */
export class Deliveries {
  /** The repair job ran: everything arrives. */
  isAfterRepair = false;
  hadSeveral = false;
  hadRefund = false;
  /** Whether an event changed what `stateOf` returns. Undefined without an event. */
  hadEffect: boolean | undefined;
  /** Resolves with what an event may change in the shop. */
  stateOf: (() => Promise<string>) | undefined;
  /** What the shop answered. */
  readonly way: string[] = [];
  readonly #scene: Scene<unknown>;
  readonly #bodies = new Map<string, string>();
  /** The events that the shop got before their delivery. */
  readonly #confirmed = new Set<string>();
  #isFailing = false;

  constructor(scene: Scene<unknown>) {
    this.#scene = scene;
  }

  /** Resolves with whether the shop confirms the event. One that it has confirmed already does not reach it. */
  async receive(body: string): Promise<boolean> {
    const scene = this.#scene;
    const { event, model_id, payload } = JSON.parse(body);
    const about = typeof payload?.status === 'string' ? `, ${payload.status}` : '';
    const places = (await scene.read(placesOfEvents)).filter(
      ({ name, object }) => name === event && String(object) === String(model_id),
    );
    const { place } = places.findLast(({ status }) => status === payload?.status) ?? places.at(-1) ?? { place: event };
    if (this.#confirmed.delete(place)) return true;
    const what = say('event', { name: event, id: String(model_id) });
    const step = scene.timeline.add(what, '', { from: 'gateway', to: 'shop' });
    this.#bodies.set(place, body);
    const double = scene.plan.find((one) => one.inStep === 'event' && one.place === place);
    if (double !== undefined && !this.#isFailing) scene.happened.add(double);
    const failure = this.#isFailing
      ? undefined
      : await (double === undefined ? scene.handle(body, place) : this.#twiceAtOnce(body, place));
    if (this.#isFailing) step.outcome = say('answered-as-planned', { about });
    else if (failure === undefined) step.outcome = say(double ? 'confirmed-twice' : 'confirmed', { about });
    else if (failure === DIED) step.outcome = say('died-handling');
    else step.outcome = say('answered-because', { status: 500, message: messageOf(failure) });
    this.way.push(`${place} ${englishOf(step.outcome)}`);
    return !this.#isFailing && failure === undefined;
  }

  async #twiceAtOnce(body: string, place: string): Promise<unknown> {
    const parts = [place, `${place} again`];
    const end = this.#scene.turns.pair(parts);
    const failures = await Promise.all(
      parts.map(async (part) => this.#scene.handle(body, part).finally(() => end(part))),
    );
    return failures.find((failure) => failure !== undefined);
  }

  async again(place: string): Promise<void> {
    const body = this.#bodies.get(place);
    if (body !== undefined) await this.#scene.handle(body, `${place} again`);
  }

  /** Sends the event of a place once more, or each event. */
  async resend(place?: string): Promise<void> {
    const all = await this.#scene.read(placesOfEvents);
    for (const one of all) if (place === undefined || one.place === place) await this.#deliver(one.id);
  }

  /** Delivers the events on hold and their retries, until nothing is due soon. At the end, also the late ones. */
  async settle(isEnd = false): Promise<void> {
    const { probe } = this.#scene.gateway;
    for (;;) {
      await this.deliverHeld(isEnd);
      await this.#failRefunds();
      const next = await this.#scene.read(nextStep);
      if (next === undefined) break;
      await probe.engine.clocks.advanceTo(probe.account, next);
      await this.#idle();
    }
    this.#scene.turns.rest();
  }

  async #failRefunds(): Promise<void> {
    const scene = this.#scene;
    this.hadRefund ||= await scene.read(hasPendingRefund);
    const planned = scene.plan.find(({ failsRefund }) => failsRefund);
    if (planned === undefined || !this.hadRefund || scene.happened.has(planned)) return;
    for (const { id, status } of await scene.write((unit) => playStep(unit, ['decline'], PENDING_REFUND))) {
      scene.happened.add(planned);
      scene.timeline.add(say('refund-fails', { id }), status);
    }
    await this.deliverHeld();
  }

  async deliverHeld(isEnd = false): Promise<void> {
    const scene = this.#scene;
    if (scene.shop.onEvent === undefined) return scene.parts.rest();
    const plannedFor = (what: Delivery) => scene.plan.find(({ delivery }) => delivery === what);
    const [reversed, double] = [plannedFor('in reverse order'), plannedFor('two at once')];
    for (;;) {
      await scene.parts.rest();
      const ready = await this.#ready(isEnd);
      if (ready.length > 1) {
        this.hadSeveral = true;
        if (reversed !== undefined) scene.happened.add(reversed);
      }
      const pair = double === undefined || scene.happened.has(double) ? [] : pairOf(ready);
      const next = reversed ? ready.at(-1) : ready.find((one) => one !== pair[0]);
      if (next === undefined) return;
      if (next === pair[1] && double !== undefined) {
        scene.happened.add(double);
        await this.#atOnce(pair);
        continue;
      }
      this.#isFailing = next.planned?.delivery === 'first delivery fails';
      await this.#deliver(next.id);
      this.#isFailing = false;
      if (next.planned?.delivery === 'twice') await this.#deliver(next.id);
    }
  }

  async #ready(isEnd: boolean): Promise<Held[]> {
    const { plan, happened } = this.#scene;
    const held = await this.#scene.read((unit) => {
      const places = placesOfEvents(unit);
      return heldEvents(unit).flatMap((id) => places.filter((one) => one.id === id));
    });
    const all = held.map((one) => {
      return { ...one, planned: plan.find(({ delivery, place }) => delivery !== undefined && place === one.place) };
    });
    for (const { planned } of all) if (planned !== undefined) happened.add(planned);
    return all.filter(({ planned }) => this.#isReady(planned, isEnd));
  }

  /** Gives the events on hold to the shop while another part waits. Their deliveries are confirmed later. */
  async handOver(): Promise<void> {
    for (const one of await this.#ready(false)) await this.#hand(one);
    await this.#scene.parts.rest();
  }

  async #hand({ id, place }: Held): Promise<void> {
    if (this.#confirmed.has(place)) return;
    const body = await this.#scene.read((unit) => storedEventBody(unit, id));
    if (await this.receive(body)) this.#confirmed.add(place);
  }

  async #atOnce(pair: readonly Held[]): Promise<void> {
    const end = this.#scene.turns.pair(pair.map(({ place }) => place));
    await Promise.all(pair.map((one) => this.#hand(one).finally(() => end(one.place))));
    for (const { id } of pair) await this.#deliver(id);
  }

  #isReady(planned: Disruption | undefined, isEnd: boolean): boolean {
    const { plan, happened } = this.#scene;
    const silent = plan.find(({ delivery }) => delivery === 'none comes');
    if (silent !== undefined) {
      happened.add(silent);
      return false;
    }
    // The events are kept for a request of the buyer or of the repair job.
    const isKept = (one: Disruption) => one.meanwhile?.what === 'events' && /^(buyer|repair job):/.test(one.place);
    if (plan.some((one) => isKept(one) && !happened.has(one))) return false;
    if (planned?.delivery === 'only after the repair job') return this.isAfterRepair;
    return planned?.delivery !== 'never' && (isEnd || planned?.delivery !== 'late');
  }

  async #deliver(id: number): Promise<void> {
    const { engine, account } = this.#scene.gateway.probe;
    const before = await this.stateOf?.();
    await engine.events.redeliver(account, id);
    await this.#idle();
    if (before !== undefined) this.hadEffect = (await this.stateOf?.()) !== before || this.hadEffect === true;
  }

  /** Resolves when no delivery can go on without the clock. */
  async #idle(): Promise<void> {
    const { probe } = this.#scene.gateway;
    const look = () => this.#scene.read(({ state }) => (state.nextWork() === undefined ? true : undefined));
    // The run has a limit. A second one that ends at the same time would hide what the run waits for.
    const late = async () => '';
    await probe.engine.changes.until(probe.account, look, { timeout: Number.POSITIVE_INFINITY, late });
  }
}

type Held = ReturnType<typeof placesOfEvents>[number] & { readonly planned: Disruption | undefined };

/** Returns two events that say the same about two orders, or else the first two. */
function pairOf(ready: readonly Held[]): readonly Held[] {
  const isAlike = (one: Held, other: Held) =>
    one.name === other.name && one.status === other.status && one.object !== other.object;
  const pairs = ready.flatMap((one, index) =>
    ready.slice(index + 1).flatMap((other) => (isAlike(one, other) ? [[one, other]] : [])),
  );
  return pairs.at(-1) ?? ready.slice(0, 2);
}

const PENDING_REFUND = 'pending_refund';

const hasPendingRefund = (unit: Unit): boolean =>
  unit.all('transactions').some(({ value }) => value.status === PENDING_REFUND);

/** Returns the time of the next retry or of the gateway's own work, by the clock of the account. */
function nextStep({ state, now }: Unit): number | undefined {
  const { due } = state.nextDue() ?? {};
  const { items } = state.events({ offset: 0, limit: state.pending === 0 ? 0 : state.last.event });
  const retries = items.flatMap(({ deliveries }) =>
    deliveries.filter((one) => one.state === 'pending' && one.notBefore > 0).map(({ notBefore }) => notBefore),
  );
  const times = due !== undefined && due <= now + SOON ? [due, ...retries] : retries;
  return times.length === 0 ? undefined : Math.min(...times);
}

/** Returns the events, oldest first. A place is the name, the status and the count of the two. */
export function placesOfEvents({ state }: Unit) {
  const { items } = state.events({ offset: 0, limit: state.last.event });
  const counts = new Map<string, number>();
  return items.toReversed().map(({ id, name, object, payload }) => {
    const { status } = payload;
    const about = `event ${name}${status === undefined ? '' : ` ${status}`}`;
    const count = (counts.get(about) ?? 0) + 1;
    counts.set(about, count);
    return { id, name, object, status, place: `${about} #${count}` };
  });
}
