import { expect, test } from 'vitest';
import { complaintsOf } from '../../scripts/test/docs/compiler.ts';
import { type Client, programFor } from './response-field-programs.ts';

const call: Client['call'] = (method, path, init) =>
  `const { data, error } = await client.${method.toUpperCase()}('${path}', ${init});`;

const stock = `import createClient from 'openapi-fetch';
import type { paths } from 'payment-gateway-contract/types';
const client = createClient<paths>({ baseUrl: 'https://gateway.example' });`;
const ours = `import { createGatewayClient } from 'payment-gateway-contract';
const gateway = createGatewayClient({ baseUrl: 'https://gateway.example', accessToken: 'token' });`;
const wrapped = `import { asOpenapiFetch } from 'payment-gateway-contract/openapi-fetch';
${ours}
const client = asOpenapiFetch(gateway);`;

const changed = stock.replace('createClient<paths>', 'createClient<Changed>').concat(`
type Changed = Omit<paths, '/v1/cards/brand'> & { '/v1/cards/brand': {
  post: { requestBody: { content: { 'application/json': {} } };
    responses: { 200: { content: { 'application/json': { brand?: { code: string } } } } } } } };`);

test('every field of every response has the type that the contract states, and a program with another one does not compile', () => {
  const complaints = complaintsOf({
    'openapi-fetch.mts': programFor({ head: stock, call }),
    'as-openapi-fetch.mts': programFor({ head: wrapped, call }),
    'this-client.mts': programFor({ head: `${ours}\nconst client = gateway;`, call }),
    'changed.mts': programFor({ head: changed, call }),
  });
  expect(complaints.length).toBeGreaterThan(0);
  expect(complaints.filter((complaint) => !complaint.startsWith('changed.mts'))).toEqual([]);
});
