import { parseEvidence } from '../../../core/src/contract/evidence.ts';
import { type JsonObject, objectAt } from '../../../core/src/util/json.ts';
import { evidenceStatements } from '../evidence.ts';
import type { LintProblem } from '../rule.ts';

export default function* evidenceResolves(contract: JsonObject): Iterable<LintProblem> {
  const sections = objectAt(contract['x-source-document'], 'sections');
  const register = objectAt(contract, 'x-evidence-register');
  for (const { text, path } of evidenceStatements(contract)) {
    const evidence = parseEvidence(text);
    if (!evidence) continue;
    if (evidence.level === 'documented') {
      if (!(evidence.reference in sections)) {
        yield {
          path,
          message: `The source document has no section ${evidence.reference}: name one of \`x-source-document.sections\`.`,
        };
      }
    } else if (!(evidence.reference in register)) {
      yield { path, message: `Add \`${evidence.reference}\` to \`x-evidence-register\`, or use an existing key.` };
    } else if (objectAt(register, evidence.reference).level !== evidence.level) {
      yield {
        path,
        message: `The level of \`${evidence.reference}\` is ${objectAt(register, evidence.reference).level} in the register and ${evidence.level} here: use the same level.`,
      };
    }
  }
}
