import { refuse, type WireResponse } from 'payment-gateway-core/access';
import { type Operation, resolve, responseOf, successOf } from 'payment-gateway-core/contract';
import { isObject, type JsonObject, listAt, objectAt } from 'payment-gateway-core/util';
import type { MatchedRequest } from '../server/index.js';

/** Returns the example that a `Prefer` header asks for by `code` and `example`, or the refusal of an unknown one. */
export function preferredExample(
  contract: JsonObject,
  { operation, preference = {} }: Pick<MatchedRequest, 'operation' | 'preference'>,
): WireResponse {
  const { code, exampleKey } = preference;
  const { status, response } =
    code === undefined ? successOf(operation) : { status: code, response: responseOf(operation, code) };
  if (code !== undefined && response === undefined) {
    return noPreferred('response', operation, `statuses are ${[...operation.responses.keys()].join(', ')}`);
  }
  const { definition = {}, examples = new Map<string, JsonObject>() } = response ?? {};
  if (exampleKey !== undefined && !examples.has(exampleKey)) {
    return noPreferred('example', operation, `examples are ${[...examples.keys()].join(', ') || 'none'}`);
  }
  const example = exampleKey === undefined ? examples.values().next().value : examples.get(exampleKey);
  return { status, headers: headersOf(contract, definition), ...(example && { body: example.value }) };
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
