import { parseEvidence } from '../../../core/src/contract/evidence.ts';
import { type JsonObject, objectAt } from '../../../core/src/util/json.ts';
import { evidenceStatements } from '../evidence.ts';
import type { LintProblem } from '../rule.ts';

export default function* registerUsed(contract: JsonObject): Iterable<LintProblem> {
  const used = new Set(evidenceStatements(contract).map(({ text }) => parseEvidence(text)?.reference));
  for (const key of Object.keys(objectAt(contract, 'x-evidence-register'))) {
    if (!used.has(key)) {
      yield {
        path: ['x-evidence-register', key],
        message: `No element uses \`${key}\` as evidence: add it where it applies, or remove it.`,
      };
    }
  }
}
