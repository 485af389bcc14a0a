import type { Path } from '../../core/src/contract/elements.ts';
import type { JsonObject } from '../../core/src/util/json.ts';
import { type LintContext, locationOf } from './evidence-file.ts';

/** The place of a problem, and its fix. */
export interface LintProblem {
  readonly path: Path;
  readonly message: string;
}

/** A pure function of the whole contract. */
export type Rule = (contract: JsonObject) => Iterable<LintProblem>;

/** Returns a rule as Redocly calls it. The rules compare places far apart (a register and its users), so each gets the root. */
export function asRedoclyRule(rule: Rule) {
  return () => ({
    Root(contract: JsonObject, { report, location }: LintContext): void {
      for (const { path, message } of rule(contract))
        report({ message, location: locationOf(location, contract, path) });
    },
  });
}
