import type { Client } from 'openapi-fetch';
import type { paths } from '../generated/types.js';
import type { GatewayClient } from './client/index.js';

// Without these, a program with `declaration` could not export such a client: with pnpm, it cannot name the types of openapi-fetch.
export type { Client, ClientMethod, ClientRequestMethod, FetchResponse } from 'openapi-fetch';

/** Returns the same client with openapi-fetch's own type, for libraries built on it: openapi-react-query, swr-openapi, a path-based client. */
export const asOpenapiFetch = <Paths extends object = paths>(
  client: GatewayClient<Paths>,
): Client<Paths, 'application/json'> => client as unknown as Client<Paths, 'application/json'>;
