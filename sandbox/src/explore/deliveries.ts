import type { Probe } from '../core.js';
import { heldEvents } from '../events/index.js';
import type { Unit } from '../state/index.js';
import type { Disruption } from './disruptions.js';
import { DIED } from './process.js';
import { messageOf, type Timeline } from './timeline.js';

export interface DeliveriesOptions {
  readonly probe: Probe;
  readonly plan: readonly Disruption[];
  readonly timeline: Timeline;
  readonly read: <Result>(task: (unit: Unit) => Result) => Promise<Result>;
  /** Runs the handler of the shop. Resolves with its exception, with `DIED`, or with `undefined`. Without a handler, no events are sent. */
  readonly handle: ((body: string) => Promise<unknown>) | undefined;
  /** Milliseconds. */
  readonly timeout: number;
}

/** How far ahead the work of the gateway itself is awaited, such as the decision about a card. Milliseconds of the account's clock. */
const SOON = 5000;

/** The events of a run. They are on hold until the flow has ended, and then come one at a time. */
export class Deliveries {
  readonly #options: DeliveriesOptions;
  #isFailing = false;

  constructor(options: DeliveriesOptions) {
    this.#options = options;
  }

  /** Resolves with whether the shop confirms the event. */
  async receive(body: string): Promise<boolean> {
    const { timeline, handle } = this.#options;
    const { event, model_id, payload } = JSON.parse(body);
    const step = timeline.add(`event ${event} ${model_id}`);
    const about = typeof payload?.status === 'string' ? `, ${payload.status}` : '';
    const failure = this.#isFailing ? undefined : await handle?.(body);
    if (this.#isFailing) step.outcome = `answered 500, as planned${about}`;
    else if (failure === undefined) step.outcome = `answered 204${about}`;
    else if (failure === DIED) step.outcome = 'no answer: the process died';
    else step.outcome = `answered 500: ${messageOf(failure)}`;
    return !this.#isFailing && failure === undefined;
  }

  /** Delivers the events on hold and their retries, until nothing is due soon. At the end, also the late ones. */
  async settle(isEnd = false): Promise<void> {
    const { probe, read } = this.#options;
    for (;;) {
      await this.#deliverHeld(isEnd);
      const next = await read(nextStep);
      if (next === undefined) return;
      await probe.engine.clocks.advanceTo(probe.account, next);
      await this.#idle();
    }
  }

  async #deliverHeld(isEnd: boolean): Promise<void> {
    const { plan, read, handle } = this.#options;
    if (handle === undefined) return;
    const isReversed = plan.some(({ delivery }) => delivery === 'in reverse order');
    const deliveryOf = (id: number) => plan.find(({ event }) => event === id)?.delivery;
    for (;;) {
      const held = (await read((unit) => heldEvents(unit))).filter((id) => {
        const delivery = deliveryOf(id);
        return delivery !== 'never' && (isEnd || delivery !== 'late');
      });
      const id = isReversed ? held.at(-1) : held[0];
      if (id === undefined) return;
      const delivery = deliveryOf(id);
      this.#isFailing = delivery === 'first delivery fails';
      await this.#deliver(id);
      this.#isFailing = false;
      if (delivery === 'twice') await this.#deliver(id);
    }
  }

  async #deliver(id: number): Promise<void> {
    const { engine, account } = this.#options.probe;
    await engine.events.redeliver(account, id);
    await this.#idle();
  }

  /** Resolves when no delivery can go on without the clock. */
  async #idle(): Promise<void> {
    const { probe, read, timeout } = this.#options;
    const look = () => read(({ state }) => (state.nextWork() === undefined ? true : undefined));
    const late = async () => 'events are still on their way';
    await probe.engine.changes.until(probe.account, look, { timeout, late });
  }
}

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
