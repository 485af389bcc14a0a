// A program of a user who also uses openapi-fetch, or a library built on it.
import type { Middleware } from 'openapi-fetch';
import { createGatewayClient } from '../../../src/index.js';
import { asOpenapiFetch } from '../../../src/openapi-fetch.js';

const client = createGatewayClient({ baseUrl: 'https://gateway.example', accessToken: 'token' });
const timed: Middleware = { onResponse: ({ response, schemaPath }) => console.log(schemaPath, response.status) };
client.use(timed);

export async function nameOf(id: number): Promise<string | undefined> {
  const { data } = await asOpenapiFetch(client).GET('/v1/customers/{id}', { params: { path: { id } } });
  return data?.name;
}
