import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Kind } from '../state/index.js';
import { CLOCK, type DueRule, epochOf, movedTo, type Run, readClock, type Unit } from '../state/index.js';
import { after, type Duration, parseDuration } from './duration.js';

export interface ClocksOptions {
  readonly run: Run;
  /** The rules for due work, by kind. */
  readonly dueRules: Readonly<Record<Kind, DueRule>>;
  readonly onError: (error: unknown) => void;
}

/** How long due work may block other work. Milliseconds. */
const TURN = 8;

/** The clocks of all accounts, and the work that they make due. */
export class Clocks {
  readonly #options: ClocksOptions;
  /** The last advance of each account. Advances of an account run one after the other. */
  readonly #advances = new Map<string, Promise<unknown>>();
  readonly #running = new Set<Promise<unknown>>();
  #isClosed = false;

  constructor(options: ClocksOptions) {
    this.#options = options;
  }

  /** Returns the account's time in milliseconds. */
  now(account: string): Promise<number> {
    return this.#options.run(account, ({ now }) => now);
  }

  read(account: string): Promise<{ readonly now: number; readonly isFrozen: boolean }> {
    return this.#options.run(account, ({ now, state }) => ({ now, isFrozen: state.clock.kind === 'frozen' }));
  }

  /** Stops the clock until someone advances or releases it. */
  async freeze(account: string): Promise<void> {
    await this.#options.run(account, (unit) => unit.setDocument(CLOCK, { kind: 'frozen', at: unit.now }));
  }

  /** Lets the clock run at the system's speed from its current time. */
  async release(account: string): Promise<void> {
    await this.#options.run(account, (unit) =>
      unit.setDocument(CLOCK, { kind: 'system', offset: unit.now - unit.realTime }),
    );
  }

  /**
   * Advances the clock and carries out due work in order, each at its due time. Other work of the account can run in between.
   * Resolves with the new time in milliseconds. Advances of an account run one after the other.
   */
  async advance(account: string, duration: string | Duration): Promise<number> {
    const parsed = parseDuration(duration);
    return this.#inOrder(account, async () => this.#advanceTo(account, (now) => after(now, parsed)));
  }

  /** Advances the clock to a time in milliseconds. Rejects for a time in the past: the clock never goes back. */
  advanceTo(account: string, time: number): Promise<number> {
    return this.#inOrder(account, () =>
      this.#advanceTo(account, (now) => {
        if (time >= now) return after(time, {});
        throw new RangeError(
          `to: is before the clock, which is at ${new Date(now).toISOString()} and never goes back; reset the account to start again`,
        );
      }),
    );
  }

  /** Carries out the work that is due by the account's clock. */
  async catchUp(account: string): Promise<void> {
    await this.#carryOut(account, (unit) => unit.now, true);
  }

  /** Starts no more work, and waits for running work. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.allSettled(this.#running);
  }

  async #advanceTo(account: string, targetOf: (now: number) => number): Promise<number> {
    const { target, epoch } = await this.#options.run(account, (unit) => ({
      target: targetOf(unit.now),
      epoch: epochOf(unit.state),
    }));
    await this.#carryOut(account, (unit) => (epochOf(unit.state) === epoch ? target : undefined));
    return this.#options.run(account, (unit) => {
      if (epochOf(unit.state) === epoch && !this.#isClosed) this.#move(unit, target);
      return readClock(unit.state.clock, unit.realTime);
    });
  }

  /** Carries out due work up to a time, in short units that let other work run. `undefined` ends it. */
  async #carryOut(account: string, untilOf: (unit: Unit) => number | undefined, background = false): Promise<void> {
    for (let isDone = false; !isDone && !this.#isClosed; ) {
      const task = (unit: Unit) => this.#carryOutSome(unit, untilOf(unit));
      const running = this.#options.run(account, task, { background });
      this.#running.add(running);
      const part = await running.finally(() => this.#running.delete(running));
      for (const error of part.errors) this.#options.onError(error);
      isDone = part.isDone;
      if (!isDone) await nextTurn();
    }
  }

  #carryOutSome(unit: Unit, until: number | undefined): { isDone: boolean; errors: unknown[] } {
    const errors: unknown[] = [];
    const deadline = performance.now() + TURN;
    for (;;) {
      const next = unit.state.nextDue();
      if (next === undefined || until === undefined || next.due > until) return { isDone: true, errors };
      if (performance.now() > deadline) return { isDone: false, errors };
      this.#move(unit, next.due);
      unit.now = next.due;
      const rule = this.#options.dueRules[next.kind];
      const result = unit.attempt(() => {
        const object = unit.seek(next.kind, next.id);
        if (object !== undefined) rule?.(unit, object);
      });
      if ('error' in result) errors.push(result.error);
      // Clears a time that is not later, because otherwise the rule runs in a loop.
      const left = unit.seek(next.kind, next.id);
      if (left?.due !== undefined && left.due <= next.due) unit.change(left, { due: null });
    }
  }

  #move(unit: Unit, time: number): void {
    const { clock } = unit.state;
    const moved = movedTo(clock, time, unit.realTime);
    if (moved !== clock) unit.setDocument(CLOCK, { ...moved });
  }

  #inOrder<Value>(account: string, task: () => Promise<Value>): Promise<Value> {
    const before = this.#advances.get(account);
    const result = before === undefined ? task() : before.then(task, task);
    this.#advances.set(account, result);
    const clear = (): void => {
      if (this.#advances.get(account) === result) this.#advances.delete(account);
    };
    result.then(clear, clear);
    return result;
  }
}
