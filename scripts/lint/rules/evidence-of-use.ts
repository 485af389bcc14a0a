import { contractOf } from '../../../core/src/contract/contract.ts';
import { type JsonObject, objectAt } from '../../../core/src/util/json.ts';
import type { LintProblem } from '../rule.ts';

export default function* evidenceOfUse(contract: JsonObject): Iterable<LintProblem> {
  const byDefault = objectAt(contract, 'x-evidence-of');
  for (const name of Object.keys(byDefault).filter((name) => name !== 'security')) {
    yield {
      path: ['x-evidence-of', name],
      message: `Keep only \`security\` in the root's \`x-evidence-of\`: other evidence differs by operation.`,
    };
  }
  const { operations, webhooks } = contractOf(contract);
  for (const { definition, place: path, parameters, responses } of [...operations, ...webhooks]) {
    const stated = objectAt(definition, 'x-evidence-of');
    // Only the gateway calls a webhook, so the contract does not describe its authentication.
    if (path[0] === 'paths' && stated.security === undefined && byDefault.security === undefined) {
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
    const names = parameters.map(({ name }) => name);
    const known = new Set(['security', 'requestBody', ...responses.keys(), ...names]);
    for (const name of Object.keys(stated).filter((name) => !known.has(name))) {
      yield {
        path: [...path, 'x-evidence-of', name],
        message: `This operation has no \`${name}\`: use \`security\`, \`requestBody\`, one of its statuses or one of its parameters.`,
      };
    }
  }
}
