import type { Client } from 'openapi-fetch';
import type { paths } from '../generated/types.js';
import type { EvidenceLevel, GatewayClient } from './client/index.js';

// Without these, a program with `declaration` could not export such a client: with pnpm, it cannot name the types of openapi-fetch.
export type { Client, ClientMethod, ClientRequestMethod, FetchResponse } from 'openapi-fetch';

/**
 * Returns the same client with openapi-fetch's own type, for libraries built on it: openapi-react-query, swr-openapi, a path-based
 * client. Calls behave as before, and the compiler has more work.
 */
export const asOpenapiFetch = (client: GatewayClient<EvidenceLevel>): Client<paths, 'application/json'> =>
  client as unknown as Client<paths, 'application/json'>;
