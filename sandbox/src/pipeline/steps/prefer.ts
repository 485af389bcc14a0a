import { refuse, type WireResponse } from 'payment-gateway-core/access';
import { type Operation, resolve, responseOf, successOf } from 'payment-gateway-core/contract';
import { isObject, type JsonObject, listAt, objectAt } from 'payment-gateway-core/util';
import type { UnitStep } from '../compose.js';

/** Responds to a valid request with a `Prefer` header by an example of the contract, independent of the state. */
export const prefer =
  (contract: JsonObject): UnitStep =>
  (context, next) => {
    const { preference, problem } = readPrefer(context.headers.prefer);
    if (problem !== undefined) return refuse(400, problem);
    if (preference === undefined) return next(context);
    return { ...preferredExample(contract, context.operation, preference), warnings: context.warnings };
  };

function preferredExample(contract: JsonObject, operation: Operation, preference: Preference): WireResponse {
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

/** A request's `Prefer` header, as Prism reads it: `code=404, example=pix`. */
interface Preference {
  readonly code: number | undefined;
  readonly exampleKey: string | undefined;
}

/**
 * Reads a `Prefer` header. Ignores unknown preferences, and the second one of a name (RFC 7240). Returns a sentence for a wrong value, and for
 * `dynamic`, which only Prism can give.
 */
function readPrefer(header = ''): { preference?: Preference; problem?: string } {
  const given = new Map<string, string>();
  for (const part of header.split(/[,;]/)) {
    const [name = '', ...value] = part.split('=').map((one) => one.trim());
    const key = name.toLowerCase();
    if (!given.has(key)) given.set(key, value.join('=').replace(/^"(.*)"$/, '$1'));
  }
  const [code, exampleKey, dynamic = 'false'] = ['code', 'example', 'dynamic'].map((name) => given.get(name));
  if (code !== undefined && !/^[1-5]\d\d$/.test(code))
    return { problem: 'prefer: code must be a status of three digits' };
  if (dynamic !== 'false')
    return { problem: 'prefer: only Prism makes a response up: npx payment-gateway-contract mock' };
  if (code === undefined && exampleKey === undefined) return {};
  return { preference: { code: code === undefined ? undefined : Number(code), exampleKey } };
}
