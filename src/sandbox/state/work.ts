import type { WebhookEventName } from '../../../generated/webhook-examples.js';
import type { JsonObject } from '../json.js';
import type { Kind, Page, Stored } from './model.js';

/** Delays, limits and addresses that the sandbox decides for itself. They make no claim about the gateway. */
export interface SandboxSettings {
  /** Milliseconds until something asynchronous is settled. */
  readonly settleMs: number;
  /** Milliseconds after which a PIX is paid by itself. Default: it waits to be paid. */
  readonly pixPaidAfterMs?: number;
  /** Milliseconds until a PIX without an expiration date expires. */
  readonly pixExpiryMs: number;
  /** Days after its due date for which a boleto without a last payment date can be paid. */
  readonly boletoGraceDays: number;
  /** Where browsers reach the sandbox, without a slash at the end: `http://127.0.0.1:4010`. */
  readonly publicUrl: string;
  /** Returns a new key for the address of a page. Never derived from a seed. */
  readonly randomKey: () => string;
}

export interface NewObject {
  readonly id: number;
  readonly value: JsonObject;
  readonly hidden?: JsonObject | undefined;
  readonly groups?: readonly string[] | undefined;
  readonly keys?: readonly string[] | undefined;
  readonly due?: number | undefined;
}

/** Each given field replaces the one before as a whole; `due: null` clears the time. */
export interface Changes {
  readonly value?: JsonObject;
  readonly hidden?: JsonObject;
  readonly groups?: readonly string[];
  readonly keys?: readonly string[];
  readonly due?: number | null;
}

export interface PageQuery {
  readonly group?: string | undefined;
  /** From 1. */
  readonly page: number;
  readonly perPage: number;
}

/**
 * One unit of work on an account: all of its changes are committed together, or none. A task may run again after a conflict, so it must take time,
 * ids and randomness from here alone, and must not change objects that it has read.
 */
export interface Work {
  readonly account: string;
  /** The account's clock in milliseconds: at the start of the unit, or when the object fell due. */
  readonly now: number;
  readonly settings: SandboxSettings;
  /** Returns a new id: ascending, and unique over all kinds. */
  id(): number;
  /** Throws a `Refusal` of 404 for an object that retention dropped. */
  get(kind: Kind, id: number): Stored | undefined;
  /** Like `get`, but returns `undefined` for a dropped object too. */
  seek(kind: Kind, id: number): Stored | undefined;
  /** Returns the object of the kind that has the unique key. */
  find(kind: Kind, key: string): Stored | undefined;
  /** Newest first. */
  page(kind: Kind, query: PageQuery): Page<Stored>;
  create(kind: Kind, object: NewObject): Stored;
  /** Returns the changed object. Pass that one to the next change. */
  change(object: Stored, changes: Changes): Stored;
  remove(object: Stored): void;
  /** Records an event whose payload is the value of `object` as given. It is delivered after the commit. */
  emit(event: WebhookEventName, object: Stored): void;
  /** A small value of the account that is no resource, such as its clock. */
  document(name: string): JsonObject | undefined;
  setDocument(name: string, value: JsonObject): void;
  /** Returns the JSON of a value. A unit often writes, sends and returns the same value, and prints it once. */
  print(value: JsonObject): string;
}

/** A request that fits the contract. */
export interface RuleRequest {
  readonly operationId: string;
  /** Of the path. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string | string[]>>;
  readonly body: JsonObject | undefined;
}

export interface Reply {
  readonly status: number;
  readonly body: unknown;
}

/** Carries out an operation. Throws a `Refusal`. */
export type Rule = (work: Work, request: RuleRequest) => Reply;

/** Carries out what is due for an object. It sets the next time, which must be later; an earlier one is cleared. */
export type DueRule = (work: Work, object: Stored) => void;
