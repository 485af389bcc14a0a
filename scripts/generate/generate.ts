import { readContractFile } from '../contract/read.ts';
import { generateActControls } from './acts.ts';
import { generateAssumptionTexts } from './assumption-texts.ts';
import { SANDBOX } from './derive.ts';
import { generateOperations, generatePaths, generateResources } from './operations.ts';
import { generateSandboxOptionDocs } from './option-docs.ts';
import { generateParameters, generateRegisterKeys, generateVariants, PARAMETERS } from './register.ts';
import { generateEvidenceJson, generateJson } from './stamp.ts';
import { generateTestValues, generateWebhookExamples } from './test-values.ts';
import { generateSchemas, generateTypes } from './types.ts';
import { generateFields, generateTransitions, generateVocabularies } from './vocabularies.ts';

/**
 * Everything derived from the contracts and the option tables that source files import or people read, by path. The same texts give the same bytes.
 *
 * @throws when something in a contract cannot be derived from; the message names the place.
 */
export async function generateAll(
  contractYaml: string,
  sandboxYaml: string,
  evidenceYaml = '',
): Promise<Map<string, string>> {
  const contract = readContractFile(contractYaml, evidenceYaml);
  const sandbox = readContractFile(sandboxYaml, '', SANDBOX);
  const files: readonly (readonly [string, string])[] = [
    ['generated/types.ts', await generateTypes(contract)],
    ['generated/schemas.ts', generateSchemas(contract)],
    ['core/generated/operations.ts', generateOperations(contract)],
    ['generated/paths.ts', generatePaths(contract)],
    ['generated/vocabularies.ts', generateVocabularies(contract)],
    ['generated/transitions.ts', generateTransitions(contract)],
    ['core/generated/register-keys.ts', generateRegisterKeys(contract)],
    ['core/generated/variants.ts', generateVariants(contract)],
    [PARAMETERS, generateParameters(contract)],
    ['core/generated/resources.ts', generateResources(contract)],
    ['generated/fields.ts', generateFields(contract)],
    ['generated/test-values.ts', generateTestValues(contract)],
    ['generated/webhook-examples.ts', generateWebhookExamples(contract)],
    ['generated/openapi.json', generateJson(contract)],
    ['core/generated/evidence.json', generateEvidenceJson(contract)],
    ['sandbox/generated/assumption-texts.ts', generateAssumptionTexts(contract)],
    [
      'sandbox/generated/sandbox-types.ts',
      await generateTypes(sandbox, "The types of the sandbox's control API, by openapi-typescript."),
    ],
    ['sandbox/generated/act-controls.ts', generateActControls()],
    ['sandbox/generated/option-docs.ts', generateSandboxOptionDocs()],
  ];
  return new Map(files);
}
