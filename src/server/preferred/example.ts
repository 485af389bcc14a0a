import { type Operation, resolve, responseOf, successOf } from '../../contract/index.js';
import { isObject, type JsonObject, listAt, objectAt } from '../../util/index.js';
import type { MatchedRequest } from '../request/matched.js';
import { refuse, type WireResponse } from '../wire/response.js';

/**
 * Returns the example that a `Prefer` header asks for by `code` and `example`, or the refusal of an unknown one. Returns undefined if the
 * contract has no example to answer with.
 */
export function preferredExample(
  contract: JsonObject,
  { operation, preference = {}, headers }: Pick<MatchedRequest, 'operation' | 'preference' | 'headers'>,
): WireResponse | undefined {
  const { code, exampleKey } = preference;
  const { status, response } =
    code === undefined ? successOf(operation) : { status: code, response: responseOf(operation, code) };
  if (code !== undefined && response === undefined) {
    return noPreferred('response', operation, `statuses are ${[...operation.responses.keys()].join(', ')}`);
  }
  const { definition = {}, examples = new Map<string, JsonObject>() } = response ?? {};
  const types = Object.keys(objectAt(definition, 'content'));
  if (types.length === 0 && exampleKey === undefined) return { status, headers: headersOf(contract, definition) };
  if (!takesJson(headers.accept) || types.some((type) => type !== 'application/json')) {
    // The examples are JSON, and another type is for Prism to choose.
    const isJsonOnly = types.every((type) => type === 'application/json');
    return isJsonOnly ? refuse(406, `accept: ${operation.operationId} returns application/json`) : undefined;
  }
  if (exampleKey === undefined && examples.size === 0) return undefined;
  const key = exampleKey ?? String(examples.keys().next().value);
  if (!examples.has(key)) {
    return noPreferred('example', operation, `examples are ${[...examples.keys()].join(', ') || 'none'}`);
  }
  return { status, headers: headersOf(contract, definition), body: examples.get(key)?.value };
}

/** Returns whether the client accepts JSON. A weight of 0 refuses a type. */
export function takesJson(accept = '*/*'): boolean {
  return accept
    .split(',')
    .some(
      (type) =>
        /^\s*(?:\*\/\*|application\/(?:json|\*))\s*(?:;|$)/i.test(type) && !/;\s*q=0(?:\.0*)?\s*(?:;|$)/i.test(type),
    );
}

function headersOf(contract: JsonObject, response: JsonObject): Record<string, string> {
  const headers = Object.entries(objectAt(response, 'headers')).flatMap(([name, header]) => {
    const { example, examples, schema } = resolve(contract, header);
    const [named] = Object.values(isObject(examples) ? examples : {});
    const value = example ?? resolve(contract, named).value ?? listAt(resolve(contract, schema), 'examples')[0];
    return value === undefined ? [] : [[name.toLowerCase(), String(value)]];
  });
  return Object.fromEntries(headers);
}

function noPreferred(what: 'response' | 'example', { operationId }: Operation, known: string): WireResponse {
  return refuse(404, `prefer: the contract has no such ${what} for ${operationId}; its ${known}`);
}
