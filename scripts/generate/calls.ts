import { contractOf } from '../../src/contract/contract.ts';
import { targetOf } from '../../src/contract/document.ts';
import type { Body, Operation } from '../../src/contract/operation.ts';
import { isObject, type JsonObject, listAt } from '../../src/util/json.ts';
import type { ContractFile } from '../contract/read.ts';
import { header } from './stamp.ts';

/** Returns the parameters and bodies of each operation, as the client types them. */
export function generateCalls(contract: ContractFile): string {
  const { operations } = contractOf(contract.root);
  const paths = [...new Set(operations.map(({ path }) => path))].map((path) => {
    const methods = operations.filter((operation) => operation.path === path);
    const members = methods.map(({ method, operationId }) => `    ${method.toLowerCase()}: Calls['${operationId}'];`);
    return `  '${path}': {\n${members.join('\n')}\n  };`;
  });
  return `${header(
    contract,
    `The parameters and bodies of each operation. Unlike \`operations\` in types.ts, their types list the known values of open
vocabularies.`,
  )}import type * as schemas from './schemas.js';
import type { operations } from './types.js';

type Parameters<Id extends keyof operations> = operations[Id]['parameters'];

export interface Calls {
${operations.map((operation) => call(contract.root, operation)).join('\n')}
}

/** The same by path and method. */
export interface CallPaths {
${paths.join('\n')}
}
`;
}

function call(contract: JsonObject, { operationId: id, request, responses }: Operation): string {
  const sent = typeOfBody(contract, request, id);
  const success = typeOfBody(contract, responses.get('200'), id);
  return `  ${id}: {
    parameters: Parameters<'${id}'>;
    requestBody${request?.definition.required ? '' : '?'}: ${sent};
    response: ${success};
  };`;
}

/**
 * Returns the type of a body. Of several forms of a response it is the first, which the document shows: a union would make every field
 * optional for all callers. The other forms have the same fields, all optional, so the first can be assigned to each form.
 */
function typeOfBody(contract: JsonObject, body: Body | undefined, id: string): string {
  const written = body?.schema;
  if (written === undefined) return 'never';
  const [schema = written] = listAt(targetOf(contract, written), 'anyOf').filter(isObject);
  const name = String(schema.$ref).match(/^#\/components\/schemas\/(\w+)$/)?.[1];
  if (!name) throw new Error(`Make each body of ${id} a component schema: the client exports its type by name.`);
  return `schemas.${name}`;
}
