/** Calls of the control API, as its contract describes them. */
import type { operations } from '../../../generated/sandbox-types.js';
import type { EventStream } from './event-stream.js';

/** The operations that have a handler: pages are served as files. */
export type ControlOperation = Exclude<keyof operations, 'openCheckout' | 'openAuthentication'>;

type Path<Id extends ControlOperation> = NonNullable<operations[Id]['parameters']['path']>;
type Query<Id extends ControlOperation> = NonNullable<operations[Id]['parameters']['query']>;

/** The body of a request that fits the contract; an empty object if the request has none. */
export type Body<Id extends ControlOperation> = [NonNullable<operations[Id]['requestBody']>] extends [
  { content: { 'application/json': infer Json } },
]
  ? Json
  : Record<string, never>;

/** A request that fits the contract. Parameters are still strings. */
export interface ControlCall<Id extends ControlOperation = ControlOperation> {
  /** Returns the account of the call. Throws a `Refusal` if each token has one and the request has no token. */
  readonly account: () => string;
  /** Whether each token has an account, and the request names one. */
  readonly namesAccount: boolean;
  readonly params: { readonly [Name in keyof Path<Id>]: string };
  readonly query: { readonly [Name in keyof Query<Id>]?: string };
  readonly body: Body<Id>;
}

/** The body of a success, or a stream of events. `undefined` becomes 204. */
export type Success<Id extends ControlOperation> = operations[Id]['responses'] extends { 200: infer Ok }
  ? Ok extends { content: { 'application/json': infer Json } }
    ? Json
    : EventStream
  : undefined;

export type Handlers = { readonly [Id in ControlOperation]: (call: ControlCall<Id>) => Promise<Success<Id>> };
