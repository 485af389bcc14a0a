/** What handlers of the control API get and return: the compiler ties them to its contract. */
import type { operations } from '../../../generated/sandbox-types.js';
import type { JsonObject } from '../../contract/json.js';
import type { EventStream } from './event-stream.js';

/** The operations that have a handler: pages are served as files. */
export type ControlOperation = Exclude<keyof operations, 'openCheckout' | 'openAuthentication'>;

/** A request that fits the contract of the control API. */
export interface ControlCall {
  /** The account that it is about. Throws a `Refusal` when each token has one, and none was sent. */
  readonly account: () => string;
  /** Whether each token has an account, and the request names one. */
  readonly namesAccount: boolean;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string | string[]>>;
  readonly body: JsonObject;
}

/** The body of the success, or its events; nothing becomes a 204. */
type Success<Id extends ControlOperation> = operations[Id]['responses'] extends { 200: infer Ok }
  ? Ok extends { content: { 'application/json': infer Body } }
    ? Body
    : EventStream
  : undefined;

export type Handlers = { readonly [Id in ControlOperation]: (call: ControlCall) => Promise<Success<Id>> };
