import { readContract } from '../../../../src/mock/contract/contract.ts';
import { loadAjv } from '../../../../src/mock/contract/peers.ts';
import { prepare } from '../../../../src/mock/prepared.ts';
import { secretsOfJson } from '../../../../src/redaction/index.ts';

/** When the contract's examples were made. */
export const NOW = Date.parse('2026-11-20T13:05:41Z');

const prepared = prepare(await loadAjv(), readContract());

/** What the warnings say of one request to an operation. */
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
  const secrets = () => secretsOfJson(body);
  return prepared.warner(operation)({ query, headers, body, secrets }, now).warnings;
}
