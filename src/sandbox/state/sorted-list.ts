/** Items in ascending order. Reading a part does not scan the rest, and removing the first item is cheap. */
export class SortedList<Item> {
  #items: Item[] = [];
  /** The index of the first item, because shifting a long array copies it. */
  #start = 0;
  readonly #compare: (one: Item, other: Item) => number;

  constructor(compare: (one: Item, other: Item) => number) {
    this.#compare = compare;
  }

  get size(): number {
    return this.#items.length - this.#start;
  }

  first(): Item | undefined {
    return this.#items[this.#start];
  }

  /** Adds an item, unless the list has an equal one. */
  add(item: Item): void {
    const index = this.#search(item);
    if (index === this.#items.length) this.#items.push(item);
    else if (!this.#isAt(index, item)) this.#items.splice(index, 0, item);
  }

  remove(item: Item): void {
    const index = this.#search(item);
    if (!this.#isAt(index, item)) return;
    if (index > this.#start) {
      this.#items.splice(index, 1);
    } else if (++this.#start > 1024 && this.#start * 2 > this.#items.length) {
      this.#items = this.#items.slice(this.#start);
      this.#start = 0;
    }
  }

  /** Returns a part, greatest first. */
  slice(offset: number, limit: number): Item[] {
    const end = this.#items.length - offset;
    if (end <= this.#start) return [];
    return this.#items.slice(Math.max(this.#start, end - limit), end).reverse();
  }

  /** Returns the lesser items, smallest first. */
  before(item: Item): Item[] {
    return this.#items.slice(this.#start, this.#search(item));
  }

  #isAt(index: number, item: Item): boolean {
    const found = this.#items[index];
    return found !== undefined && this.#compare(found, item) === 0;
  }

  /** Returns the index of the item, or the index to insert it at. */
  #search(item: Item): number {
    let [low, high] = [this.#start, this.#items.length];
    // Most items are greater than all others.
    for (let middle = high - 1; low < high; middle = (low + high) >>> 1) {
      if (this.#compare(this.#items[middle] as Item, item) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

export const byNumber = (one: number, other: number): number => one - other;
