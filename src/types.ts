export type * from '../generated/schemas.js';
export type { components, operations, paths, webhooks } from '../generated/types.js';
export type { RequestBody, ResponseBody } from './client/index.js';
