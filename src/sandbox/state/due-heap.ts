/** One entry of the heap: the time at which something falls due, and for what. */
export interface DueEntry {
  readonly due: number;
  readonly id: number;
  readonly kind: string;
}

/**
 * Entries by time, earliest first; at the same time the smallest id first. Entries that no longer hold stay until they come up, or until they
 * outnumber those that hold.
 */
export class DueHeap {
  #entries: DueEntry[] = [];
  readonly #holds: (entry: DueEntry) => boolean;

  constructor(holds: (entry: DueEntry) => boolean) {
    this.#holds = holds;
  }

  /** @param living the number of entries that hold at the moment, this one included */
  add(entry: DueEntry, living: number): void {
    if (this.#entries.length > 2 * living + 1024) {
      this.#entries = this.#entries.filter(this.#holds).sort(compare);
    }
    this.#entries.push(entry);
    this.#rise(this.#entries.length - 1);
  }

  first(): DueEntry | undefined {
    for (;;) {
      const [top] = this.#entries;
      if (top === undefined || this.#holds(top)) return top;
      this.removeFirst();
    }
  }

  removeFirst(): void {
    const last = this.#entries.pop();
    if (last === undefined || this.#entries.length === 0) return;
    this.#entries[0] = last;
    this.#sink(0);
  }

  #rise(start: number): void {
    let index = start;
    while (index > 0) {
      const parent = (index - 1) >>> 1;
      if (!this.#swapIfBefore(index, parent)) return;
      index = parent;
    }
  }

  #sink(start: number): void {
    let index = start;
    for (;;) {
      const left = 2 * index + 1;
      const right = left + 1;
      const [a, b] = [this.#entries[left], this.#entries[right]];
      if (a === undefined) return;
      const child = b !== undefined && compare(b, a) < 0 ? right : left;
      if (!this.#swapIfBefore(child, index)) return;
      index = child;
    }
  }

  #swapIfBefore(lower: number, upper: number): boolean {
    const [below, above] = [this.#entries[lower], this.#entries[upper]];
    if (below === undefined || above === undefined || compare(below, above) >= 0) return false;
    this.#entries[lower] = above;
    this.#entries[upper] = below;
    return true;
  }
}

const compare = (a: DueEntry, b: DueEntry): number => a.due - b.due || a.id - b.id;
