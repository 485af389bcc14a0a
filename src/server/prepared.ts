import { type Operation, readOperations } from '../contract/contract.js';
import { type JsonObject, stringAt } from '../contract/json.js';
import type { Ajv2020 } from '../contract/peers.js';
import { createRouter, type Router } from '../contract/router.js';
import { createShapeReader } from '../contract/schema-shape.js';
import { createValidators, type Validator } from '../contract/validation/validator.js';
import { readTestCards, type TestCards } from './request/cards.js';
import { createWarners, type Warner } from './request/warnings/warnings.js';

/** Everything derived from a contract. All servers with the same contract share it. */
export interface Prepared {
  operations: readonly Operation[];
  /** The name of the API and its version. */
  title: string;
  route: Router;
  validator: (operation: Operation) => Validator;
  warner: (operation: Operation) => Warner;
  testCards: TestCards;
}

const known = new WeakMap<JsonObject, Prepared>();

/** Prepares a contract once, so only the first of many mocks in a test suite takes that time. */
export function prepare(Ajv: Ajv2020, contract: JsonObject): Prepared {
  let prepared = known.get(contract);
  if (!prepared) {
    prepared = read(Ajv, contract);
    known.set(contract, prepared);
  }
  return prepared;
}

function read(Ajv: Ajv2020, contract: JsonObject): Prepared {
  const operations = readOperations(contract);
  const testCards = readTestCards(contract);
  return {
    operations,
    title: `${stringAt(contract.info, 'title')} ${stringAt(contract.info, 'version')}`,
    testCards,
    route: createRouter(operations),
    validator: createValidators(Ajv, contract),
    warner: createWarners(contract, createShapeReader(contract)),
  };
}
