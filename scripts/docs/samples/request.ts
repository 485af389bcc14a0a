import type { Example, OpenApi, ParameterObject } from '../../../core/src/contract/openapi.ts';
import type { Operation } from '../../../core/src/contract/operation.ts';
import { addressOf } from '../addresses.ts';

/** One request of the code samples, for all languages. */
export interface SampleRequest {
  method: string;
  /** The path of the contract, with its parameters in braces. */
  path: string;
  /** The address with everything filled in. */
  url: string;
  /** The address of the server alone. */
  base: string;
  parameters: ParameterObject[];
  /** Undefined for an operation without a body. */
  body: unknown;
  /** What the example is, in one line; empty for an operation without named examples. */
  comment: string;
}

/** One request for each named request example, by its name; a single one, without a name, for an operation without a body. */
export function requestsOf(contract: OpenApi, operation: Operation): Map<string, SampleRequest> {
  const { method, path, request } = operation;
  const parameters = operation.parameters.map(({ definition }) => definition);
  const examples: [name: string, Example][] = [...(request?.examples ?? [])];
  if (examples.length === 0) examples.push(['', { value: undefined }]);
  const base = addressOf(contract.servers[0]);
  const url = base + address(path, parameters);
  return new Map(
    examples.map(([name, { summary = '', value }]) => [
      name,
      { method, path, url, base, parameters, body: value, comment: summary },
    ]),
  );
}

/** The path with its parameters filled in from their examples. */
function address(path: string, parameters: ParameterObject[]): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name) =>
    encodeURIComponent(
      String(parameters.find((parameter) => parameter.in === 'path' && parameter.name === name)?.example),
    ),
  );
  const query = new URLSearchParams(
    parameters.filter(({ in: kind }) => kind === 'query').map(({ name, example }) => [name, String(example)]),
  );
  return query.size > 0 ? `${filled}?${query}` : filled;
}
