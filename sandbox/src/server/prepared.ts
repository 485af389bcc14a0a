import { type Contract, contractOf, type Operation } from 'payment-gateway-core/contract';
import { type JsonObject, memoize } from 'payment-gateway-core/util';
import { createValidators, type Validator } from 'payment-gateway-core/validation';
import { readTestCards, type TestCards } from './request/test-cards.js';
import { createWarners, type Warner } from './request/warnings/warnings.js';
import { createResponseEvidence, type ResponseEvidence } from './response-evidence.js';

/** A contract with everything that servers derive from it. All servers with the same contract share it. */
export interface Prepared extends Contract {
  validator: (operation: Operation) => Validator;
  warner: (operation: Operation) => Warner;
  testCards: TestCards;
  evidenceOf: ResponseEvidence;
}

/** Prepares a contract once, so only the first of many servers in a test suite takes that time. */
export const prepare = memoize((document: JsonObject): Prepared => {
  const contract = contractOf(document);
  return {
    ...contract,
    testCards: readTestCards(document),
    validator: createValidators(document),
    warner: createWarners(contract.shapeOf),
    evidenceOf: createResponseEvidence(contract),
  };
});
