import { type JsonObject, objectAt } from '../../../src/util/json.ts';
import { operations } from '../../contract/elements.ts';
import { parametersOf } from '../../contract/operation.ts';
import type { Problem } from '../rule.ts';

export default function* evidenceOfUse(contract: JsonObject): Iterable<Problem> {
  const byDefault = objectAt(contract, 'x-evidence-of');
  for (const name of Object.keys(byDefault).filter((name) => name !== 'security')) {
    yield {
      path: ['x-evidence-of', name],
      message: `Keep only \`security\` in the root's \`x-evidence-of\`: other evidence differs by operation.`,
    };
  }
  for (const { node, path, webhook } of operations(contract)) {
    const stated = objectAt(node, 'x-evidence-of');
    // Only the gateway calls a webhook, so the contract does not describe its authentication.
    if (!webhook && stated.security === undefined && byDefault.security === undefined) {
      yield {
        path,
        message: `Name the evidence for the authentication: add \`security\` to \`x-evidence-of\`, here or at the root.`,
      };
    }
    if (stated.security !== undefined && String(stated.security) === String(byDefault.security)) {
      yield {
        path: [...path, 'x-evidence-of', 'security'],
        message: `Remove this evidence: the root states the same for every operation.`,
      };
    }
    const parameters = parametersOf(contract, node).map(({ name }) => name);
    const known = new Set(['security', 'requestBody', ...Object.keys(objectAt(node, 'responses')), ...parameters]);
    for (const name of Object.keys(stated).filter((name) => !known.has(name))) {
      yield {
        path: [...path, 'x-evidence-of', name],
        message: `This operation has no \`${name}\`: use \`security\`, \`requestBody\`, one of its statuses or one of its parameters.`,
      };
    }
  }
}
