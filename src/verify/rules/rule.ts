import type { RegisterKey } from '../../../generated/register-keys.js';
import type { Operation } from '../../contract/contract.js';
import type { JsonObject } from '../../contract/json.js';
import type { Exchange } from '../exchange.js';
import type { BodyReader, SeenRecord, Violation } from '../judge/body.js';
import type { JudgedContract } from '../judge/contract.js';
import type { Place } from '../judge/finding.js';
import type { Ledger } from '../judge/ledger.js';

/** What a flow meant with a request. A recording does not say. */
export interface Intent {
  /** The request was sent without a token on purpose. */
  readonly withoutToken?: boolean;
  /** The status codes with which the contract lets this end, where it was sent to provoke one. */
  readonly expects?: readonly number[];
  /** The entries about which the request says something; the first one is about `expects`. */
  readonly settles?: readonly RegisterKey[];
  /** The entries that say that this request is accepted. */
  readonly accepted?: readonly RegisterKey[];
  /** The required field that was left out on purpose. */
  readonly leftOut?: string;
  /** The part of the first entry that such a status code shows. */
  readonly part?: string;
}

/** One exchange with an operation of the contract, as the rules get it. */
export interface Seen {
  readonly exchange: Exchange;
  readonly operation: Operation;
  /** The place of the operation in the contract. */
  readonly place: Place;
  /** The parameters of the path and of the query, decoded. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly hasToken: boolean;
  readonly status: number;
  /** The JSON bodies; undefined if there was none, or something else. */
  readonly sent: unknown;
  readonly returned: unknown;
  /** The schema of a successful response. */
  readonly success: JsonObject | undefined;
  /** The objects in the response for which the contract has a schema. */
  readonly records: readonly SeenRecord[];
  readonly violations: readonly Violation[];
  readonly intent: Intent;
}

/** Looks at one exchange after the other, and at the end at what it remembers of them. */
export interface Rule {
  judge(seen: Seen, ledger: Ledger): void;
  /** An event that was delivered to a receiver. */
  delivered?(exchange: Exchange, ledger: Ledger): void;
  finish?(ledger: Ledger): void;
}

export type CreateRule = (contract: JudgedContract, bodies: BodyReader) => Rule;

export function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

/** The request itself was refused: not for its token, an unknown id, or its frequency. */
export function isRefusal(status: number): boolean {
  return [400, 402, 409, 415, 422].includes(status);
}

/** A request that the contract says is refused with 422. `what` begins a sentence: "A capture of a paid transaction". */
export function judgeRefusal(
  ledger: Ledger,
  { key, part, what, status }: { key: RegisterKey; part: string; what: string; status: number },
): void {
  const holds = status === 422 ? true : isSuccess(status) || isRefusal(status) ? false : undefined;
  const how = isSuccess(status) ? 'succeeded' : `was refused with ${status}`;
  ledger.check(
    key,
    part,
    holds,
    `${what} was refused with 422.`,
    `${what} ${how}, where a refusal with 422 is assumed.`,
  );
}
