export {
  type CallInit,
  createGatewayClient,
  type GatewayClient,
  type GatewayResult,
  type Parsed,
} from './client.js';
export {
  type FailedResponse,
  GatewayApiError,
  GatewayAuthenticationError,
  type GatewayCall,
  GatewayConnectionError,
  GatewayError,
  GatewayNotFoundError,
  GatewayOutcomeUnknownError,
  GatewayRateLimitError,
  GatewayTimeoutError,
  GatewayValidationError,
} from './errors.js';
export type { EvidenceLevel, PathsWithEvidence } from './evidence.js';
export type {
  HeadersOptions,
  Middleware,
  MiddlewareContext,
  ParseAs,
  QuerySerializerOptions,
} from './middleware.js';
export type {
  AccessToken,
  CallOptions,
  GatewayClientOptions,
  Hooks,
  RequestEvent,
  ResponseEvent,
  RetryEvent,
  SerializerOptions,
  SharedOptions,
} from './options.js';
export { type ListPath, paginate } from './paginate.js';
export { isOutcomeUnknown, unwrap } from './unwrap.js';
export { canTransition, isDeclined, isFinal } from './vocabulary.js';
