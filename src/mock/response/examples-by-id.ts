import { type Contract, type Operation, successOf } from '../../contract/index.js';
import { isObject, type JsonObject, listAt, stringAt } from '../../util/index.js';
import { readPairs } from './examples.js';

/** The examples of one resource by id, as strings. */
export type ResourceExamples = ReadonlyMap<string, JsonObject>;

export interface ExamplesById {
  /** Returns the examples of the resource with this schema reference. */
  of(reference: string | undefined): ResourceExamples;
  /** Returns the examples of the resource at the path up to and including a parameter. Empty if the contract has none. */
  at(path: string): ResourceExamples;
}

/** Finds the example with an id in the responses of all operations. Operations that retrieve the resource come first. */
export function createExamplesById({ operations, shapeOf }: Pick<Contract, 'operations' | 'shapeOf'>): ExamplesById {
  let known: Map<string, Map<string, JsonObject>> | undefined;
  const of = (reference = ''): ResourceExamples => {
    known ??= read();
    return known.get(reference) ?? new Map();
  };
  return {
    of,
    at(path) {
      const members = operations.filter((operation) => operation.path === path && operation.method !== 'DELETE');
      const member = members.find(({ method }) => method === 'GET') ?? members[0];
      return of(member && returnedBy(member));
    },
  };

  function read(): Map<string, Map<string, JsonObject>> {
    const found = new Map<string, Map<string, JsonObject>>();
    const add = (reference: string | undefined, example: unknown) => {
      if (reference === undefined || !isObject(example) || !isId(example.id)) return;
      const owned = found.get(reference) ?? new Map<string, JsonObject>();
      if (!owned.has(String(example.id))) owned.set(String(example.id), example);
      found.set(reference, owned);
    };
    const retrieves = ({ method, path }: Operation) => method === 'GET' && path.endsWith('}');
    for (const operation of [...operations.filter(retrieves), ...operations.filter((one) => !retrieves(one))]) {
      const schema = successOf(operation).response?.schema ?? {};
      const item = shapeOf(shapeOf(schema).fields.get('data') ?? {}).items;
      for (const { response } of readPairs(operation)) {
        add(stringAt(schema, '$ref'), response);
        for (const entry of listAt(response, 'data')) add(stringAt(item, '$ref'), entry);
      }
    }
    return found;
  }
}

/** Returns the reference of the schema that an operation returns. */
export function returnedBy(operation: Operation): string | undefined {
  return stringAt(successOf(operation).response?.schema, '$ref');
}

/**
 * Applies the change of an operation to another resource: it copies the fields that the operation changed in the example's resource, without the fields
 * that only the example's own request had sent.
 *
 * @param before the example's resource before the operation
 */
export function carriedOver(
  response: unknown,
  before: JsonObject | undefined,
  owned: JsonObject,
  { example, sent }: { example: unknown; sent: unknown },
): unknown {
  if (!isObject(response) || !before) return response;
  const changed = Object.entries(response).filter(([field, value]) => {
    const isExamplesOwn = isObject(example) && Object.hasOwn(example, field);
    const isSent = isObject(sent) && Object.hasOwn(sent, field);
    return (isSent || !isExamplesOwn) && JSON.stringify(value) !== JSON.stringify(before[field]);
  });
  return { ...owned, ...Object.fromEntries(changed) };
}

function isId(id: unknown): boolean {
  return typeof id === 'number' || typeof id === 'string';
}
