type Compare<Item> = (one: Item, other: Item) => number;

/** Items in ascending order. Reading a part does not scan the rest, and removing the first item is cheap. */
export class SortedList<Item> {
  readonly #items: Item[];
  /** The index of the first item, because shifting a long array copies it. */
  #start = 0;
  readonly #compare: Compare<Item>;

  constructor(compare: Compare<Item>, items: Item[] = []) {
    this.#compare = compare;
    this.#items = items;
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
    if (index > this.#start) this.#items.splice(index, 1);
    else if (++this.#start * 2 > this.#items.length) {
      this.#items.splice(0, this.#start);
      this.#start = 0;
    }
  }

  /** Returns a part, greatest first. */
  slice(offset: number, limit: number): Item[] {
    const end = Math.max(this.#items.length - offset, this.#start);
    return this.#items.slice(Math.max(end - limit, this.#start), end).reverse();
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

/** Sorted lists by name. Empty lists take no memory. */
export class SortedLists<Item> extends Map<string, SortedList<Item>> {
  readonly #compare: Compare<Item>;

  constructor(compare: Compare<Item>) {
    super();
    this.#compare = compare;
  }

  add(name: string, item: Item): void {
    const list = this.get(name);
    // Most lists have few items, and an empty array would make room for many.
    if (list === undefined) this.set(name, new SortedList(this.#compare, [item]));
    else list.add(item);
  }

  remove(name: string, item: Item): void {
    const list = this.get(name);
    list?.remove(item);
    if (list?.size === 0) this.delete(name);
  }
}
