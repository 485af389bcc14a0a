import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import type { Kind, Store, Stored } from '../store/index.js';
import { StoreUnavailable } from '../store/index.js';
import { type DueRule, type Run, seek } from '../work/index.js';
import { Queues } from '../work/queue.js';
import { CLOCK, type Clock, clockOf, movedTo, readClock } from './clock.js';
import { after, type Duration, parseDuration } from './duration.js';
import { type Lead, Leads } from './leads.js';

export interface ClocksOptions {
  readonly store: Store;
  readonly run: Run;
  /** The clock that accounts begin with. */
  readonly initial: Clock;
  /** What becomes of the objects of a kind when their time comes. */
  readonly dueRules: Readonly<Record<Kind, DueRule>>;
  readonly onError: (error: unknown) => void;
}

/** How long work that falls due may hold up everything else, in milliseconds. */
const TURN = 8;

/** How often a store that others write to is asked for due work that they left behind, and one that failed is asked again. Milliseconds. */
const LOOK_AGAIN = 1000;

/**
 * What falls due later gets no timer: all accounts are looked at again before. So there are as many timers as accounts that have something to do soon,
 * and none for accounts that were dropped. Milliseconds.
 */
const SOON = 60_000;

/** How often an advance asks whether another process is done with what falls due. Milliseconds. */
const ASK_AGAIN = 50;

interface Timer {
  /** When it goes off, by `performance.now()`. */
  readonly at: number;
  /** The time of the account's clock for which it was set, or none. */
  readonly due: number;
  readonly timer: NodeJS.Timeout;
}

/** Of a timer that looks again whatever is due. */
const NONE = Number.POSITIVE_INFINITY;

/** The clocks of all accounts, and the work that falls due by them. */
export class Clocks {
  readonly #options: ClocksOptions;
  readonly #leads: Leads;
  readonly #advances = new Queues();
  readonly #timers = new Map<string, Timer>();
  readonly #runs = new Set<Promise<void>>();
  #interval: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(options: ClocksOptions) {
    this.#options = options;
    this.#leads = new Leads(options.store);
  }

  /** Milliseconds. */
  async now(account: string): Promise<number> {
    return this.#timeOf(await this.read(account));
  }

  async read(account: string): Promise<Clock> {
    const { documents } = await this.#options.store.head(account);
    return clockOf(documents[CLOCK]?.value, this.#options.initial);
  }

  /** From now on the clock stands still, until it is advanced or let go. */
  async freeze(account: string): Promise<void> {
    await this.#change(account, (clock) => ({ kind: 'frozen', at: this.#timeOf(clock) }));
  }

  /** From now on the clock goes on with the system's, from where it is. */
  async release(account: string): Promise<void> {
    await this.#change(account, (clock) => ({
      kind: 'system',
      offset: this.#timeOf(clock) - this.#options.store.now(),
    }));
    this.wake(account, 0);
  }

  /**
   * Moves the clock on and carries out what falls due on the way, in the order of its times, each at its own time; other work of the account goes
   * on in between. Resolves with the new time in milliseconds. Advances of an account follow each other.
   */
  advance(account: string, duration: string | Duration): Promise<number> {
    const parsed = parseDuration(duration);
    return this.#advances.run(account, async () => this.#advanceTo(account, after(await this.now(account), parsed)));
  }

  /** Moves the clock on to a time in milliseconds. Rejects when it has passed already: the clock never goes back. */
  advanceTo(account: string, time: number): Promise<number> {
    return this.#advances.run(account, async () => {
      const now = await this.now(account);
      if (!(time >= now)) {
        throw new RangeError(
          `the clock never goes back: it is ${new Date(now).toISOString()}. Reset the account to begin anew`,
        );
      }
      return this.#advanceTo(account, after(time, {}));
    });
  }

  /** Something falls due at that time of the account's clock. `now`: what that clock shows, where it is known. */
  wake(account: string, due: number, now = due): void {
    if (due - now > SOON) return;
    // Whatever comes later is looked at when the timer for something earlier goes off.
    const known = this.#timers.get(account);
    if (this.#closed || (known !== undefined && known.due <= due)) return;
    const schedule = (clock: Clock): void => {
      const now = this.#timeOf(clock);
      if (clock.kind === 'system' || due <= now) this.#schedule(account, due - now, due);
    };
    void this.read(account).then(schedule, (error: unknown) => this.#tell(error));
  }

  /** Takes up what fell due, or will, in all accounts of the store. */
  async start(): Promise<void> {
    const all = async (): Promise<void> => {
      const look = async (account: string): Promise<void> => {
        const next = await this.#options.store.nextDue(account);
        if (next?.due !== undefined) this.wake(account, next.due);
      };
      await Promise.all((await this.#options.store.accounts()).map(look));
    };
    await all();
    const pause = this.#options.store.shared ? LOOK_AGAIN : SOON / 2;
    this.#interval = setInterval(() => void all().catch((error: unknown) => this.#tell(error)), pause).unref();
  }

  /** Begins nothing more, and waits for what runs. */
  async close(): Promise<void> {
    this.#closed = true;
    clearInterval(this.#interval);
    for (const { timer } of this.#timers.values()) clearTimeout(timer);
    await Promise.all(this.#runs);
  }

  async #advanceTo(account: string, target: number): Promise<number> {
    let lead = await this.#lead(account);
    try {
      const { epoch } = await this.#options.store.head(account);
      let turn = performance.now();
      for (;;) {
        const next = await this.#options.store.nextDue(account);
        if (this.#closed || next?.due === undefined || next.due > target) break;
        if (!lead.held) {
          await lead.give();
          lead = await this.#lead(account);
          continue;
        }
        await this.#runDue(account, next, next.due);
        if (performance.now() - turn < TURN) continue;
        await nextTurn();
        turn = performance.now();
      }
      await this.#change(account, (clock, now) =>
        now === epoch ? movedTo(clock, target, this.#options.store.now()) : clock,
      );
    } finally {
      await lead.give();
    }
    // What falls due next does so sooner than it was to, by as much as the clock was moved.
    this.wake(account, 0);
    return await this.now(account);
  }

  /** Waits until no other process carries out what falls due in the account. */
  async #lead(account: string): Promise<Lead> {
    for (;;) {
      const lead = await this.#leads.take(account);
      if (lead !== undefined) return lead;
      await sleep(ASK_AGAIN);
    }
  }

  /** A look at a store that was closed meanwhile is no failure. */
  #tell(error: unknown): void {
    if (!this.#closed) this.#options.onError(error);
  }

  #timeOf(clock: Clock): number {
    return readClock(clock, this.#options.store.now());
  }

  #schedule(account: string, wait: number, due = NONE): void {
    if (wait > SOON) return;
    const delay = Math.max(wait, 0);
    const at = performance.now() + delay;
    const known = this.#timers.get(account);
    if (this.#closed || (known !== undefined && known.at <= at)) return;
    clearTimeout(known?.timer);
    const timer = setTimeout(() => {
      this.#timers.delete(account);
      const run = this.#catchUp(account).catch((error: unknown) => {
        this.#options.onError(error);
        this.#schedule(account, LOOK_AGAIN);
      });
      this.#runs.add(run);
      void run.then(() => this.#runs.delete(run));
    }, delay);
    this.#timers.set(account, { at, due, timer: timer.unref() });
  }

  /** Carries out what is due by the clock of the account, and sets a timer for what comes next. */
  async #catchUp(account: string): Promise<void> {
    const lead = await this.#leads.take(account);
    // Another process is at it. It may die.
    if (lead === undefined) return this.#schedule(account, LOOK_AGAIN);
    try {
      await this.#carryOut(account, lead);
    } finally {
      await lead.give();
    }
  }

  async #carryOut(account: string, lead: Lead): Promise<void> {
    let turn = performance.now();
    while (!this.#closed && lead.held) {
      const next = await this.#options.store.nextDue(account);
      if (next?.due === undefined) return;
      if (next.due > (await this.now(account))) return this.wake(account, next.due);
      await this.#runDue(account, next, next.due);
      if (performance.now() - turn < TURN) continue;
      await nextTurn();
      turn = performance.now();
    }
  }

  async #runDue(account: string, { kind, id }: Stored, due: number): Promise<void> {
    const rule = this.#options.dueRules[kind];
    const run = (act: DueRule): Promise<void> =>
      this.#options.run(
        account,
        async (unit) => {
          const object = await seek(unit, kind, id);
          if (object?.due !== due) return; // Somebody else was first.
          const clock = clockOf(unit.document(CLOCK), this.#options.initial);
          const moved = movedTo(clock, due, this.#options.store.now());
          if (moved !== clock) unit.setDocument(CLOCK, { ...moved });
          await act(unit, object);
          const left = unit.written(kind, id) ?? object;
          // What does not fall due later would fall due forever.
          if (left.due !== undefined && left.due <= due && !unit.removed(kind, id)) unit.change(left, { due: null });
        },
        { now: due },
      );
    try {
      await run(rule ?? (async () => {}));
    } catch (error) {
      if (error instanceof StoreUnavailable) throw error;
      this.#options.onError(error);
      await run(async () => {});
    }
  }

  async #change(account: string, change: (clock: Clock, epoch: number) => Clock): Promise<void> {
    await this.#options.run(account, async (unit) => {
      const clock = clockOf(unit.document(CLOCK), this.#options.initial);
      const changed = change(clock, unit.epoch);
      if (changed !== clock) unit.setDocument(CLOCK, { ...changed });
    });
  }
}
