interface Waiting {
  readonly abreast: boolean;
  begin(): void;
}

interface Lane {
  running: number;
  /** Whether what runs has to be alone. */
  alone: boolean;
  readonly waiting: Waiting[];
}

/** Runs tasks by name in the order in which they came: one after the other, or side by side up to a bound those that may. */
export class Turns {
  readonly #most: number;
  readonly #lanes = new Map<string, Lane>();

  /** @param most how many of those that may run side by side do so; with 1, none does */
  constructor(most: number) {
    this.#most = most;
  }

  /** Whether nothing of that name runs or waits. */
  isFree(name: string): boolean {
    return !this.#lanes.has(name);
  }

  async run<Value>(name: string, task: () => Promise<Value>, { abreast = false } = {}): Promise<Value> {
    const lane = this.#lanes.get(name) ?? { running: 0, alone: false, waiting: [] };
    this.#lanes.set(name, lane);
    const one = { abreast: abreast && this.#most > 1 };
    if (lane.waiting.length === 0 && this.#mayBegin(lane, one)) begin(lane, one);
    else await new Promise<void>((resolve) => lane.waiting.push({ ...one, begin: resolve }));
    try {
      return await task();
    } finally {
      lane.running--;
      this.#next(name, lane);
    }
  }

  #next(name: string, lane: Lane): void {
    for (;;) {
      const [first] = lane.waiting;
      if (first === undefined) {
        if (lane.running === 0) this.#lanes.delete(name);
        return;
      }
      if (!this.#mayBegin(lane, first)) return;
      lane.waiting.shift();
      begin(lane, first);
      first.begin();
    }
  }

  #mayBegin({ running, alone }: Lane, { abreast }: Pick<Waiting, 'abreast'>): boolean {
    return running === 0 || (abreast && !alone && running < this.#most);
  }
}

function begin(lane: Lane, { abreast }: Pick<Waiting, 'abreast'>): void {
  lane.running++;
  lane.alone = !abreast;
}
