import type { MockRequest } from '../../../src/mock/index.js';

/** A request as the journal stores it, without its body. */
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
