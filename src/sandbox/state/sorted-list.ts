/** Items in ascending order. Reading a part does not scan the rest. */
export class SortedList<Item> {
  readonly #items: Item[] = [];
  readonly #compare: (one: Item, other: Item) => number;

  constructor(compare: (one: Item, other: Item) => number) {
    this.#compare = compare;
  }

  get size(): number {
    return this.#items.length;
  }

  first(): Item | undefined {
    return this.#items[0];
  }

  /** Adds an item, unless the list has an equal one. */
  add(item: Item): void {
    const index = this.#search(item);
    if (!this.#isAt(index, item)) this.#items.splice(index, 0, item);
  }

  remove(item: Item): void {
    const index = this.#search(item);
    if (this.#isAt(index, item)) this.#items.splice(index, 1);
  }

  /** Returns a part, greatest first. */
  slice(offset: number, limit: number): Item[] {
    const end = Math.max(this.#items.length - offset, 0);
    return this.#items.slice(Math.max(end - limit, 0), end).reverse();
  }

  /** Returns the lesser items, smallest first. */
  before(item: Item): Item[] {
    return this.#items.slice(0, this.#search(item));
  }

  #isAt(index: number, item: Item): boolean {
    const found = this.#items[index];
    return found !== undefined && this.#compare(found, item) === 0;
  }

  /** Returns the index of the item, or the index to insert it at. */
  #search(item: Item): number {
    let [low, high] = [0, this.#items.length];
    // Most items are greater than all others.
    for (let middle = high - 1; low < high; middle = (low + high) >>> 1) {
      if (this.#compare(this.#items[middle] as Item, item) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

export const byNumber = (one: number, other: number): number => one - other;
