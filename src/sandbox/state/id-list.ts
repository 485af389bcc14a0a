/** Ascending ids. Taking a piece does not walk over the rest. */
export class IdList {
  #ids: number[] = [];
  /** Dropping the oldest id moves this on, because shifting a long array copies it. */
  #start = 0;

  get size(): number {
    return this.#ids.length - this.#start;
  }

  add(id: number): void {
    const last = this.#ids.at(-1);
    if (last === undefined || last < id) {
      this.#ids.push(id);
      return;
    }
    const index = this.#search(id);
    if (this.#ids[index] !== id) this.#ids.splice(index, 0, id);
  }

  remove(id: number): void {
    const index = this.#search(id);
    if (this.#ids[index] !== id) return;
    if (index === this.#start) {
      this.#start++;
      if (this.#start > 1024 && this.#start * 2 > this.#ids.length) {
        this.#ids = this.#ids.slice(this.#start);
        this.#start = 0;
      }
    } else {
      this.#ids.splice(index, 1);
    }
  }

  oldest(): number | undefined {
    return this.#ids[this.#start];
  }

  /** Newest first. */
  slice(offset: number, limit: number): number[] {
    const end = this.#ids.length - offset;
    if (end <= this.#start) return [];
    return this.#ids.slice(Math.max(this.#start, end - limit), end).reverse();
  }

  /** The ids up to a bound, oldest first. */
  upTo(last: number): number[] {
    return this.#ids.slice(this.#start, this.#search(last + 1));
  }

  /** The index of the id, or the one at which to insert it. */
  #search(id: number): number {
    let low = this.#start;
    let high = this.#ids.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#ids[middle] ?? 0) < id) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
