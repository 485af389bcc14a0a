import type { Operation } from '../../contract/contract.js';
import type { Exchange } from '../exchange.js';
import type { JudgedContract } from '../judge/contract.js';
import type { Ledger } from '../judge/ledger.js';
import type { Violation } from '../judge/violations.js';
import type { SeenRecord } from '../judge/walk.js';

/** What a flow meant with a request. A recording says nothing of it. */
export interface Intent {
  /** The request was sent without a token on purpose. */
  readonly withoutToken?: boolean;
  /** The status codes with which the contract lets this end, where it was sent to provoke one. */
  readonly expects?: readonly number[];
  /** What the request says something of; the first entry is the one that speaks of those status codes. */
  readonly settles?: readonly string[];
  /** The required field that was left out on purpose. */
  readonly leftOut?: string;
  /** The part of the first entry's statement that such a status code shows. */
  readonly part?: string;
}

/** One exchange with an operation of the contract, as the rules get it. */
export interface Seen {
  readonly exchange: Exchange;
  readonly operation: Operation;
  /** The parameters of the path, decoded. */
  readonly params: Readonly<Record<string, string>>;
  readonly hasToken: boolean;
  readonly status: number;
  /** The JSON bodies; undefined when there was none, or something else. */
  readonly sent: unknown;
  readonly returned: unknown;
  /** The objects in the response that the contract has a name for. */
  readonly records: readonly SeenRecord[];
  readonly violations: readonly Violation[];
  readonly intent: Intent;
}

/** Looks at one exchange after the other, and at the end at what it remembers of them. */
export interface Rule {
  judge(seen: Seen, ledger: Ledger): void;
  finish?(ledger: Ledger): void;
}

export type CreateRule = (contract: JudgedContract) => Rule;

export function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}
