import { contractOf } from '../../core/src/contract/contract.ts';
import { evidenceList } from '../../core/src/contract/evidence.ts';
import { type Body, isSuccess } from '../../core/src/contract/operation.ts';
import type { JsonObject } from '../../core/src/util/json.ts';
import type { ContractFile } from '../contract/read.ts';
import { printLiteral } from './print.ts';
import { header } from './stamp.ts';

/** Every operation that a caller can call, by its id, in the order of the contract. */
function operationTable(contract: JsonObject): Record<string, { method: string; path: string; safe: boolean }> {
  const entries = contractOf(contract).operations.map(
    ({ operationId, method, path, tag, summary, isSafe, definition, request, responses }) => {
      const [existence] = evidenceList(definition['x-evidence']);
      if (!existence) throw new Error(`${method} ${path} has no evidence: add \`x-evidence\`.`);
      const successes = [...responses].filter(([status]) => isSuccess(status));
      return [
        operationId,
        {
          method,
          path,
          tag,
          summary,
          evidence: existence.level,
          reference: existence.reference,
          safe: isSafe,
          examples: {
            request: exampleNames(request),
            response: successes.flatMap(([, response]) => exampleNames(response)),
          },
        },
      ] as const;
    },
  );
  return Object.fromEntries(entries);
}

const exampleNames = (body: Body | undefined): string[] => [...(body?.examples.keys() ?? [])];

export function generateOperations(contract: ContractFile): string {
  return `${header(
    contract,
    `Every operation with its evidence and the names of its examples, for programs that want to know all about them. The
client needs only what is in paths.ts of the contract package, which is much smaller.`,
  )}import type { paths } from 'payment-gateway-contract/types';

export interface OperationInfo {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: keyof paths;
  /** The group of the source document. */
  readonly tag: string;
  readonly summary: string;
  /** How well it is known that the operation exists with this method and path. */
  readonly evidence: 'documented' | 'observed' | 'assumed';
  /** A section of the source document, or a key of the register. */
  readonly reference: string;
  /** True when it changes nothing: every GET, and the POSTs that only look something up. */
  readonly safe: boolean;
  /** Names of the examples in the contract; those of request and response are pairs. */
  readonly examples: { readonly request: readonly string[]; readonly response: readonly string[] };
}

export const operations = ${printLiteral(operationTable(contract.root), 0, 200)} as const satisfies Record<string, OperationInfo>;

export type OperationId = keyof typeof operations;
`;
}
