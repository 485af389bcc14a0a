import { type Contract, header } from './contract.ts';
import { operationTable } from './operations.ts';

export function generateOperationIds(contract: Contract): string {
  const lines = Object.entries(operationTable(contract.root)).map(
    ([id, { method, path, safe }]) => `${method} ${path} ${safe && method === 'POST' ? '~' : ''}${id}`,
  );
  return `${header(
    contract,
    `The id of each operation by method and path, a line each, \`~\` before that of a POST which changes nothing. One text and no
table, because the client carries it to every browser and server: this is the smallest form.`,
  )}export const operationIds = \`
${lines.join('\n')}
\`;
`;
}
