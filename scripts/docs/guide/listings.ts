import { addressOf } from '../../contract/operation.js';
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
  return sampleLanguages
    .filter(({ lang }) => lang !== 'TypeScript')
    .map(({ fence, write }) => {
      const code = write({ method, path, url: base + path, base, parameters: [], body, comment: '' });
      return `\`\`\`${fence}\n${code}\`\`\``;
    })
    .join('\n\n');
}
