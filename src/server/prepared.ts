import {
  createResponseEvidence,
  createRouter,
  createShapeReader,
  createValidators,
  type Operation,
  type ResponseEvidence,
  type Router,
  readOperations,
  type Validator,
} from '../contract/index.js';
import { type JsonObject, memoize, stringAt } from '../util/index.js';
import { readTestCards, type TestCards } from './request/test-cards.js';
import { createWarners, type Warner } from './request/warnings/warnings.js';

/** Everything derived from a contract. All servers with the same contract share it. */
export interface Prepared {
  contract: JsonObject;
  operations: readonly Operation[];
  /** The name of the API and its version. */
  title: string;
  route: Router;
  validator: (operation: Operation) => Validator;
  warner: (operation: Operation) => Warner;
  testCards: TestCards;
  evidenceOf: ResponseEvidence;
}

/** Prepares a contract once, so only the first of many servers in a test suite takes that time. */
export const prepare = memoize((contract: JsonObject): Prepared => {
  const validator = createValidators(contract);
  const operations = readOperations(contract);
  return {
    contract,
    operations,
    title: `${stringAt(contract.info, 'title')} ${stringAt(contract.info, 'version')}`,
    testCards: readTestCards(contract),
    route: createRouter(operations),
    validator,
    warner: createWarners(contract, createShapeReader(contract)),
    evidenceOf: createResponseEvidence(contract),
  };
});
