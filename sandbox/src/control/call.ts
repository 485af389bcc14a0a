/** Calls of the control API, typed by its contract. */
import type { operations } from '../../generated/sandbox-types.js';
import type { Engine } from '../engine/index.js';
import type { Activity, Journal } from '../server/index.js';
import type { Run } from '../state/index.js';
import type { EventStream } from './event-stream.js';

export interface ControlOptions {
  readonly engine: Engine;
  readonly journal: Journal;
  /** Clears the recorded requests. */
  readonly restart: () => void;
  readonly perToken: boolean;
  /** The number of operations of the gateway. */
  readonly operations: number;
  readonly version: string;
  readonly allowAnyCard: boolean;
  readonly allowRemoteWebhooks: boolean;
  /** Called after each operation that changed something. */
  readonly onActivity?: (activity: Activity) => void;
}

export type ControlOperation = keyof operations;

type Path<Id extends ControlOperation> = NonNullable<operations[Id]['parameters']['path']>;
type Query<Id extends ControlOperation> = NonNullable<operations[Id]['parameters']['query']>;

/** The body of a validated request; an empty object without a body. */
export type ControlBody<Id extends ControlOperation> = [NonNullable<operations[Id]['requestBody']>] extends [
  { content: { 'application/json': infer Json } },
]
  ? Json
  : Record<string, never>;

/** A validated request. Its parameters are still strings. */
export interface ControlCall<Id extends ControlOperation = ControlOperation> {
  /** Returns the account of the call. Throws a `Refusal` if each token has one and the request has no token. */
  readonly account: () => string;
  /** Runs a task, whose pages have the address of the request. */
  readonly run: Run;
  /** Where browsers reach the pages, by the address of the request. */
  readonly publicUrl: string;
  readonly params: { readonly [Name in keyof Path<Id>]: string };
  readonly query: { readonly [Name in keyof Query<Id>]?: string };
  readonly body: ControlBody<Id>;
}

/** The body of a success, or an event stream. No result becomes 204. */
export type Success<Id extends ControlOperation> = operations[Id]['responses'] extends { 200: infer Ok }
  ? Ok extends { content: { 'application/json': infer Json } }
    ? Json
    : EventStream
  : // biome-ignore lint/suspicious/noConfusingVoidType: only `Promise<Success>` is used, and it is `Promise<void>` here
    void;

export type Handlers = { readonly [Id in ControlOperation]: (call: ControlCall<Id>) => Promise<Success<Id>> };
