import { readContractFile } from '../contract/read.ts';
import { generateOverlay } from '../translation/overlay.ts';
import { generatePortableJson } from './portable.ts';
import { generateScenarioSchema } from './scenario.ts';
import { generateJson } from './stamp.ts';

/** Returns the exported files of the packages that no source file imports, by their paths. `npm run compile` writes
 * them.
 * The same texts give the same bytes.
 *
 * @throws when something in a contract cannot be derived from; the message names the place.
 */
export function deriveAll(contractYaml: string, sandboxYaml: string, evidenceYaml = ''): Map<string, string> {
  const contract = readContractFile(contractYaml, evidenceYaml);
  return new Map([
    ['dist/derived/openapi.portable.json', generatePortableJson(contract)],
    ['dist/derived/openapi.pt-br.overlay.yaml', generateOverlay(contract)],
    ['sandbox/dist/derived/scenario.schema.json', generateScenarioSchema(contract)],
    [
      'sandbox/dist/derived/sandbox.openapi.json',
      generateJson(readContractFile(sandboxYaml, '', SANDBOX), 'npm run compile'),
    ],
  ]);
}

/** The contract of the sandbox's own control API. */
export const SANDBOX = 'sandbox/src/sandbox.openapi.yaml';
