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

  run<Value>(name: string, task: () => Promise<Value>, { abreast = false } = {}): Promise<Value> {
    const lane = this.#lanes.get(name) ?? { running: 0, alone: false, waiting: [] };
    this.#lanes.set(name, lane);
    return new Promise((resolve, reject) => {
      const begin = (): void => {
        void task()
          .then(resolve, reject)
          .finally(() => this.#ended(name, lane));
      };
      lane.waiting.push({ abreast: abreast && this.#most > 1, begin });
      this.#next(name, lane);
    });
  }

  #ended(name: string, lane: Lane): void {
    lane.running--;
    this.#next(name, lane);
  }

  #next(name: string, lane: Lane): void {
    for (;;) {
      const [first] = lane.waiting;
      if (first === undefined) {
        if (lane.running === 0) this.#lanes.delete(name);
        return;
      }
      const isFree = lane.running === 0 || (first.abreast && !lane.alone && lane.running < this.#most);
      if (!isFree) return;
      lane.waiting.shift();
      lane.running++;
      lane.alone = !first.abreast;
      first.begin();
    }
  }
}
