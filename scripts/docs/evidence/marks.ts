import { below, type Element, elements, type Node, type Path, propertyName } from '../../contract/elements.js';
import { evidenceList, evidenceOfUses, LEVELS } from '../../contract/evidence.js';
import type { Language } from '../language.ts';
import { operationsOf, resolve, webhooksOf } from '../places.ts';
import type { Contract, Described, Evidence, Schema } from '../types.ts';
import { describeExtensions } from './extensions.ts';
import { badge, evidenceMark } from './statement.ts';

/**
 * Shows the evidence of every operation, webhook, parameter, response and property beside it. Changes the contract.
 */
export function markEvidence(contract: Contract, language: Language): void {
  const { words } = language;
  // Before anything is marked, since a reference takes the words of its target along.
  describeExtensions(contract, language);
  const { parameters, responses } = contract.components;
  const schemas = elements(contract as unknown as Node, 'schema').filter(({ path }) => isComponent(path));
  // A reference takes the words of its target along as they were before marks were added.
  const original = new Map(schemas.map(({ node }: { node: Described }) => [node, node.description]));

  for (const { operation } of [...operationsOf(contract), ...webhooksOf(contract)]) {
    const evidences = evidenceList(operation['x-evidence']);
    const [first] = evidences;
    if (first) operation['x-badges'] = [badge(first.level, language)];
    const security = evidenceList(evidenceOfUses(contract, operation).security).filter(
      (evidence) => !has(evidences, evidence),
    );
    const { states = [] } = operation['x-resource'] ?? {};
    if (states.length > 0) append(operation, `\n\n${words.states(states.map((state) => `\`${state}\``))}`);
    const rules = evidenceList(operation['x-resource']?.evidence).filter(
      (evidence) => evidence.level !== 'documented' && !has([...evidences, ...security], evidence),
    );
    append(operation, evidenceMark(contract, [...evidences, ...security, ...rules], language));
  }
  for (const parameter of Object.values(parameters)) mark(parameter, evidenceList(parameter['x-evidence']));
  for (const response of Object.values(responses)) {
    append(response, evidenceMark(contract, evidenceList(response['x-evidence']), language));
  }
  for (const schema of schemas) {
    const own = evidenceList(schema.node['x-evidence']);
    markInside(schema, own[0]);
    // A form stands under its own heading on the page, which shows its description but no badge.
    append(schema.node, evidenceMark(contract, own.slice(1), language));
  }

  /** What is composed by reference is marked where it stands. */
  function markInside(schema: Element, around: Evidence | undefined): void {
    for (const inner of below(schema)) {
      const [own] = evidenceList(inner.node['x-evidence']);
      if (propertyName(inner.path)) markProperty(inner, around);
      else if (!inner.node.$ref) markInside(inner, own ?? around);
    }
  }

  function markProperty(element: Element, around: Evidence | undefined): void {
    const property: Schema = element.node;
    const own = evidenceList(property['x-evidence']);
    if (property.$ref) {
      const target = resolve<Schema>(contract, property);
      // What stands by reference stands on the weaker of its surroundings and its target: a documented type does not
      // document the field that uses it.
      const different = evidenceList(target['x-evidence']).filter((evidence) => isWeaker(evidence, around));
      // Keys beside a reference override those of its target, so the target's own words come along.
      if (different.length > 0) property.description = original.get(target) ?? '';
      mark(property, different);
      return;
    }
    markInside(element, own[0] ?? around);
    mark(
      property,
      own.filter((evidence) => !same(evidence, around)),
    );
  }

  function mark(target: Described, evidences: Evidence[]): void {
    append(target, evidenceMark(contract, evidences, language));
  }
}

function append(target: Described, text: string): void {
  if (text) target.description = `${(target.description ?? '').trimEnd()}${text}`;
}

function isComponent(path: Path): boolean {
  return path.length === 3 && path[0] === 'components';
}

function isWeaker(evidence: Evidence, around: Evidence | undefined): boolean {
  return around === undefined || LEVELS.indexOf(evidence.level) > LEVELS.indexOf(around.level);
}

function same(a: Evidence, b: Evidence | undefined): boolean {
  return a.level === b?.level && a.reference === b.reference;
}

function has(list: Evidence[], evidence: Evidence): boolean {
  return list.some((other) => same(evidence, other));
}
