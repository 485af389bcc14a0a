import type { Wire } from '../work.js';
import type { Hidden, Status } from './transaction.js';

/** In which state a payment begins, and what its method adds. */
export interface Start {
  readonly status: Status;
  /** The state that follows in the same moment, with an event of its own: the response shows the one before. */
  readonly follows?: Status;
  readonly hidden: Omit<Hidden, 'history' | 'link' | 'checkout' | 'subscription'>;
  /** Milliseconds of the account's clock at which `hidden.next` happens. */
  readonly due?: number;
  readonly keys?: readonly string[];
  /** Fields of its method, for the id that the transaction gets. */
  readonly fields: (id: number) => Partial<Wire['Transaction']>;
}
