import type { Path } from '../../core/src/contract/elements.ts';
import type { JsonObject } from '../../core/src/util/json.ts';

/** The place of a problem, and its fix. */
export interface LintProblem {
  readonly path: Path;
  readonly message: string;
}

/** A pure function of the whole contract. */
export type Rule = (contract: JsonObject) => Iterable<LintProblem>;

/** The part of Redocly's visitor context that the rules use. */
export interface LintContext {
  report(problem: { message: string; location: unknown }): void;
  readonly location: { readonly source: { readonly absoluteRef: string }; child(path: Path): unknown };
}

/** The keys at the top of the joined contract that evidence.yaml has. openapi.yaml has its own evidence. */
const IN_EVIDENCE = /^x-(?!evidence(?:-of)?(?:\/|$))/;

/**
 * Returns a rule as Redocly calls it. The rules compare places far apart (a register and its users), so each gets the root. Redocly shows the first line of
 * openapi.yaml for a place in evidence.yaml, so the message names that.
 */
export function asRedoclyRule(rule: Rule) {
  return () => ({
    Root(contract: JsonObject, { report, location }: LintContext): void {
      for (const { path, message } of rule(contract)) {
        const place = IN_EVIDENCE.test(path.join('/')) ? `evidence.yaml, ${path.join('/')}: ` : '';
        report({ message: `${place}${message}`, location: location.child(path) });
      }
    },
  });
}
