/** Careful shops of other architectures: an outbox, a queue with a worker, facts in their order. */
import type { GatewayClient } from '../../../../src/index.js';
import type { Transaction } from '../../../../src/types.js';
import { METADATA, REFERENCE, Shop } from './shop.js';

type Place = (name: string) => Promise<void>;

/** Writes the order and the command to charge it in one step. The worker sends the command, and first looks whether it was sent before. */
export class Outbox extends Shop {
  readonly #outbox: { wasSent: boolean }[] = [];
  readonly #place: Place;
  #hasOrder = false;
  #isWorking = false;
  constructor(client: GatewayClient, place: Place = async () => {}) {
    super(client);
    this.#place = place;
  }
  override async checkout(): Promise<void> {
    if (!this.#hasOrder) this.#outbox.push({ wasSent: false });
    this.#hasOrder = true;
    await this.#place('order written');
    await this.#work();
  }
  override async reconcile(): Promise<void> {
    await this.#work();
    await super.reconcile();
  }
  /** One worker has the lock of the outbox. */
  async #work(): Promise<void> {
    const [command] = this.#outbox;
    if (this.#isWorking || command === undefined) return;
    this.#isWorking = true;
    try {
      const found = command.wasSent ? await this.find() : undefined;
      // Without a proof, the next run looks again.
      if (command.wasSent && found === undefined) return;
      command.wasSent = true;
      this.save(found ?? (await this.charge()));
      this.#outbox.shift();
    } finally {
      this.#isWorking = false;
    }
  }
  /** The lock of a dead worker ends with its connection. */
  restarted(): this {
    this.#isWorking = false;
    return this;
  }
}

/** Keeps what it learns as facts, and counts what they say. A fact that it knows changes nothing. */
export class Facts extends Shop {
  readonly #facts = new Map<number, Transaction>();
  override save(transaction: Transaction): void {
    this.order.transaction ??= transaction.id;
    const known = this.#facts.get(transaction.id);
    if (String(known?.updated_at ?? '') <= String(transaction.updated_at)) this.#facts.set(transaction.id, transaction);
  }
  override orders() {
    const paid = [...this.#facts.values()].filter(({ status }) => status === 'paid');
    return [{ order: 'order-1', paid: paid.reduce((sum, { paid_amount }) => sum + (paid_amount ?? 0), 0) }];
  }
}

/** Its webhook only writes to a queue. Its worker takes one message at a time, and keeps it until it is done. */
export class QueueWorker extends Shop {
  readonly #queue: string[] = [];
  readonly #place: Place;
  constructor(client: GatewayClient, place: Place = async () => {}) {
    super(client);
    this.#place = place;
  }
  override async webhook(body: string): Promise<void> {
    if (!body.includes(REFERENCE) && !body.includes(JSON.stringify(METADATA))) return;
    this.#queue.push(body);
    await this.#place('message written');
    await this.#work();
  }
  override async reconcile(): Promise<void> {
    await this.#work();
    await super.reconcile();
  }
  async #work(): Promise<void> {
    for (const message of [...this.#queue]) {
      await super.webhook(message);
      const index = this.#queue.indexOf(message);
      if (index >= 0) this.#queue.splice(index, 1);
    }
  }
}
