import type { paths } from '../generated/types.js';
import type { EvidenceLevel, GatewayClient } from './client/index.js';
import type { Client } from './client/openapi-fetch.js';

/**
 * The same client under openapi-fetch's own type, for what is built on it: openapi-react-query, swr-openapi, a path-based client.
 * Calls behave as before; only the compiler has more to do. Throws nothing.
 */
export const asOpenapiFetch = (client: GatewayClient<EvidenceLevel>): Client<paths, 'application/json'> =>
  client as unknown as Client<paths, 'application/json'>;
