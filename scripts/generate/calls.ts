import { targetOf } from '../../src/contract/document.ts';
import { isObject, type JsonObject, listAt, objectAt } from '../../src/util/json.ts';
import { operations } from '../contract/elements.ts';
import type { Contract } from '../contract/read.ts';
import { header } from './header.ts';

/** Returns the parameters and bodies of each operation, as the client types them. */
export function generateCalls(contract: Contract): string {
  const called = operations(contract.root).filter(({ webhook }) => !webhook);
  const paths = [...new Set(called.map(({ address }) => address))].map((path) => {
    const methods = called.filter(({ address }) => address === path);
    const members = methods.map(({ method, node }) => `    ${method}: Calls['${node.operationId}'];`);
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
${called.map(({ node }) => call(contract.root, node)).join('\n')}
}

/** The same by path and method. */
export interface CallPaths {
${paths.join('\n')}
}
`;
}

function call(contract: JsonObject, operation: JsonObject): string {
  const id = String(operation.operationId);
  const body = targetOf(contract, operation.requestBody);
  const request = typeOfBody(contract, body, id);
  const success = typeOfBody(contract, targetOf(contract, objectAt(operation, 'responses')['200']), id);
  return `  ${id}: {
    parameters: Parameters<'${id}'>;
    requestBody${body?.required === true ? '' : '?'}: ${request};
    response: ${success};
  };`;
}

/**
 * Returns the type of a body. Of several forms of a response it is the first, which the document shows: a union would make every field of it
 * optional for all callers. The other forms have the same fields, all optional, so that the first can be assigned to each of them.
 */
function typeOfBody(contract: JsonObject, holder: JsonObject | undefined, id: string): string {
  const { schema: written } = objectAt(objectAt(holder, 'content'), 'application/json');
  if (!isObject(written)) return 'never';
  const [schema = written] = listAt(targetOf(contract, written), 'anyOf').filter(isObject);
  const name = String(schema.$ref).match(/^#\/components\/schemas\/(\w+)$/)?.[1];
  if (!name) throw new Error(`Make each body of ${id} a component schema: the client exports its type by name.`);
  return `schemas.${name}`;
}
