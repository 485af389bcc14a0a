import type { MockRequest } from '../../../src/mock/index.js';

/** A request as the journal keeps it, but for its body. */
export const REQUEST: Omit<MockRequest, 'body'> = {
  time: '',
  method: 'POST',
  operationId: undefined,
  params: {},
  query: {},
  headers: {},
  response: undefined,
  status: 200,
  errors: [],
  warnings: [],
  evidence: undefined,
  duration: 0,
};
