import { isObject, type JsonObject, listAt, objectAt } from '../util/index.js';
import { jsonSchemaOf, resolve } from './contract.js';
import {
  evidenceList,
  limitOfBody,
  type Placed,
  placedElement,
  placedOperation,
  type Surroundings,
} from './evidence.js';
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
export function createOperationReader(contract: JsonObject): (definition: JsonObject) => PlacedOperation {
  const read = createPlacedReader(contract);
  const readBody = (schema: JsonObject, { evidence, limit }: Surroundings): PlacedSchema =>
    read(schema, { evidence, limit: limitOfBody(resolve(contract, schema), limit) });

  return (definition) => {
    const operation = placedOperation(definition);
    const uses = objectAt(definition, 'x-evidence-of');
    const at = (written: JsonObject, target: JsonObject, use: string) =>
      placedElement(written, target, operation, evidenceList(uses[use]));

    const parameters = listAt(definition, 'parameters')
      .filter(isObject)
      .map((written) => {
        const parameter = resolve(contract, written);
        return { parameter, ...at(written, parameter, String(parameter.name)) };
      });
    const responses = Object.entries(objectAt(definition, 'responses')).flatMap(([status, written]) => {
      if (!isObject(written)) return [];
      const response = resolve(contract, written);
      const placed = at(written, response, status);
      const schema = jsonSchemaOf(response);
      return [[status, { ...placed, response, body: schema && readBody(schema, placed) }] as const];
    });
    const request = jsonSchemaOf(resolve(contract, definition.requestBody));
    const aroundBody = at({}, {}, 'requestBody');
    return {
      ...operation,
      parameters,
      body: request && readBody(request, aroundBody),
      responses: new Map(responses),
    };
  };
}
