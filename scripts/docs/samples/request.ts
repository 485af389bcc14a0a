import { examplesOf, resolve } from '../places.ts';
import type { Contract, Parameter, Place } from '../types.ts';

/** One request as the code samples make it, whatever the language. */
export interface SampleRequest {
  method: string;
  /** The path of the contract, with its parameters in braces. */
  path: string;
  /** The address with everything filled in. */
  url: string;
  /** The address of the server alone. */
  base: string;
  parameters: Parameter[];
  /** Undefined for an operation without a body. */
  body: unknown;
  /** What the example is, in one line; empty for an operation without named examples. */
  comment: string;
}

/** One request for each named request example, by its name; a single one, without a name, for an operation without a body. */
export function requestsOf(contract: Contract, { method, path, operation }: Place): Map<string, SampleRequest> {
  const parameters = (operation.parameters ?? []).map((parameter) => resolve(contract, parameter));
  const examples = Object.entries(examplesOf(contract, operation.requestBody?.content));
  if (examples.length === 0) examples.push(['', { value: undefined }]);
  const base = baseUrl(contract);
  const url = base + address(path, parameters);
  return new Map(
    examples.map(([name, { summary = '', value }]) => [
      name,
      { method, path, url, base, parameters, body: value, comment: summary },
    ]),
  );
}

/** The path with its parameters filled in from their examples. */
function address(path: string, parameters: Parameter[]): string {
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

function baseUrl(contract: Contract): string {
  const [server] = contract.servers;
  return (server?.url ?? '').replace(/\{(\w+)\}/g, (_, name) => server?.variables?.[name]?.default ?? '');
}
