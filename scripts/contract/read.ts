import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { withEvidence } from '../../core/src/contract/with-evidence.ts';
import { isObject, type JsonObject } from '../../core/src/util/json.ts';
import { withNumbersInRegister } from './parameters.ts';

export interface ContractFile {
  /** The path of the contract's file. */
  readonly file: string;
  /** The contract with its evidence. */
  readonly root: JsonObject;
  /** The same as the files have it: sentences of the register name their numbers, such as `{days}`. */
  readonly written: JsonObject;
  /** The contract without the evidence file. */
  readonly contract: JsonObject;
  /** The content of the evidence file; `{}` without one. */
  readonly evidence: JsonObject;
  /** Hex digest of both texts. Generated files name it to show their origin. */
  readonly sha256: string;
}

/** The file with the evidence for the contract. */
export const EVIDENCE = 'evidence.yaml';

/** Returns the contract of this repository. */
export function readOwnContract(): ContractFile {
  return readContractFile(readFileSync('openapi.yaml', 'utf8'), readFileSync(EVIDENCE, 'utf8'));
}

/**
 * Returns a contract.
 * @param evidenceText the text of its evidence file. Older releases have none: their contract has the evidence
 * @throws if a text is not a YAML object. Lint checks everything else
 */
export function readContractFile(text: string, evidenceText = '', file = 'openapi.yaml'): ContractFile {
  const contract: unknown = parse(text);
  if (!isObject(contract))
    throw new Error(`The contract is not an object: ${file} must start with \`openapi: 3.1.0\`.`);
  const evidence: unknown = parse(evidenceText) ?? {};
  if (!isObject(evidence))
    throw new Error(`The evidence is not an object: ${EVIDENCE} must have \`x-evidence-register:\`.`);
  const written = withEvidence(contract, evidence);
  const sha256 = createHash('sha256').update(text).update(evidenceText).digest('hex');
  return {
    ...{ file, written, sha256 },
    root: withNumbersInRegister(written),
    contract: withNumbersInRegister(contract),
    evidence: withNumbersInRegister(evidence),
  };
}
