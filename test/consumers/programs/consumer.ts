// A program of a user, which main.ts compiles with each supported TypeScript.
import {
  createGatewayClient,
  GatewayOutcomeUnknownError,
  isDeclined,
  isOutcomeUnknown,
  type Middleware,
  type PathsWithEvidence,
  paginate,
  type RequestBody,
  redact,
  type Transaction,
  unwrap,
  vocabularies,
} from '../../../src/index.js';
import type { Customer, paths } from '../../../src/types.js';
import { buildWebhookEvent, confirmWebhookEvent, parseWebhookEvent } from '../../../src/webhooks/index.js';

const client = createGatewayClient({
  baseUrl: 'https://gateway.example',
  accessToken: async ({ refresh }) => (refresh ? 'fresh' : 'cached'),
  fetch: async (request) => fetch(request),
});

const body: RequestBody<'createTransaction'> = { payment_method: 'pix', amount: 15990 };

export async function pay(): Promise<string> {
  try {
    const transaction: Transaction = await unwrap(client.POST('/v1/transactions', { body, timeoutMs: 10_000 }));
    return isDeclined(transaction) ? 'declined' : transaction.status;
  } catch (error) {
    if (error instanceof GatewayOutcomeUnknownError) return error.path;
    throw error;
  }
}

const timed: Middleware = { onResponse: ({ response, schemaPath }) => console.log(schemaPath, response.status) };
client.use(timed);

export async function payWithoutUnwrap(): Promise<string | undefined> {
  const result = await client.POST('/v1/transactions', { body, middleware: [timed], headers: { 'x-shop': 1 } });
  if (isOutcomeUnknown(result)) return 'unknown';
  const { data: text } = await client.GET('/v1/customers', { parseAs: 'text' });
  return text;
}

export async function listAll(): Promise<Customer[]> {
  const customers: Customer[] = [];
  for await (const customer of paginate(client, '/v1/customers', { params: { query: { per_page: 50 } } })) {
    customers.push(customer);
  }
  return customers;
}

export async function receive(text: string): Promise<string | number | undefined> {
  const event = parseWebhookEvent(text);
  if (!event.known || event.event !== 'link.paid') return undefined;
  const link = await unwrap(confirmWebhookEvent(client, event));
  return link.id;
}

const documented = createGatewayClient<PathsWithEvidence<'documented'>>({
  baseUrl: 'https://gateway.example',
  accessToken: 'token',
});
// @ts-expect-error the path is assumed
documented.GET('/v1/customers/{id}', { params: { path: { id: 1 } } });
// @ts-expect-error the amount is a number of centavos
client.POST('/v1/transactions', { body: { payment_method: 'pix', amount: '15990' } });

export const known: readonly string[] = vocabularies.TransactionStatus;
export const logged: unknown = redact(buildWebhookEvent('link.paid', { payload: { amount: 100 } }));
export type Listed = paths['/v1/transactions']['get']['responses'][200]['content']['application/json'];
