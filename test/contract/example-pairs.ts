import { contractOf } from '../../core/src/contract/contract.ts';
import { readContract } from '../../core/src/contract/document.ts';
import type { Operation } from '../../core/src/contract/operation.ts';
import { isObject, type JsonObject, listAt, objectAt, stringAt } from '../../core/src/util/json.ts';

export const contract: JsonObject = readContract();
export const operations: readonly Operation[] = contractOf(contract).operations;

/** A request example of an operation with the response example of the same name; GET and DELETE have the response only. */
export interface ExamplePair {
  operationId: string;
  name: string;
  method: string;
  path: string;
  request: unknown;
  response: unknown;
}

/** Every operation with every named example, the path filled with the ids that the responses have. */
export const examplePairs: ExamplePair[] = operations.flatMap((operation) => {
  const { operationId, method, request, responses } = operation;
  return [...(responses.get('200')?.examples ?? [])].map(([name, { value: response }]) => ({
    operationId,
    name,
    method,
    path: filled(operation, response),
    request: request?.examples.get(name)?.value,
    response,
  }));
});

/** The response's own id in the last place, as in the responses of Prism. */
function filled({ path, resource, parameters }: Operation, response: unknown): string {
  const isList = resource.action === 'list';
  const ids = parameters.map(({ definition }) => definition);
  const last = path.lastIndexOf('{');
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string, at: number) => {
    const own = isObject(response) && at === last && !isList ? (response.id ?? response.plan_id) : undefined;
    const plan = isObject(response) ? objectAt(listAt(response, 'data'), '0') : {};
    const example = ids.find((parameter) => stringAt(parameter, 'name') === name)?.example;
    return String(own ?? plan.plan_id ?? example ?? 1);
  });
}
