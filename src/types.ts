import type { operations } from '../generated/types.js';

export type * from '../generated/schemas.js';
export type { components, operations, paths, webhooks } from '../generated/types.js';

type Json<Body> = Body extends { content: { 'application/json': infer Content } } ? Content : never;

/** The request body of an operation by its operationId: `RequestBody<'createTransaction'>`; `never` if it has none. */
export type RequestBody<Id extends keyof operations> = Json<Exclude<operations[Id]['requestBody'], undefined>>;

/** The response body of an operation with status 200 by its operationId: `ResponseBody<'createTransaction'>`. */
export type ResponseBody<Id extends keyof operations> = operations[Id] extends { responses: { 200: infer Response } }
  ? Json<Response>
  : never;
