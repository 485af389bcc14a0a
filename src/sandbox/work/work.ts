import type { WebhookEventName } from '../../../generated/webhook-examples.js';
import type { JsonObject } from '../json.js';
import type { Eventually, Kind, Stored } from '../store/index.js';

/** What the sandbox decides for itself: delays, limits, addresses. None of it says anything of the gateway. */
export interface SandboxSettings {
  /** Milliseconds until something asynchronous is settled. */
  readonly settleMs: number;
  /** Milliseconds after which a PIX is paid by itself; without it, it waits to be paid. */
  readonly pixPaidAfterMs?: number;
  /** Milliseconds until a PIX without an expiration date expires. */
  readonly pixExpiryMs: number;
  /** Days after its due date for which a boleto without a last payment date can be paid. */
  readonly boletoGraceDays: number;
  /** Where browsers reach the sandbox, without a slash at the end: `http://127.0.0.1:4010`. */
  readonly publicUrl: string;
  /** A new key for the address of a page, on each call. Never derived from a seed. */
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

/** Each one that is given replaces what was there, as a whole; `due: null` takes the time away. */
export interface Changes {
  readonly value?: JsonObject;
  readonly hidden?: JsonObject;
  readonly groups?: readonly string[];
  readonly keys?: readonly string[];
  readonly due?: number | null;
}

/**
 * One unit of work on an account: what it reads and what it writes are committed together, or not at all. After a conflict it is run again, so
 * that it must take time, ids and randomness from here alone, change nothing that it read, and do nothing else that can be seen.
 */
export interface Work {
  readonly account: string;
  /** The account's clock in milliseconds: at the start of the unit, or when it fell due. */
  readonly now: number;
  readonly settings: SandboxSettings;
  /** New ids, ascending, unique over all kinds. Take them after the last reason to refuse, so that refusals leave no gaps. */
  ids(count: number): Eventually<number[]>;
  /** Throws a `Refusal` of 404 for an object that was dropped because only the newest are kept. */
  get(kind: Kind, id: number): Eventually<Stored | undefined>;
  /** The object of the kind that has the unique key. */
  find(kind: Kind, key: string): Eventually<Stored | undefined>;
  /** Newest first. `page` counts from 1. What others add to the list meanwhile is no conflict. */
  page(
    kind: Kind,
    query: { readonly group?: string | undefined; readonly page: number; readonly perPage: number },
  ): Promise<{ items: Stored[]; total: number }>;
  create(kind: Kind, object: NewObject): Stored;
  /** The object as it is from now on. Change that one again, not the one that was given. */
  change(object: Stored, changes: Changes): Stored;
  remove(object: Stored): void;
  /** Records an event whose payload is the value of `object` as given, and delivers it after the commit. */
  emit(event: WebhookEventName, object: Stored): void;
  /** A small value of the account that is no resource. */
  document(name: string): JsonObject | undefined;
  setDocument(name: string, value: JsonObject): void;
  /** A value of this unit as JSON, printed once: what is written, sent in an event and returned is often the same. */
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

/** What an operation does. Throws a `Refusal` when it does not. */
export type Rule = (work: Work, request: RuleRequest) => Promise<Reply>;

/** What becomes of an object at its due time. It sets the next time, which must be later; one that is not is taken away. */
export type DueRule = (work: Work, object: Stored) => Promise<void>;
