import { performance } from 'node:perf_hooks';

/** By how much the clock of a store may fall behind between two messages. Milliseconds. */
const DRIFT = 1000;

/**
 * The real time in milliseconds. It follows a clock of the host that is set forward, but not one that is set back, because work would wait
 * until the clock is where it was.
 */
export class RealTime {
  /** The time at which `performance.now()` was 0. */
  #origin = Number.NEGATIVE_INFINITY;
  /** Whether a store tells the time. Then a clock of this host that is wrong for a while changes nothing. */
  #isFollowing = false;

  constructor() {
    this.now();
  }

  /** @param at a time by `performance.now()`; default: now */
  now(at = performance.now()): number {
    if (!this.#isFollowing) this.reach(Date.now());
    // Not all origins are exact.
    return Math.floor(this.#origin + at + 0.001);
  }

  /** Moves the time forward, to one that another process has reached. */
  reach(time: number): void {
    this.#origin = Math.max(this.#origin, time - performance.now());
  }

  /** Follows the clock of a store from now on, unless it was set back. */
  follow(time: number): void {
    if (!this.#isFollowing || time > this.now() - DRIFT) this.#origin = time - performance.now();
    this.#isFollowing = true;
  }
}
