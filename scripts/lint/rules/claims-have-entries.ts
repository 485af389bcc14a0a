import { elements, type Path } from '../../../core/src/contract/elements.ts';
import { parseEvidence } from '../../../core/src/contract/evidence.ts';
import { type JsonObject, objectAt } from '../../../core/src/util/json.ts';
import { isFilledString, oneLine } from '../../contract/text.ts';
import { evidenceOfParts, nearestEvidence } from '../evidence.ts';
import type { LintProblem } from '../rule.ts';

/** Words that claim a behavior of the gateway, which a table of fields does not show. */
const CLAIM = /\b(never|always|only|stores?|keeps?|returns?|refuses?|accepts?|ignores?|so that later)\b/i;

/** A sentence that names its evidence needs no other mark. */
const BASIS = /\b(documents?|assumed|observed|unknown|public|clients?|sources?|register|confirmed)\b/i;

const KINDS = new Set(['info', 'tag', 'operation', 'parameter', 'response', 'header', 'schema', 'securityScheme']);

export default function* claimsHaveEntries(contract: JsonObject): Iterable<LintProblem> {
  for (const { kind, node, path } of elements(contract)) {
    const { description } = node;
    if (!KINDS.has(kind) || !isFilledString(description) || hasEntry(contract, node, path)) continue;
    const sentences = oneLine(description.replace(/`[^`]*`/g, 'code')).split(/(?<=[.!?]) (?=\p{Lu})/u);
    const flat = sentences.find((sentence) => CLAIM.test(sentence) && !BASIS.test(sentence));
    const [claim] = CLAIM.exec(flat ?? '') ?? [];
    if (claim) {
      yield {
        path: [...path, 'description'],
        message: `"${claim}" claims a behavior, and the source document shows none here: add the register entry of this claim to \`x-evidence\`, or write on what the sentence rests.`,
      };
    }
  }
}

/** Returns whether an entry of the register covers the element: an own one, or the one that it inherits. */
function hasEntry(contract: JsonObject, node: JsonObject, path: Path) {
  const stated = [node['x-evidence'], evidenceOfParts(node), objectAt(node, 'x-resource').evidence].flat();
  const own = stated.filter((text) => text !== undefined);
  const all = own.length > 0 ? own : [nearestEvidence(contract, path)];
  return all.some((text) => ['observed', 'assumed'].includes(String(parseEvidence(text)?.level)));
}
