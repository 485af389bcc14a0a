export type { Middleware } from 'openapi-fetch';
export {
  createGatewayClient,
  type EvidenceLevel,
  type GatewayClient,
  type GatewayClientOptions,
  type GatewayMethod,
  type PathsWithEvidence,
} from './client.js';
export {
  type ErrorFacts,
  GatewayApiError,
  GatewayConnectionError,
  GatewayError,
  GatewayOutcomeUnknownError,
  GatewayTimeoutError,
  isOutcomeUnknown,
  unwrap,
} from './errors.js';
export { type GatewayFetchOptions, gatewayFetch, type Settings } from './fetch.js';
export { paginate } from './paginate.js';
export type { AccessToken } from './token.js';
