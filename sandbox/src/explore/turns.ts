/** Lets parts of a shop run in a fixed order at any speed of the machine. */
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';

/** The shortest silence after which a part counts as one that waits. Milliseconds. */
const SHORTEST = 120;
/** The longest silence, and the longest time that a part is held: less than half of a client's time-out. Milliseconds. */
const LONGEST = 5000;
/** A busy machine delays timers. In each piece, the ready parts get their turn. */
const PIECES = 12;
/** How many times the slowest step a silence takes. */
const SLOWER = 10;

/** Joins two parts whose requests nothing tells apart. */
export const EITHER = ' or ';

interface Asking {
  readonly part: string;
  readonly died: AbortSignal;
}

/** How a shop goes on without a disruption. */
export type Pace = Pick<Turns, 'slowest' | 'isNamed'>;

export class Turns {
  /** How often a part was let go only because the other was silent. */
  silences = 0;
  /** The longest time between two signs of life, without that of a request that names its part. Milliseconds. */
  slowest = 0;
  /** Each request names its part, so it is known from its beginning to its end. */
  isNamed: boolean;
  /** Two parts whose requests nothing tells apart: one was let go before the other had ended. */
  mixed: string | undefined;
  readonly #silence: number;
  readonly #isBusy: () => boolean;
  /** The calls without an answer. */
  readonly #calls = new Set<{ readonly by: Asking }>();
  /** The parts that wait for another. */
  readonly #held = new Set<string>();
  #signs = 0;
  #last: number | undefined;
  #pair: readonly string[] = [];
  /** The part that has sent a request since both went on. */
  #sent: string | undefined;
  /** The first of two parts has sent a request. */
  #onSent: () => void = () => {};
  /** Ends a hold that waits for an answer. */
  #onAnswer: () => void = () => {};
  #waiting: { readonly part: string; readonly go: () => void } | undefined;

  /** `usual`: the run without a disruption. `isBusy`: whether a program of the shop uses the processor. */
  constructor(usual: Pace, isBusy: () => boolean) {
    this.#silence = Math.min(Math.max(SHORTEST, usual.slowest * SLOWER), LONGEST);
    this.isNamed = usual.isNamed;
    this.#isBusy = isBusy;
  }

  get pace(): Pace {
    return { slowest: this.slowest, isNamed: this.isNamed };
  }

  /** A part of the shop begins, sends a request or gets an answer. */
  sign(): void {
    const now = performance.now();
    if (this.#last !== undefined) this.slowest = Math.max(this.slowest, now - this.#last);
    this.#last = now;
    this.#signs++;
  }

  /** Nothing is expected of the shop from here to the next sign. */
  rest(): void {
    this.#last = undefined;
  }

  /** A part asks the gateway. Returns a function for its answer. */
  asks(by: Asking): () => void {
    const call = { by };
    this.sign();
    this.rest();
    this.#calls.add(call);
    return () => {
      if (this.#calls.delete(call)) this.sign();
    };
  }

  /** Whether a part that is not held has a call without an answer. */
  get #isAsking(): boolean {
    return [...this.#calls].some(({ by }) => !by.died.aborted && !this.#held.has(by.part));
  }

  /** Returns whether a part has a call without an answer, and has not died. */
  isAsking(asking: Asking): boolean {
    return !asking.died.aborted && [...this.#calls].some(({ by }) => by === asking);
  }

  /** Holds a part. Resolves when the task has ended, has its first answer if `inStep`, or waits itself. `parts` names who goes on then. */
  async hold(task: Promise<unknown>, part: string, parts: string, inStep = false): Promise<void> {
    this.#held.add(part);
    let end: 'over' | 'answered' | undefined;
    const answered = new Promise<void>((resolve) => {
      this.#onAnswer = () => {
        if (inStep) end ??= 'answered';
        if (inStep) resolve();
      };
    });
    const over = () => {
      end ??= 'over';
    };
    const isKnown = await Promise.race([task.then(over, over), answered, this.#silent(() => end !== undefined)]);
    this.#held.delete(part);
    if (end !== 'over') this.mixed = parts;
    if (end === undefined && !isKnown) this.silences++;
    end ??= 'over';
  }

  /** Resolves when the first of two parts has sent a request, has ended, or is silent: nobody takes the other one for it. */
  async begins(task: Promise<unknown>): Promise<void> {
    let isOver = false;
    const over = () => {
      isOver = true;
    };
    const sent = new Promise<void>((resolve) => {
      this.#onSent = resolve;
    });
    await Promise.race([task.then(over, over), sent.then(over), this.#silent(() => isOver)]);
    over();
  }

  /** A request of the part that runs meanwhile has its answer. */
  answer(): void {
    this.#onAnswer();
  }

  /**
   * Resolves after a silence, or when `isOver`. Its result is whether the others wait: they ask the gateway nothing, and had their turns. Of a program
   * that is a guess: it may still start, or its request may be on its way.
   */
  async #silent(isOver: () => boolean): Promise<boolean> {
    const end = performance.now() + LONGEST;
    let quiet = 0;
    for (let before = this.#signs; quiet < PIECES && performance.now() < end && !isOver(); ) {
      await sleep(this.#silence / PIECES);
      quiet = before === this.#signs && !this.#isBusy() && !this.#isAsking ? quiet + 1 : 0;
      before = this.#signs;
    }
    return quiet === PIECES && this.isNamed;
  }

  /** From now on, each response of one part waits for one of the other. Returns a function that ends a part. */
  pair(parts: readonly string[]): (part: string) => void {
    this.#pair = parts;
    return (part) => {
      this.#pair = this.#pair.filter((one) => one !== part);
      if (this.#pair.length === 0) this.mixed = undefined;
      this.#waiting?.go();
    };
  }

  /** Returns the part of a request that does not name one. A part that has sent a request has no other one, so this one is of the other part. */
  get partInStep(): string | undefined {
    return this.#pair.find((part) => part !== this.#sent);
  }

  /** Resolves when the request of a part may be carried out: the second part follows the first, so that their order is always the same. */
  async follow(part: string): Promise<void> {
    const [first, second] = this.#pair;
    if (part === second && this.#waiting?.part !== first) await this.#waitAs(part);
    this.#sent = part;
    this.#onSent();
  }

  /** Resolves when the other part has a response, too, has ended, or is silent. */
  async inStep(part: string): Promise<void> {
    if (this.#pair.length < 2 || !this.#pair.includes(part)) return;
    this.#waiting?.go();
    if (part === this.#pair[0]) await this.#waitAs(part);
    this.#sent = undefined;
  }

  async #waitAs(part: string): Promise<void> {
    const other = new Promise<void>((go) => {
      this.#waiting = { part, go };
    });
    const waiting = this.#waiting;
    await this.hold(other, part, this.#pair.join(EITHER));
    if (this.#waiting === waiting) this.#waiting = undefined;
  }
}
