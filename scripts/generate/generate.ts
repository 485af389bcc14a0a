import { readContract } from '../contract/read.ts';
import { generateAssumptionTexts } from './assumption-texts.ts';
import { generateCalls } from './calls.ts';
import { SANDBOX } from './derive.ts';
import { generateFields } from './fields.ts';
import { generateJson } from './json.ts';
import { generateOperationIds } from './operation-ids.ts';
import { generateOperations } from './operations.ts';
import { generateRegisterKeys } from './register-keys.ts';
import { generateResources } from './resources.ts';
import { generateSchemas } from './schemas.ts';
import { generateTestValues } from './test-values.ts';
import { generateTransitions } from './transitions.ts';
import { generateTypes } from './types.ts';
import { generateVariants } from './variants.ts';
import { generateVocabularies } from './vocabularies.ts';
import { generateWebhookExamples } from './webhook-examples.ts';

/**
 * Everything derived from the contract that source files import or people read, by file name below `generated/`. The same text gives the same bytes.
 *
 * @throws when something in the contract cannot be derived from; the message says where.
 */
export async function generateAll(contractYaml: string): Promise<Map<string, string>> {
  const contract = readContract(contractYaml);
  return new Map([
    ['types.ts', await generateTypes(contract)],
    ['schemas.ts', generateSchemas(contract)],
    ['calls.ts', generateCalls(contract)],
    ['operations.ts', generateOperations(contract)],
    ['operation-ids.ts', generateOperationIds(contract)],
    ['vocabularies.ts', generateVocabularies(contract)],
    ['transitions.ts', generateTransitions(contract)],
    ['register-keys.ts', generateRegisterKeys(contract)],
    ['variants.ts', generateVariants(contract)],
    ['assumption-texts.ts', generateAssumptionTexts(contract)],
    ['resources.ts', generateResources(contract)],
    ['fields.ts', generateFields(contract)],
    ['test-values.ts', generateTestValues(contract)],
    ['webhook-examples.ts', generateWebhookExamples(contract)],
    ['openapi.json', generateJson(contract)],
  ]);
}

/** Returns everything that is derived from the control API's contract, by file name. */
export async function generateSandbox(contractYaml: string): Promise<Map<string, string>> {
  const contract = readContract(contractYaml, SANDBOX);
  return new Map([
    [
      'sandbox-types.ts',
      await generateTypes(contract, "The types of the sandbox's control API, by openapi-typescript."),
    ],
  ]);
}
