import type { OpenApi } from '../../core/src/contract/openapi.ts';
import { readContractFile } from '../contract/read.ts';
import { generatePortableJson } from '../generate/portable.ts';
import type { TextFile } from './machine.ts';

/** A contract as it was written, read once for all languages. */
export interface Source {
  readonly contract: OpenApi;
  /** The files of the contract that the site contains. */
  readonly files: readonly TextFile[];
}

/** @param evidence the text of the evidence file, which older releases do not have */
export function readSource(text: string, evidence = ''): Source {
  const contract = readContractFile(text, evidence);
  return {
    contract: contract.root as OpenApi,
    files: [
      { path: 'openapi.yaml', text },
      { path: 'openapi.json', text: `${JSON.stringify(contract.contract, null, 2)}\n` },
      { path: 'openapi.portable.json', text: generatePortableJson(contract) },
    ],
  };
}
