import { contractOf } from 'payment-gateway-core/contract';
import { type JsonObject, memoize } from 'payment-gateway-core/util';
import { createValidators } from 'payment-gateway-core/validation';
import { createWarners } from './request/warnings/warnings.js';
import { createResponseEvidence } from './response-evidence.js';

/**
 * Returns a contract with everything that servers derive from it. All servers with the same contract share it, so only the first of many servers in a
 * test suite takes that time.
 */
export const prepare = memoize((document: JsonObject) => {
  const contract = contractOf(document);
  return {
    ...contract,
    validator: createValidators(document),
    warner: createWarners(contract.shapeOf),
    evidenceOf: createResponseEvidence(contract),
  };
});

export type Prepared = ReturnType<typeof prepare>;
