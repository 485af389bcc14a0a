import type { operations } from 'payment-gateway-contract/types';
import type { RegisterKey } from 'payment-gateway-core/values';
import type { Intent } from '../checks/index.js';

type OperationId = keyof operations;
type At<Of, Key extends string> = Of extends { [K in Key]?: infer Value } ? Exclude<Value, undefined> : never;
type Path<Id extends OperationId> = At<At<operations[Id], 'parameters'>, 'path'>;
type Query<Id extends OperationId> = NonNullable<At<At<operations[Id], 'parameters'>, 'query'>>;
type Json<Of> = Of extends { content: { 'application/json': infer Value } } ? Value : never;
/** The request body of an operation. Every field is optional, because some requests omit one on purpose. */
export type FlowBody<Id extends OperationId> = Partial<Json<At<operations[Id], 'requestBody'>>>;
/** A response whose fields may all be missing, because the server may deviate from the contract. */
type Seen<Value> = Value extends readonly (infer Item)[]
  ? readonly Seen<Item>[]
  : Value extends object
    ? { readonly [Key in keyof Value]?: Seen<Value[Key]> }
    : Value;
type Returned<Id extends OperationId> = operations[Id] extends { responses: { 200: infer Ok } }
  ? Seen<Json<Ok>>
  : never;

/** A value of an earlier response, which may lack it. */
export type ResponseValue = number | string | null | undefined;

type Parameters<Id extends OperationId> = { readonly query?: Query<Id>; readonly body?: FlowBody<Id> } & ([
  Path<Id>,
] extends [never]
  ? unknown
  : { readonly path: { readonly [Key in keyof Path<Id>]: ResponseValue } });

/** Sends a request and returns its response. Ends the flow if the path needs a value that an earlier response lacked. */
export type SendStep = <Id extends OperationId>(
  operation: Id,
  request: Intent & Parameters<Id>,
) => Promise<Returned<Id>>;

export interface StepRequest extends Intent {
  readonly path?: Readonly<Record<string, ResponseValue>>;
  readonly query?: Readonly<Record<string, number | string>>;
  readonly body?: object;
}

/** A card that the merchant owns, or a test card of the server. */
export interface RunCard {
  readonly card_number: string;
  readonly card_holder_name: string;
  /** As `MMYY`. */
  readonly card_expiration_date: string;
  readonly card_cvv: string;
}

/** Stands for the card in a dry run, and in a run that may not use one. */
export const NO_CARD: RunCard = { card_number: '', card_holder_name: '', card_expiration_date: '', card_cvv: '' };

/** What a flow gets from the run that it belongs to. */
export interface FlowRun {
  readonly send: SendStep;
  /** Names the entries that the flow can settle, apart from those that the plan knows by its requests. */
  readonly settles: (...keys: readonly RegisterKey[]) => void;
  readonly card: RunCard;
  /** Returns the time of the gateway in milliseconds. */
  readonly now: () => number;
  /** A text that is unique to the run. Names and metadata contain it, so that the clean-up finds lost creations. */
  readonly mark: string;
  /** Returns a new URL for the events of one registration. Without `--receiver`, a URL without a server. */
  readonly address: () => string;
}

/** Requests in order. A flow must not branch on responses, so that its dry run shows every request. */
export interface Flow {
  readonly name: string;
  readonly summary: string;
  /** Whether the flow is useless without a receiver for events. */
  readonly needsReceiver: boolean;
  readonly send: (run: FlowRun) => Promise<void>;
}

export function flow(name: string, summary: string, send: Flow['send']): Flow {
  return { name, summary, needsReceiver: false, send };
}

/** Returns a flow that only runs if the run has a receiver for events. */
export function eventFlow(name: string, summary: string, send: Flow['send']): Flow {
  return { ...flow(name, summary, send), needsReceiver: true };
}

/** Thrown if a response lacks a value that a later request needs. */
export class MissingValue extends Error {
  override readonly name = 'MissingValue';
}

/** Returns a value that a later request needs. Throws `MissingValue` if the response lacks it, which ends the flow. */
export function needed<Value>(value: Value, what: string): NonNullable<Value> {
  // A placeholder of the dry run is a function, which JSON cannot contain.
  if (value === undefined || value === null || value === '' || typeof value === 'object')
    throw new MissingValue(`no response had ${what}`);
  return value;
}

export const PAGE = { page: 1, per_page: 5 };

/** The name of the customer who subscribes. It is a guest, because a gateway could take a person with its document for another one. */
export const SUBSCRIBER = 'stored-card';
