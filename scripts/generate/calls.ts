import { contractOf } from '../../src/contract/contract.ts';
import type { Body, Operation } from '../../src/contract/operation.ts';
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
${operations.map(call).join('\n')}
}

/** The same by path and method. */
export interface CallPaths {
${paths.join('\n')}
}
`;
}

function call({ operationId: id, request, responses }: Operation): string {
  const sent = typeOfBody(request, id);
  const success = typeOfBody(responses.get('200'), id);
  return `  ${id}: {
    parameters: Parameters<'${id}'>;
    requestBody${request?.definition.required ? '' : '?'}: ${sent};
    response: ${success};
  };`;
}

function typeOfBody(body: Body | undefined, id: string): string {
  if (body?.schema === undefined) return 'never';
  const name = String(body.schema.$ref).match(/^#\/components\/schemas\/(\w+)$/)?.[1];
  if (!name) throw new Error(`Make each body of ${id} a component schema: the client exports its type by name.`);
  return `schemas.${name}`;
}
