import { readContract } from '../../../../../core/src/contract/document.ts';
import { prepare } from '../../../../src/server/prepared.ts';

/** The time when the contract's examples were created. */
export const NOW = Date.parse('2026-11-20T13:05:41Z');

const prepared = await prepare(readContract());

/** Returns the warnings for one request to an operation. */
export function warningsFor(
  operationId: string,
  body: unknown,
  {
    query = {},
    headers = {},
    now = NOW,
  }: { query?: Record<string, string>; headers?: Record<string, string>; now?: number } = {},
): readonly string[] {
  const operation = prepared.operations.find((one) => one.operationId === operationId);
  if (!operation) throw new Error(`no operation ${operationId}`);
  return prepared.warner(operation)({ query, headers, body }, now).warnings;
}
