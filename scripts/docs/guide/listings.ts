import { addressOf } from '../../contract/operation.js';
import { operationsOf } from '../places.ts';
import { requestsOf, type SampleRequest } from '../samples/request.ts';
import { sampleLanguages } from '../samples/samples.ts';
import type { Contract } from '../types.ts';

/**
 * Returns the code blocks that make one request without this package's client. `request` is `POST /v1/transactions {…}`, where
 * the body is JSON on one line. The blocks follow the TypeScript block of the guide and become tabs with it.
 */
export function requestListings(contract: Contract, request: string): string {
  const [, method = '', path = '', json] = /^([A-Z]+) (\/\S+)(?: (\{.*\}))?$/.exec(request) ?? [];
  if (method === '') throw new Error(`<!-- request: ${request} --> is not "METHOD /path {json}"`);
  const base = addressOf(contract.servers[0]);
  const body: unknown = json === undefined ? undefined : JSON.parse(json);
  return fenced({ method, path, url: base + path, base, parameters: [], body, comment: '' });
}

/** Returns the same code blocks for a named request example: `captureTransaction.partial`. An older contract may lack it. */
export function exampleListings(contract: Contract, name: string): string {
  const [operationId, example = ''] = name.split('.');
  const place = operationsOf(contract).find(({ operation }) => operation.operationId === operationId);
  const request = place && requestsOf(contract, place).get(example);
  return request ? fenced({ ...request, comment: '' }) : '';
}

function fenced(request: SampleRequest): string {
  return sampleLanguages
    .filter(({ lang }) => lang !== 'TypeScript')
    .map(({ fence, write }) => `\`\`\`${fence}\n${write(request)}\`\`\``)
    .join('\n\n');
}
