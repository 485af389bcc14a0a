export type { Middleware } from 'openapi-fetch';
export { createGatewayClient, gatewayFetch } from './client.js';
export * from './errors.js';
export { isOutcomeUnknown, unwrap } from './failure.js';
export type { GatewayClient, GatewayClientOptions, GatewayFetchOptions, GatewayMethod, Settings } from './options.js';
export { paginate } from './paginate.js';
export type { AccessToken } from './token.js';
