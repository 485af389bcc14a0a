import { randomUUID } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { isoTime } from 'payment-gateway-core/codes';
import type { DueRule, Kind, Run, Unit } from '../state/index.js';
import { ADVANCE, CLOCK, countUses, epochOf, movedTo, readClock } from '../state/index.js';
import { after, type Duration, type MonthCount, monthsUntil, parseDuration, withMonths } from './duration.js';

interface ClocksOptions {
  readonly run: Run;
  readonly dueRules: Readonly<Record<Kind, DueRule>>;
  readonly onError: (error: unknown) => void;
}

/** How long due work may block other work. Milliseconds. */
const TURN = 8;

/** How long the turn of an advance outlives its process, and how often others ask whether it is over. Milliseconds. */
const TURN_LIFE = 10_000;
const ASK_AGAIN = 10;

/** The account document with the months of the last advances. */
const MONTHS = 'months';

/** The time to advance to, and the months that lead to it. */
interface Goal {
  readonly target: number;
  readonly count?: MonthCount;
}

/** The clocks of all accounts. They carry out the work that becomes due. */
export class Clocks {
  readonly #parts: ClocksOptions;
  /** Identifies these clocks among the processes that share a store. */
  readonly #here = randomUUID();
  /** The last advance of each account in this process, so that advances keep their order. The store orders those of several processes. */
  readonly #advances = new Map<string, Promise<unknown>>();
  readonly #running = new Set<Promise<unknown>>();
  #isClosed = false;

  constructor(parts: ClocksOptions) {
    this.#parts = parts;
  }

  /** Returns the account's time in milliseconds. */
  now(account: string): Promise<number> {
    return this.#parts.run(account, ({ now }) => now);
  }

  read(account: string): Promise<{ readonly now: number; readonly isFrozen: boolean }> {
    return this.#parts.run(account, ({ now, state }) => ({ now, isFrozen: state.clock.kind === 'frozen' }));
  }

  /** Stops the clock until someone advances or releases it. */
  freeze(account: string): Promise<void> {
    return this.#parts.run(account, (unit) => unit.setDocument(CLOCK, { kind: 'frozen', at: unit.now }));
  }

  /** Lets the clock run at the system's speed from its current time. */
  release(account: string): Promise<void> {
    return this.#parts.run(account, (unit) =>
      unit.setDocument(CLOCK, { kind: 'system', offset: unit.now - unit.realTime }),
    );
  }

  /**
   * Advances the clock and carries out due work in order, each at its due time. Other work of the account can run in between.
   * Resolves with the new time in milliseconds. Advances of an account run one after the other.
   */
  async advance(account: string, duration: string | Duration): Promise<number> {
    const parsed = parseDuration(duration);
    return this.#moveTo(account, (unit) => {
      // Only this module writes the document.
      const until = monthsUntil(unit.now, unit.document(MONTHS) as MonthCount | undefined);
      const count = withMonths(until, parsed);
      return { target: after(unit.now, parsed, until), ...(count.months > until.months && { count }) };
    });
  }

  /** Advances the clock to a time in milliseconds. Rejects for a time in the past: the clock never goes back. */
  advanceTo(account: string, time: number): Promise<number> {
    return this.#moveTo(account, ({ now }) => {
      if (time >= now) return { target: after(time, {}) };
      throw new RangeError(
        `to: is before the clock, which is at ${isoTime(now)} and never goes back; reset the account to start again`,
      );
    });
  }

  /** Carries out the work that is due by the account's clock. */
  catchUp(account: string): Promise<void> {
    return this.#carryOut(account, (unit) => unit.now, true);
  }

  /** Starts no more work, and waits for running work. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.allSettled(this.#running);
  }

  /** Advances the clock after earlier advances of the account. */
  #moveTo(account: string, goalOf: (unit: Unit) => Goal): Promise<number> {
    const task = () => this.#moveNow(account, goalOf);
    const before = this.#advances.get(account);
    const result = before === undefined ? task() : before.then(task, task);
    this.#advances.set(account, result);
    const clear = (): void => {
      if (this.#advances.get(account) === result) this.#advances.delete(account);
    };
    result.then(clear, clear);
    return result;
  }

  async #moveNow(account: string, goalOf: (unit: Unit) => Goal): Promise<number> {
    const goal = await this.#begin(account, goalOf);
    if (goal === undefined) return this.now(account);
    const { target, count, epoch } = goal;
    const isCurrent = (unit: Unit): boolean => epochOf(unit.state) === epoch;
    await this.#carryOut(account, (unit) => {
      if (!isCurrent(unit)) return undefined;
      this.#takeTurn(unit);
      return target;
    });
    return this.#parts.run(account, (unit) => {
      if (isCurrent(unit)) unit.setDocument(ADVANCE, undefined);
      if (isCurrent(unit) && !this.#isClosed) {
        move(unit, target);
        if (count !== undefined) unit.setDocument(MONTHS, { ...count });
      }
      return readClock(unit.state.clock, unit.realTime);
    });
  }

  /** Takes the turn for an advance as soon as no other process has it. Returns `undefined` if the clocks are closed meanwhile. */
  async #begin(account: string, goalOf: (unit: Unit) => Goal) {
    for (; !this.#isClosed; await sleep(ASK_AGAIN)) {
      const begun = await this.#parts.run(account, (unit) => {
        const { by, until } = unit.document(ADVANCE) ?? {};
        if (by !== undefined && by !== this.#here && Number(until) > unit.realTime) return undefined;
        const goal = goalOf(unit);
        this.#takeTurn(unit);
        return { ...goal, epoch: epochOf(unit.state) };
      });
      if (begun !== undefined) return begun;
    }
    return undefined;
  }

  #takeTurn(unit: Unit): void {
    unit.setDocument(ADVANCE, { by: this.#here, until: unit.realTime + TURN_LIFE });
  }

  /** Carries out due work up to a time, in short units that let other work run. `undefined` ends it. */
  async #carryOut(account: string, untilOf: (unit: Unit) => number | undefined, background = false): Promise<void> {
    const { run, dueRules, onError } = this.#parts;
    for (let isDone = false; !isDone && !this.#isClosed; ) {
      const unit = run(account, (unit) => carryOutSome(unit, untilOf(unit), dueRules), { background, counted: true });
      this.#running.add(unit);
      const part = await unit.finally(() => this.#running.delete(unit));
      for (const error of part.errors) onError(error);
      isDone = part.isDone;
      if (!isDone) await nextTurn();
    }
  }
}

function carryOutSome(
  unit: Unit,
  until: number | undefined,
  dueRules: ClocksOptions['dueRules'],
): { isDone: boolean; errors: unknown[] } {
  const errors: unknown[] = [];
  const deadline = performance.now() + TURN;
  for (;;) {
    const next = unit.state.nextDue();
    if (next === undefined || until === undefined || next.due > until) return { isDone: true, errors };
    if (performance.now() > deadline) return { isDone: false, errors };
    move(unit, next.due);
    unit.now = next.due;
    const carryOutNext = () => {
      const object = unit.seek(next.kind, next.id);
      if (object !== undefined) dueRules[next.kind]?.(unit, object);
    };
    // How much work shares a unit depends on the machine, so each counts separately.
    const result = countUses(() => unit.attempt(carryOutNext));
    if ('error' in result) errors.push(result.error);
    // Clears a time that is not later, because otherwise the rule runs in a loop.
    const left = unit.seek(next.kind, next.id);
    if (left?.due !== undefined && left.due <= next.due) unit.change(left, { due: null });
  }
}

function move(unit: Unit, time: number): void {
  const { clock } = unit.state;
  const moved = movedTo(clock, time, unit.realTime);
  if (moved !== clock) unit.setDocument(CLOCK, { ...moved });
}
