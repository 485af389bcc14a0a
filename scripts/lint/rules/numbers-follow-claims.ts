import { elements } from '../../../core/src/contract/elements.ts';
import { parseEvidence } from '../../../core/src/contract/evidence.ts';
import { isObject, type JsonObject, objectAt } from '../../../core/src/util/json.ts';
import { parametersOf, placeholdersIn } from '../../contract/parameters.ts';
import { stringsIn } from '../../contract/text.ts';
import { numbersWith, unitInName } from '../plain-numbers.ts';
import type { LintProblem } from '../rule.ts';

const CODE = /`[^`]*`/g;
/** The units that the keywords of a schema count. */
const LENGTH = ['characters', 'digits'];
const KEYWORDS = { maxLength: LENGTH, minLength: LENGTH, pattern: LENGTH, maxItems: ['items'], minItems: ['items'] };

/** Only the register has the number of a claim: its sentences name it, and texts that refer to the entry have the same
 * number.
 */
export function* numbersFollowClaims(contract: JsonObject): Iterable<LintProblem> {
  const parameters = parametersOf(contract);
  for (const [key, entry] of Object.entries(objectAt(contract, 'x-evidence-register'))) {
    if (isObject(entry) && entry.parameters !== undefined) yield* entryProblems(key, entry);
    for (const { entry: of, name } of stringsIn(entry).flatMap(placeholdersIn)) {
      if (of !== undefined && parameters[of]?.[name] === undefined)
        yield {
          path: ['x-evidence-register', key],
          message: `Add \`${name}\` to the parameters of ${of}: a sentence has \`{${of}.${name}}\`.`,
        };
    }
  }
  for (const { node, path } of elements(contract)) {
    const texts = stringsIn([node.description, node.summary, node['x-enumDescriptions']]);
    const named = texts.flatMap((text) => [...text.matchAll(/`([a-z0-9-]+)`/g)].map(([, key = '']) => key));
    const keys = [...new Set([...referencesIn(node), ...named])].filter((key) => key in parameters);
    const numbers = keys.flatMap((key) => Object.entries(parameters[key] ?? {}));
    for (const [keyword, units] of Object.entries(KEYWORDS)) {
      const allowed = numbers.filter(([name]) => units.includes(unitInName(name))).flatMap(([, value]) => value);
      const wrong = numbersOf(node[keyword]).find((number) => !allowed.includes(number));
      if (allowed.length > 0 && wrong !== undefined) {
        const message = `\`${keyword}\` has ${wrong}, but the register has ${allowed.join(', ')} for ${keys.join(', ')}: use its number.`;
        yield { path, message };
      }
      const isShown = stringsIn(node['x-evidence']).some((text) => !text.startsWith('assumed'));
      if (allowed.length === 0 && !isShown && numbersOf(node[keyword]).length > 0) {
        const message = `Name the entry that limits this in \`x-evidence\`, with the number of \`${keyword}\` in its \`parameters\`.`;
        yield { path, message };
      }
    }
    for (const [name] of numbers) {
      const allowed = numbers.filter(([other]) => unitInName(other) === unitInName(name)).flatMap(([, value]) => value);
      const wrong = texts.flatMap((text) => numbersWith(unitInName(name), text)).find((n) => !allowed.includes(n));
      if (wrong !== undefined) {
        const where = path.length > 0 ? path : ['info'];
        yield {
          path: where,
          message: `${wrong} ${unitInName(name)} differs from the register, which has ${allowed.join(', ')} for ${keys.join(', ')}: use its number, or none.`,
        };
        break;
      }
    }
  }
}

function* entryProblems(key: string, entry: JsonObject): Iterable<LintProblem> {
  const path = ['x-evidence-register', key, 'parameters'];
  const parameters = Object.entries(objectAt(entry, 'parameters'));
  const { parameters: _, ...others } = entry;
  const texts = stringsIn(others);
  const used = texts.flatMap((text) => placeholdersIn(text.replace(CODE, ''))).filter(({ entry: of }) => !of);
  for (const [name] of parameters) {
    if (!used.some((one) => one.name === name))
      yield { path, message: `Use the number in a sentence of the entry as \`{${name}}\`, or remove it.` };
    if (texts.some((text) => numbersWith(unitInName(name), text).length > 0))
      yield { path, message: `Write \`{${name}}\` in place of the number before "${unitInName(name)}".` };
  }
  for (const { name } of used.filter((one) => !parameters.some(([known]) => known === one.name)))
    yield { path, message: `Add \`${name}\` to the parameters: a sentence of the entry has \`{${name}}\`.` };
}

/** Returns the numbers of a keyword, also those of `{13}` in a pattern. 0 and 1 only mean that something may be empty, or may not. */
function numbersOf(value: unknown): number[] {
  const inPattern =
    typeof value === 'string' ? [...value.matchAll(/\{(\d+)(?:,(\d*))?\}/g)].flatMap(([, ...ends]) => ends) : [value];
  return inPattern.map(Number).filter((number) => number > 1);
}

/** Returns the keys of the register that an element names as evidence. */
function referencesIn(node: JsonObject): string[] {
  const evidence = ['x-evidence', 'x-evidence-of', 'x-enum-evidence', 'x-transitions', 'x-resource'];
  const texts = stringsIn(evidence.map((name) => node[name]));
  return texts.flatMap((text) => parseEvidence(text)?.reference ?? []);
}
