import openapiTS, { astToString } from 'openapi-typescript';
import type { ContractFile } from '../contract/read.ts';
import { describeExtensions } from './descriptions.ts';
import { header } from './stamp.ts';

/**
 * Returns the types of the contract exactly as `openapi-typescript --empty-objects-unknown --default-non-nullable=false` writes them, so that
 * each tool built on such types takes them. Only the comments have additions.
 */
export async function generateTypes(
  contract: ContractFile,
  about = 'The types of the contract, by openapi-typescript.',
): Promise<string> {
  const nodes = await openapiTS(JSON.stringify(describeExtensions(contract.root)), {
    // An object without documented fields may have any field.
    emptyObjectsUnknown: true,
    // A default is what the gateway takes when the caller leaves the field out; it does not make the field required.
    defaultNonNullable: false,
    silent: true,
  });
  return header(contract, about) + astToString(nodes);
}
