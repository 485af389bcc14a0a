import { type Contract, header } from './contract.ts';
import { operationTable } from './operations.ts';

export function generateOperationIds(contract: Contract): string {
  const lines = new Map<string, string>();
  for (const [id, { method, path, safe }] of Object.entries(operationTable(contract.root))) {
    const mark = safe && method === 'POST' ? '~' : '';
    lines.set(path, `${lines.get(path) ?? path} ${method} ${mark}${id}`);
  }
  return `${header(
    contract,
    `The ids of the operations, a line for each path, \`~\` before that of a POST which changes nothing. One text and no
table, because every program carries it that has the client: compressed, this is the smallest form that is still legible.`,
  )}export const operationIds = \`
${[...lines.values()].join('\n')}
\`;
`;
}
