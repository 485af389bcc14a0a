import { contractOf } from '../../../core/src/contract/contract.ts';
import { targetOf } from '../../../core/src/contract/document.ts';
import { elements, type Path } from '../../../core/src/contract/elements.ts';
import { parseEvidence } from '../../../core/src/contract/evidence.ts';
import { asObject, isObject, type JsonObject, listAt, objectAt } from '../../../core/src/util/json.ts';
import { isFilledString, oneLine, valuesBelow } from '../../contract/text.ts';
import type { LintProblem } from '../rule.ts';

/** The elements that must name their evidence. Other elements inherit it from the nearest of these around them. */
const COMPONENTS = new Set(['schemas', 'responses', 'parameters', 'securitySchemes']);

export function* evidencePresent(contract: JsonObject): Iterable<LintProblem> {
  for (const { kind, node, path } of elements(contract)) {
    const component = path.length === 3 && path[0] === 'components' && COMPONENTS.has(String(path[1]));
    if ((kind === 'operation' || component) && node.$ref === undefined && node['x-evidence'] === undefined) {
      yield {
        path,
        message: `Name the evidence for this element: add \`x-evidence: documented <section>\`, or \`observed\` or \`assumed\` with a key of \`x-evidence-register\`.`,
      };
    }
  }
}

export function* evidenceResolves(contract: JsonObject): Iterable<LintProblem> {
  const sections = objectAt(contract['x-source-document'], 'sections');
  const register = objectAt(contract, 'x-evidence-register');
  for (const { value, path } of evidenceStatements(contract)) {
    const evidence = parseEvidence(value);
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

export function* evidenceOfUse(contract: JsonObject): Iterable<LintProblem> {
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

/** The parts of a schema that can have other evidence than the schema. */
const PARTS = ['required', 'value'];

export function* requiredEvidence(contract: JsonObject): Iterable<LintProblem> {
  for (const { node, path } of elements(contract, 'schema')) {
    const stated = objectAt(node, 'x-evidence-of');
    if (listAt(node, 'required').length > 0 && stated.required === undefined) {
      yield {
        path: [...path, 'required'],
        message: `Name the evidence that these fields are required: add \`x-evidence-of: { required: assumed <register key> }\`.`,
      };
    }
    if (listAt(node, 'required').length === 0 && stated.required !== undefined) {
      yield {
        path: [...path, 'x-evidence-of', 'required'],
        message: `Remove this evidence: the schema requires no field.`,
      };
    }
    const fields = node.$ref === undefined ? {} : objectAt(targetOf(contract, node), 'properties');
    for (const part of Object.keys(stated).filter((part) => !PARTS.includes(part) && !Object.hasOwn(fields, part))) {
      yield {
        path: [...path, 'x-evidence-of', part],
        message: `A schema has no part \`${part}\`: use \`required\` or \`value\` or, next to a \`$ref\`, a field of its target.`,
      };
    }
  }
}

export function* enumEvidenceInVocabulary(contract: JsonObject): Iterable<LintProblem> {
  for (const { node, path } of elements(contract, 'schema')) {
    const values = [...listAt(node, 'x-extensible-enum'), ...listAt(node, 'enum'), node.const];
    const [inherited] = [node['x-evidence']].flat();
    for (const [value, evidence] of Object.entries(objectAt(node, 'x-enum-evidence'))) {
      if (evidence === inherited) {
        yield {
          path: [...path, 'x-enum-evidence', value],
          message: `Remove this evidence: \`${value}\` has the same evidence as the vocabulary.`,
        };
      }
      if (!values.includes(value)) {
        yield {
          path: [...path, 'x-enum-evidence', value],
          message: `Add \`${value}\` to the values of this vocabulary, or remove its evidence.`,
        };
      }
    }
  }
}

/** Words that claim a behavior of the gateway, which a table of fields does not show. */
const CLAIM = /\b(never|always|only|stores?|keeps?|returns?|refuses?|accepts?|ignores?|so that later)\b/i;

/** A sentence that names its evidence needs no other mark. */
const BASIS = /\b(documents?|assumed|observed|unknown|public|clients?|sources?|register|confirmed)\b/i;

const KINDS = new Set(['info', 'tag', 'operation', 'parameter', 'response', 'header', 'schema', 'securityScheme']);

export function* claimsHaveEntries(contract: JsonObject): Iterable<LintProblem> {
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

/** Returns the evidence for the parts of a schema: that its fields are required, and how its value comes about. */
function evidenceOfParts(schema: unknown): unknown[] {
  const { required, value } = objectAt(schema, 'x-evidence-of');
  return [required ?? [], value ?? []].flat();
}

/** Returns the evidence of the nearest element around a place that states one. */
function nearestEvidence(contract: JsonObject, path: Path): unknown {
  let node: unknown = contract;
  let [nearest] = [contract['x-evidence']].flat();
  for (const key of path) {
    node = (node as Record<string | number, unknown>)[key];
    if (isObject(node)) [nearest = nearest] = [node['x-evidence']].flat();
  }
  return nearest;
}

/** Returns every statement of evidence in the contract, right or wrong. */
function evidenceStatements(contract: JsonObject) {
  return elements(contract).flatMap(({ node, path }) => {
    const stated = {
      ...{ 'x-evidence': node['x-evidence'], 'x-evidence-of': node['x-evidence-of'] },
      'x-enum-evidence': node['x-enum-evidence'],
      'x-resource': { evidence: objectAt(node, 'x-resource').evidence },
      'x-transitions': listAt(node, 'x-transitions').map((row) => ({ evidence: asObject(row).evidence })),
      'x-test-values': { evidence: objectAt(node, 'x-test-values').evidence },
    };
    return valuesBelow(stated, path).filter(({ value }) => typeof value !== 'object');
  });
}

/** Returns the key in an evidence text. */
const keyOf = (evidence: unknown) => String(evidence).split(' ')[1] ?? '';

/** Each source and each entry of the register is used, and what an entry names exists. */
export function* registerComplete(contract: JsonObject): Iterable<LintProblem> {
  const sources = objectAt(contract, 'x-evidence-sources');
  const register = objectAt(contract, 'x-evidence-register');
  const { operations, webhooks } = contractOf(contract);
  const named = new Set(
    [...operations, ...webhooks].flatMap(({ definition }) => [definition['x-evidence']].flat().map(keyOf)),
  );
  const used = new Set(evidenceStatements(contract).map(({ value }) => parseEvidence(value)?.reference));
  const usedSources = Object.values(register).flatMap((entry) => listAt(entry, 'source'));
  for (const key of Object.keys(sources).filter((key) => !usedSources.includes(key))) {
    const message = `No register entry uses the source \`${key}\`: add it to an entry, or remove it.`;
    yield { path: ['x-evidence-sources', key], message };
  }
  for (const key of Object.keys(register)) {
    const path = ['x-evidence-register', key];
    const entry = objectAt(register, key);
    if (!used.has(key))
      yield { path, message: `No element uses \`${key}\` as evidence: add it where it applies, or remove it.` };
    if (entry.decides === undefined && (named.has(key) || entry.sandbox === true))
      yield {
        path,
        message: `Give an entry that an operation or a rule names \`decides\`: what a wrong one changes for a shop (money, state, events, shape).`,
      };
    for (const [index, source] of listAt(entry, 'source').entries()) {
      if (!(String(source) in sources)) {
        const message = `Add \`${source}\` to \`x-evidence-sources\`, or use an existing source.`;
        yield { path: [...path, 'source', index], message };
      }
    }
    for (const name of Object.keys(objectAt(entry, 'variants'))) {
      const { observable, refutes = 'nothing', why } = objectAt(objectAt(entry, 'variants'), name);
      const at = [...path, 'variants', name];
      if (observable === false && (why ?? objectAt(entry, 'settle').why) === undefined)
        yield { path: at, message: `Write \`observable: false\` with a \`why\`, unless a person settles the entry.` };
      if (refutes !== 'nothing' && !/^documented \d/.test(String(refutes)) && !(keyOf(refutes) in register))
        yield { path: at, message: `Name in \`refutes\` evidence such as \`assumed ${key}\`, or \`nothing\`.` };
    }
  }
}
