import { type JsonObject, listAt, objectAt } from '../../../core/src/util/json.ts';
import type { LintProblem } from '../rule.ts';

export default function* sourcesUsed(contract: JsonObject): Iterable<LintProblem> {
  const used = new Set(
    Object.values(objectAt(contract, 'x-evidence-register')).flatMap((entry) => listAt(entry, 'source')),
  );
  for (const key of Object.keys(objectAt(contract, 'x-evidence-sources'))) {
    const path = ['x-evidence-sources', key];
    if (!used.has(key)) {
      yield { path, message: `No register entry uses the source \`${key}\`: add it to an entry, or remove it.` };
    }
  }
}
