import type { JsonObject } from '../util/index.js';
import { resolve } from './document.js';
import {
  evidenceList,
  limitOfBody,
  type Placed,
  placedElement,
  placedOperation,
  type Surroundings,
} from './evidence.js';
import type { Operation } from './operation.js';
import { createPlacedReader, type PlacedSchema } from './placed-schema.js';

/** A response of an operation at its place. */
export interface PlacedResponse extends Placed {
  readonly response: JsonObject;
  readonly body: PlacedSchema | undefined;
}

/** An operation with the evidence of everything that a request sends and a response returns. */
export interface PlacedOperation extends Placed {
  readonly parameters: readonly (Placed & { readonly parameter: JsonObject })[];
  readonly body: PlacedSchema | undefined;
  /** By status code or class: `200`, `5XX`. */
  readonly responses: ReadonlyMap<string, PlacedResponse>;
}

/** Creates the function that returns an operation, or a webhook, with the evidence of its elements. */
export function createOperationReader(contract: JsonObject): (operation: Operation) => PlacedOperation {
  const read = createPlacedReader(contract);
  const readBody = (schema: JsonObject, { evidence, limit }: Surroundings): PlacedSchema =>
    read(schema, { evidence, limit: limitOfBody(resolve(contract, schema), limit) });

  return ({ definition, uses, parameters, request, responses }) => {
    const operation = placedOperation(definition);
    const at = (written: JsonObject, target: JsonObject, use: string) =>
      placedElement(written, target, operation, evidenceList(uses[use]));
    const placed = [...responses].map(([status, { written, definition: response, schema }]) => {
      const place = at(written, response, status);
      return [status, { ...place, response, body: schema && readBody(schema, place) }] as const;
    });
    return {
      ...operation,
      parameters: parameters.map(({ written, definition: parameter, name }) => ({
        parameter,
        ...at(written, parameter, name),
      })),
      body: request?.schema && readBody(request.schema, at({}, {}, 'requestBody')),
      responses: new Map(placed),
    };
  };
}
