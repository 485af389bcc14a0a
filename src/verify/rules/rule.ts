import type { RegisterKey } from '../../../generated/register-keys.js';
import type { Operation } from '../../contract/contract.js';
import type { JsonObject } from '../../contract/json.js';
import type { Exchange } from '../exchange.js';
import type { BodyReader, SeenRecord, Violation } from '../judge/body.js';
import type { JudgedContract } from '../judge/contract.js';
import type { Place } from '../judge/finding.js';
import type { Ledger } from '../judge/ledger.js';

/** The purpose of a request in a flow. Recordings do not have it. */
export interface Intent {
  /** The flow omitted the token on purpose. */
  readonly withoutToken?: boolean;
  /** The status codes that a provoked error may have. */
  readonly expects?: readonly number[];
  /** The entries that the request can settle. `expects` belongs to the first one. */
  readonly settles?: readonly RegisterKey[];
  /** The entries which state that the gateway accepts this request. */
  readonly accepted?: readonly RegisterKey[];
  /** The required field that the flow omitted on purpose. */
  readonly leftOut?: string;
  /** The part of the first entry that an expected status code confirms. */
  readonly part?: string;
}

/** An exchange with an operation of the contract, prepared for the rules. */
export interface Seen {
  readonly exchange: Exchange;
  readonly operation: Operation;
  /** The operation's place in the contract. */
  readonly place: Place;
  /** The decoded path parameters. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly hasToken: boolean;
  readonly status: number;
  /** The JSON bodies. Undefined if the message had no JSON body. */
  readonly sent: unknown;
  readonly returned: unknown;
  /** The schema of a successful response. */
  readonly success: JsonObject | undefined;
  /** The objects in the response for which the contract has a schema. */
  readonly records: readonly SeenRecord[];
  readonly violations: readonly Violation[];
  readonly intent: Intent;
}

/** Judges exchanges one by one. `finish` judges what the rule remembers of them. */
export interface Rule {
  judge(seen: Seen, ledger: Ledger): void;
  /** Judges an event that the gateway delivered to a receiver. */
  delivered?(exchange: Exchange, ledger: Ledger): void;
  finish?(ledger: Ledger): void;
}

export type CreateRule = (contract: JudgedContract, bodies: BodyReader) => Rule;

export function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

/** Returns whether the gateway refused the request itself. Excludes token, unknown-id and rate-limit errors. */
export function isRefusal(status: number): boolean {
  return [400, 402, 409, 415, 422].includes(status);
}

/** Checks that the gateway refuses a request with 422. `what` starts a sentence: "A capture of a paid transaction". */
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
