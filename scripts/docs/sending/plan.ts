/** The data of an operation that "Send" needs. The build takes it from the contract; browser and tests use it. */
export interface SendOperation {
  operationId: string;
  method: string;
  path: string;
  /** What the operation is about, and what that belongs to: `BankAccount` of a `Receiver`. */
  type?: string;
  parent?: string;
  action?: string;
  /** The required states of the resource. */
  states?: string[];
  /** By name: the body, and the status that the contract's example of the response has. */
  examples: Record<string, { body: unknown; outcome?: string }>;
  query: Record<string, string>;
}

export interface SentRequest {
  method: string;
  /** The path with everything filled in. */
  path: string;
  body: unknown;
}

/** The changes that fit the example to this sandbox, such as `id 1007`. */
export interface Adapted extends SentRequest {
  changes: string[];
}

export type Call = (request: SentRequest) => Promise<{ status: number; body: unknown }>;

/** A resource that an example needs is not in the sandbox, and was not to be made. */
export class Missing extends Error {
  override name = 'Missing' as const;
  readonly type: string;
  readonly states: readonly string[];
  constructor(type: string, states: readonly string[] = []) {
    super(`no ${type} in the states ${states.join(', ')}`);
    this.type = type;
    this.states = states;
  }

  /** Returns the type in the language of the names, with the statuses of which the example needs one: `Transação (paid, authorized)`. */
  describe(names: Readonly<Record<string, string>>): string {
    const name = names[this.type] ?? this.type;
    return this.states.length > 0 ? `${name} (${this.states.join(', ')})` : name;
  }
}

const TYPES: Record<string, string> = {
  customer_id: 'Customer',
  card_id: 'Card',
  receiver_id: 'Receiver',
  plan_id: 'Plan',
  price_id: 'Price',
};

/** Fits an example to a sandbox: existing ids, a fresh reference, and dates after the time of the account's clock. */
export class Planner {
  readonly #operations: readonly SendOperation[];
  readonly #call: Call;
  readonly #create: boolean;

  /** `create`: whether what an example needs is made from the contract's examples when the sandbox has none. */
  constructor(operations: readonly SendOperation[], call: Call, { create }: { create: boolean }) {
    this.#operations = operations;
    this.#call = call;
    this.#create = create;
  }

  /** @throws a `Missing` when the sandbox lacks what the example needs */
  async adapt(operation: SendOperation, example: string): Promise<Adapted> {
    const changes: string[] = [];
    const { body } = operation.examples[example] ?? {};
    const days = await this.#daysToMove(body);
    const ids = new Map<string, number>();
    const adapted = await copyOf(body, async (name, member) => {
      const value = isDeadline(name, member) ? later(member, days) : await this.#fresh(name, member, ids);
      if (value !== undefined && value !== member && !changes.includes(`${name} ${value}`))
        changes.push(`${name} ${value}`);
      return value;
    });
    const path = await this.#fillPath(operation, changes);
    const query = new URLSearchParams(operation.query).toString();
    return { method: operation.method, path: query ? `${path}?${query}` : path, body: adapted, changes };
  }

  /** Returns the days by which the deadlines of a body move, so that the first is a week after the day of the account's clock. */
  async #daysToMove(body: unknown): Promise<number> {
    const [first] = deadlinesIn(body).sort();
    if (first === undefined) return 0;
    const clock = await this.#call({ method: 'GET', path: '/_sandbox/clock', body: undefined });
    const { now = '' } = (clock.body ?? {}) as { now?: string };
    return Math.round((Date.parse(now.slice(0, 10)) - Date.parse(first)) / DAY) + 7 || 0;
  }

  async #fillPath({ path, type = '', parent, action, states }: SendOperation, changes: string[]): Promise<string> {
    let filled = '';
    for (const part of path.split(/(?=\{)|(?<=\})/)) {
      const [, name] = /^\{(\w+)\}$/.exec(part) ?? [];
      // `id` belongs to the owner if the resource has a parent.
      const isOwner = parent !== undefined && name === 'id';
      const wanted = isOwner || action === 'create' ? undefined : states;
      const id = name === undefined ? part : await this.#find(isOwner ? parent : type, wanted, filled);
      if (name !== undefined) changes.push(`${name} ${id}`);
      filled += id;
    }
    return filled;
  }

  /** Returns the value of a member that each sandbox or request has for itself: an id, or a reference, which names one transaction only. */
  async #fresh(name: string, member: unknown, ids: Map<string, number>): Promise<unknown> {
    if (name === 'reference_key' && typeof member === 'string') return `${member}-${crypto.randomUUID().slice(0, 8)}`;
    const type = TYPES[name];
    if (!type || typeof member !== 'number') return undefined;
    // The same id of an example is the same object, two ids are two.
    const key = `${name} ${member}`;
    const id = ids.get(key) ?? (await this.#find(type, undefined, '', [...ids.values()]));
    ids.set(key, id);
    return id;
  }

  /** Returns the id of the newest object of a type in one of the states, or creates one. `owner` is the path of the parent. */
  async #find(type: string, states: string[] | undefined, owner: string, not: number[] = []): Promise<number> {
    const list = this.#operations.find(
      (operation) => operation.action === 'list' && operation.type === type && this.#fits(operation, owner),
    );
    if (list) {
      const { body } = await this.#call({
        method: 'GET',
        path: `${pathBelow(list, owner)}?per_page=100`,
        body: undefined,
      });
      const items = Array.isArray(body) ? body : ((body as { data?: unknown[] } | null)?.data ?? []);
      for (const item of items as { id?: number; status?: string }[]) {
        const wanted = !states || states.includes(item.status ?? '');
        if (wanted && typeof item.id === 'number' && !not.includes(item.id)) return item.id;
      }
    }
    if (!this.#create) throw new Missing(type, states);
    return this.#make(type, states, owner);
  }

  async #make(type: string, states: string[] | undefined, owner: string): Promise<number> {
    const create = this.#operations.find(({ action, type: made }) => action === 'create' && made === type);
    if (!create) throw new Missing(type, states);
    const examples = Object.entries(create.examples).filter(
      ([, { outcome }]) => !states || !outcome || states.includes(outcome),
    );
    for (const [example] of examples) {
      const planned = await this.adapt(create, example);
      const path = create.parent && owner ? pathBelow(create, owner) : planned.path;
      const { status, body } = await this.#call({ ...planned, path });
      const id = firstId(body);
      if (status < 300 && id !== undefined) return id;
    }
    throw new Missing(type, states);
  }

  #fits({ path, parent }: SendOperation, owner: string): boolean {
    return parent === undefined ? !path.includes('{') : owner !== '' && path.includes('{');
  }
}

/** Returns the path of a list or create operation below `owner`, such as `/v1/receivers/7/bank-accounts/`. */
function pathBelow({ path }: SendOperation, owner: string): string {
  return owner && path.includes('{') ? owner.replace(/\/$/, '') : path;
}

/** The id of the object in a response, or of the first object in its list. */
export function firstId(body: unknown): number | undefined {
  if (typeof body !== 'object' || body === null) return undefined;
  const { id } = body as { id?: unknown };
  if (typeof id === 'number') return id;
  for (const member of Object.values(body)) {
    const inner = Array.isArray(member) ? firstId(member[0]) : undefined;
    if (inner !== undefined) return inner;
  }
  return Array.isArray(body) ? firstId(body[0]) : undefined;
}

const DAY = 86_400_000;
const DEADLINES = ['expiration', 'max_payment_date', 'expiration_date'];

/** Returns the days of all deadlines, as `YYYY-MM-DD`. */
function deadlinesIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) =>
    isDeadline(name, member) ? [member.slice(0, 10)] : deadlinesIn(member),
  );
}

/** Returns a time of day some days later. */
function later(deadline: string, days: number): string {
  return new Date(Date.parse(deadline.slice(0, 10)) + days * DAY).toISOString().slice(0, 10) + deadline.slice(10);
}

function isDeadline(name: string, value: unknown): value is string {
  return DEADLINES.includes(name) && typeof value === 'string' && /^\d{4}-\d\d-\d\d/.test(value);
}

/** Returns a copy of a value with the members that `replace` returns. Those for which it returns undefined are copied. */
async function copyOf(value: unknown, replace: (name: string, member: unknown) => Promise<unknown>): Promise<unknown> {
  if (typeof value !== 'object' || value === null) return value;
  const entries: [string, unknown][] = [];
  // One after the other, because a sandbox may have to create what the next member needs.
  for (const [name, member] of Object.entries(value))
    entries.push([name, (await replace(name, member)) ?? (await copyOf(member, replace))]);
  return Array.isArray(value) ? entries.map(([, item]) => item) : Object.fromEntries(entries);
}
