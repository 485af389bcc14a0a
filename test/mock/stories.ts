import { type Operation, readContract, readOperations, resolve } from '../../src/contract/contract.ts';
import { isObject, type JsonObject, listAt, objectAt, stringAt } from '../../src/util/json.ts';

export const contract: JsonObject = readContract();
export const operations: Operation[] = readOperations(contract);

/** A request example of an operation with the response example of the same name; GET and DELETE have the response only. */
export interface Story {
  operationId: string;
  name: string;
  method: string;
  path: string;
  request: unknown;
  response: unknown;
}

/** Every operation with every named example, the path filled with the ids that the responses have. */
export const stories: Story[] = operations.flatMap((operation) => {
  const { operationId, method, definition } = operation;
  const requests = examples(resolve(contract, definition.requestBody));
  const responses = examples(resolve(contract, objectAt(definition, 'responses')['200']));
  return Object.entries(responses).map(([name, response]) => ({
    operationId,
    name,
    method,
    path: filled(operation, response),
    request: requests[name],
    response,
  }));
});

function examples(content: JsonObject): JsonObject {
  const named = objectAt(objectAt(objectAt(content, 'content'), 'application/json'), 'examples');
  return Object.fromEntries(Object.entries(named).map(([name, example]) => [name, resolve(contract, example).value]));
}

/** The response's own id in the last place, so that the mock has nothing to change. */
function filled({ path, definition }: Operation, response: unknown): string {
  const isList = stringAt(definition['x-resource'], 'action') === 'list';
  const ids = listAt(definition, 'parameters').map((parameter) => resolve(contract, parameter));
  const last = path.lastIndexOf('{');
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string, at: number) => {
    const own = isObject(response) && at === last && !isList ? (response.id ?? response.plan_id) : undefined;
    const plan = isObject(response) ? objectAt(listAt(response, 'data'), '0') : {};
    const example = ids.find((parameter) => stringAt(parameter, 'name') === name)?.example;
    return String(own ?? plan.plan_id ?? example ?? 1);
  });
}
