import { contractOf } from '../../../core/src/contract/contract.ts';
import type { OpenApi } from '../../../core/src/contract/openapi.ts';
import type { Operation } from '../../../core/src/contract/operation.ts';
import { addressOf } from '../addresses.ts';
import { requestsOf, type SampleRequest, sampleLanguages } from '../samples/samples.ts';
import { type SendForm, sendComment } from '../sending/form.ts';

/**
 * Returns the code blocks that make one request without this package's client. `request` is `POST /v1/transactions {…}`, where
 * the body is JSON on one line. The blocks follow the TypeScript block of the guide and become tabs with it.
 */
export function requestListings(contract: OpenApi, request: string): string {
  const [, method = '', path = '', json] = /^([A-Z]+) (\/\S+)(?: (\{.*\}))?$/.exec(request) ?? [];
  if (method === '') throw new Error(`<!-- request: ${request} --> is not "METHOD /path {json}"`);
  const base = addressOf(contract.servers[0]);
  const body: unknown = json === undefined ? undefined : JSON.parse(json);
  const operation = contractOf(contract).operations.find((one) => one.method === method && one.path === path);
  const sample = { method, path, url: base + path, base, parameters: [], body, comment: '' };
  return listingsOf(sample, operation, { path, body });
}

/** Returns the same code blocks for a named request example: `captureTransaction.partial`. An older contract may lack it. */
export function exampleListings(contract: OpenApi, name: string): string {
  const [operationId, example = ''] = name.split('.');
  const operation = contractOf(contract).operations.find((operation) => operation.operationId === operationId);
  const request = operation && requestsOf(contract, operation).get(example);
  if (!request) return '';
  const { url, base, body } = request;
  return listingsOf({ ...request, comment: '' }, operation, { example, path: url.slice(base.length), body });
}

/** Returns the code blocks with the form that sends the request. An older contract may lack the operation. */
function listingsOf(
  request: SampleRequest,
  operation: Operation | undefined,
  form: Omit<SendForm, 'operationId'>,
): string {
  const languages = sampleLanguages.filter(({ lang }) => lang !== 'TypeScript');
  const blocks = languages.map(({ fence, write }) => `\`\`\`${fence}\n${write(request)}\`\`\``);
  if (operation) blocks.push(sendComment({ operationId: operation.operationId, ...form }));
  return blocks.join('\n\n');
}
