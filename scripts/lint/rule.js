// @ts-check
/** @typedef {import('../contract/elements.js').Node} Node */
/** @typedef {import('../contract/elements.js').Path} Path */
/** @typedef {{ path: Path, message: string }} Problem Where, and what to do about it. */
/** @typedef {(contract: Node) => Iterable<Problem>} Rule A pure function of the whole contract. */

/** The part of Redocly's visitor context that the rules use.
 * @typedef {{ message: string, location: unknown }} Report
 * @typedef {{ report(problem: Report): void, location: { child(path: Path): unknown } }} Context */

/** A rule as Redocly calls it. The rules compare places far apart (a register and its users), so each gets the root.
 * @param {Rule} rule */
export function asRedoclyRule(rule) {
  return () => ({
    /** @param {Node} contract @param {Context} context */
    Root(contract, { report, location }) {
      for (const { path, message } of rule(contract)) report({ message, location: location.child(path) });
    },
  });
}
