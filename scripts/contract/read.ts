import { createHash } from 'node:crypto';
import { parse } from 'yaml';
import { isObject, type JsonObject } from '../../src/util/json.ts';
import { withNumbersInRegister } from './parameters.ts';

export interface ContractFile {
  /** The path of the contract's file. */
  readonly file: string;
  readonly root: JsonObject;
  /** The contract as its file has it: sentences of the register name their numbers, such as `{days}`. */
  readonly written: JsonObject;
  /** Hex digest of the file's text. Generated files name it to show their origin. */
  readonly sha256: string;
}

/** @throws if the text is not a YAML object. Lint checks everything else. */
export function readContractFile(text: string, file = 'openapi.yaml'): ContractFile {
  const written: unknown = parse(text);
  if (!isObject(written)) throw new Error(`The contract is not an object: ${file} must start with \`openapi: 3.1.0\`.`);
  const root = withNumbersInRegister(written);
  return { file, root, written, sha256: createHash('sha256').update(text).digest('hex') };
}
