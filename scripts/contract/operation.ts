import { targetOf } from '../../src/contract/document.ts';
import { isObject, type JsonObject, listAt, objectAt, stringAt } from '../../src/util/json.ts';

export type Response = [status: string, response: JsonObject];

/** The parameters of an operation, references followed. */
export function parametersOf(contract: object, operation: object): JsonObject[] {
  return listAt(operation, 'parameters')
    .map((parameter) => targetOf(contract, parameter))
    .filter(isObject);
}

/** The responses of an operation by their status, references followed: those of success and those of errors. */
export function responsesOf(contract: object, operation: object): { successes: Response[]; errors: Response[] } {
  const responses = Object.entries(objectAt(operation, 'responses')).map(
    ([status, response]): Response => [status, targetOf(contract, response) ?? {}],
  );
  return {
    successes: responses.filter(([status]) => status.startsWith('2')),
    errors: responses.filter(([status]) => !status.startsWith('2')),
  };
}

/** The media types of a body or a response. */
function mediaTypes(contract: object, holder: unknown): JsonObject[] {
  return Object.values(objectAt(targetOf(contract, holder), 'content')).filter(isObject);
}

/** The schema of a body or a response, as it is written: often a reference. The gateway speaks one media type. */
export function schemaOf(contract: object, holder: unknown): JsonObject | undefined {
  return mediaTypes(contract, holder)
    .map(({ schema }) => schema)
    .find(isObject);
}

/** The named examples of a body or a response, over all its media types, references followed. */
export function examplesOf(contract: object, holder: unknown): [name: string, example: JsonObject][] {
  return mediaTypes(contract, holder)
    .flatMap((media) => Object.entries(objectAt(media, 'examples')))
    .map(([name, example]) => [name, targetOf(contract, example) ?? {}]);
}

/** The address of a server, its variables at their defaults. */
export function addressOf(server: unknown): string {
  const variables = objectAt(server, 'variables');
  return (stringAt(server, 'url') ?? '').replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    String(objectAt(variables, name).default ?? ''),
  );
}
