import type { components, operations } from '../../generated/types.js';

/** A named schema of the contract. */
export type Schema<Name extends keyof components['schemas']> = components['schemas'][Name];

type Json<Body> = { content: { 'application/json': Body } };

/** What an operation takes as its body; `never` when it takes none. */
export type BodyOf<Operation> = Operation extends { requestBody?: infer Content }
  ? [Content] extends [undefined]
    ? never
    : NonNullable<Content> extends Json<infer Body>
      ? Body
      : never
  : never;

/** What an operation answers with 200. */
export type AnswerOf<Operation> = Operation extends { responses: { 200: Json<infer Body> } } ? Body : never;

/** The body of an operation by its operationId: `RequestBody<'createTransaction'>`. */
export type RequestBody<Id extends keyof operations> = BodyOf<operations[Id]>;

/** The answer of an operation by its operationId: `ResponseBody<'createTransaction'>`. */
export type ResponseBody<Id extends keyof operations> = AnswerOf<operations[Id]>;

/** Options as the last argument, which is only left out where none is required, and never where nothing can be right. */
export type Rest<Options> = [Options] extends [never]
  ? [init: never]
  : Partial<Options> extends Options
    ? [init?: Options]
    : [init: Options];
