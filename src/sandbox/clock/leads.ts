import type { Store } from '../store/index.js';

/** How long a process that died keeps others from its due work, and how often one that lives says so. Milliseconds. */
const LEASE = 5000;
const RENEW = 1500;

/** The right to carry out what falls due in an account, which one process has at a time. */
export interface Lead {
  /** False once the store could not be told in time that this process still lives. */
  readonly held: boolean;
  give(): Promise<void>;
}

interface Held {
  users: number;
  until: number;
  readonly timer: NodeJS.Timeout;
}

/** The leads of this process. Within the process they are shared: its own work is kept apart by its queues. */
export class Leads {
  readonly #store: Store;
  readonly #held = new Map<string, Held>();

  constructor(store: Store) {
    this.#store = store;
  }

  /** Nothing while another process has it. */
  async take(account: string): Promise<Lead | undefined> {
    const asked = performance.now();
    if (!(await this.#store.lead(account, LEASE))) return undefined;
    const held = this.#held.get(account) ?? this.#hold(account);
    held.users++;
    held.until = asked + LEASE;
    return {
      get held() {
        return performance.now() < held.until;
      },
      give: () => this.#give(account, held),
    };
  }

  #hold(account: string): Held {
    const renew = async (): Promise<void> => {
      const asked = performance.now();
      // What goes wrong with the store is told to the work itself.
      const leads = await Promise.resolve(this.#store.lead(account, LEASE)).catch(() => false);
      held.until = leads ? asked + LEASE : 0;
    };
    const held: Held = { users: 0, until: 0, timer: setInterval(() => void renew(), RENEW).unref() };
    this.#held.set(account, held);
    return held;
  }

  async #give(account: string, held: Held): Promise<void> {
    held.users--;
    if (held.users > 0) return;
    clearInterval(held.timer);
    this.#held.delete(account);
    // A lead that is not given back ends by itself.
    await Promise.resolve(this.#store.lead(account, 0)).catch(() => {});
  }
}
