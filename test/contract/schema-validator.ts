/** JSON Schema validation of bodies against openapi.yaml, by ajv: independent of what the sandbox validates with. */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { contract } from './contract.ts';

const contractId = 'contract';

const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);
// The contract calls the formats of numbers hints, so the sandbox may repeat a larger number of a request.
ajv.addFormat('int32', true);
ajv.addSchema({ ...contract, $id: contractId });

const compiled = new Map<string, ValidateFunction>();

function violations(pointer: string, body: unknown): string[] {
  const validate = compiled.get(pointer) ?? ajv.compile({ $ref: `${contractId}${pointer}` });
  compiled.set(pointer, validate);
  if (validate(body)) return [];
  return (validate.errors ?? []).map((error) => `${error.instancePath || '/'} ${error.message} (${error.schemaPath})`);
}

/** Returns the errors of a request body for the schema at a JSON pointer of the contract; `[]` if nothing. */
export const requestViolations = violations;

/**
 * Returns the errors of a response body, including fields that the contract marks `writeOnly` anywhere. Responses are open
 * objects, so their schema alone would accept a security code.
 */
export function responseViolations(pointer: string, body: unknown): string[] {
  const leaked = fieldNames(body).filter((field) => onlyEverSent.has(field));
  return [...violations(pointer, body), ...leaked.map((field) => `${field} is writeOnly and occurs in a response`)];
}

export const onlyEverSent: ReadonlySet<string> = new Set(writeOnlyFields(contract));

function writeOnlyFields(node: unknown): string[] {
  if (typeof node !== 'object' || node === null) return [];
  return Object.entries(node).flatMap(([key, inner]) => [
    ...(typeof inner === 'object' && inner !== null && 'writeOnly' in inner && inner.writeOnly === true ? [key] : []),
    ...writeOnlyFields(inner),
  ]);
}

function fieldNames(body: unknown): string[] {
  if (typeof body !== 'object' || body === null) return [];
  const own = Array.isArray(body) ? [] : Object.keys(body);
  return [...own, ...Object.values(body).flatMap(fieldNames)];
}
