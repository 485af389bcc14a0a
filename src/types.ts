import type { OperationEvidence } from '../generated/paths.js';
import type { operations, paths } from '../generated/types.js';

export type * from '../generated/schemas.js';
export type { components, operations, paths, webhooks } from '../generated/types.js';

type Json<Body> = Body extends { content: { 'application/json': infer Content } } ? Content : never;

/** The request body of an operation by its operationId: `RequestBody<'createTransaction'>`; `never` if it has none. */
export type RequestBody<Id extends keyof operations> = Json<Exclude<operations[Id]['requestBody'], undefined>>;

/** The response body of an operation with status 200 by its operationId: `ResponseBody<'createTransaction'>`. */
export type ResponseBody<Id extends keyof operations> = operations[Id] extends { responses: { 200: infer Response } }
  ? Json<Response>
  : never;

/** The kinds of evidence for a part of the contract, strongest first. */
export type EvidenceLevel = 'documented' | 'observed' | 'assumed';
type AtLeast = { documented: 'documented'; observed: 'documented' | 'observed'; assumed: EvidenceLevel };

/** The paths and methods of the contract that have at least this evidence. */
export type PathsWithEvidence<Level extends EvidenceLevel> = {
  [Path in keyof paths]: {
    [Name in keyof paths[Path] & keyof OperationEvidence[Path] as OperationEvidence[Path][Name] extends AtLeast[Level]
      ? Name
      : never]: paths[Path][Name];
  };
};
