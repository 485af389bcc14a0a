import type { Operation } from 'payment-gateway-core/contract';
import { booleanOf, type JsonObject } from 'payment-gateway-core/util';
import type { RegisterKey } from 'payment-gateway-core/values';
import type { Exchange } from '../exchange.js';
import type { BodyReader, BodyViolation, EvidenceLedger, JudgedContract, Place, SeenRecord } from '../judge/index.js';

/** The purpose of a request in a flow. Recordings do not have it. */
export interface Intent {
  /** The flow omitted the token on purpose. */
  readonly withoutToken?: boolean | undefined;
  /** The entry that `expects` and `part` are about. */
  readonly entry?: RegisterKey | undefined;
  /** The status codes that a provoked error may have. */
  readonly expects?: readonly number[] | undefined;
  /** The entries which state that the gateway accepts this request. */
  readonly accepted?: readonly RegisterKey[] | undefined;
  /** The entry about a valid request of this kind. If it is refuted, a refusal of an invalid one proves nothing. */
  readonly unless?: RegisterKey | undefined;
  /** The required field that the flow omitted on purpose. */
  readonly leftOut?: string | undefined;
  /** The part of the entry that an expected status code confirms. */
  readonly part?: string | undefined;
}

/** The resources as earlier responses showed them. */
export interface KnownResources {
  /** Returns the latest record, or undefined for a resource that is unknown or deleted. */
  latest(collection: string, id: unknown): JsonObject | undefined;
  isRemoved(collection: string, id: unknown): boolean;
}

/** An exchange with an operation of the contract, prepared for the checks. */
export interface Seen {
  readonly exchange: Exchange;
  readonly operation: Operation;
  readonly operationId: string;
  /** The operation's place in the contract. */
  readonly place: Place;
  /** The decoded path parameters. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly hasToken: boolean;
  readonly status: number;
  /** Whether the status code is a 2xx. False for the body `{}` to a GET of an id that no earlier response had. */
  readonly ok: boolean;
  /** The JSON object of the request, or an empty object. */
  readonly sent: JsonObject;
  /** The JSON body of the response. Undefined if it had none. */
  readonly returned: unknown;
  /** `returned` if it is an object, or an empty object. */
  readonly body: JsonObject;
  /** The schema of a successful response. */
  readonly success: JsonObject | undefined;
  /** The objects in the response for which the contract has a schema. */
  readonly records: readonly SeenRecord[];
  readonly violations: readonly BodyViolation[];
  readonly intent: Intent;
  /** The collection and id that the path names. */
  readonly collection: string;
  readonly id: string | undefined;
  /** The resource that the path names, as earlier responses showed it. */
  readonly before: JsonObject | undefined;
  readonly resources: KnownResources;
}

/** Judges exchanges one by one. `finish` runs after the last one. */
export interface Check {
  judge?(seen: Seen): void;
  /** Judges an event that the gateway delivered to a receiver. */
  delivered?(exchange: Exchange): void;
  finish?(): void;
}

export type CreateCheck = (ledger: EvidenceLedger, contract: JudgedContract, bodies: BodyReader) => Check;

/** Returns whether a request is sent with `async`. A plugin sends it as a number or a text. */
export const isAsync = (value: unknown): boolean => booleanOf(value) === true;
