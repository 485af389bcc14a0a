import { evidenceList, evidenceOfUses, LEVELS } from '../../contract/evidence.js';
import type { Language } from '../language.ts';
import { operationsOf, webhooksOf } from '../places.ts';
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
  const { schemas, parameters, responses } = contract.components;
  // The marks of a component depend on its own evidence, which a decorated reference must still be able to read.
  const of = new Map(Object.entries(schemas).map(([name, schema]) => [name, evidenceList(schema['x-evidence'])]));
  const original = new Map(Object.entries(schemas).map(([name, schema]) => [name, schema.description]));

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
  for (const [name, schema] of Object.entries(schemas)) {
    const own = of.get(name) ?? [];
    markInside(schema, own[0]);
    // A form stands under its own heading on the page, which shows its description but no badge.
    append(schema, evidenceMark(contract, own.slice(1), language));
  }

  function markInside(schema: Schema, around: Evidence | undefined): void {
    for (const part of [...(schema.allOf ?? []), ...(schema.oneOf ?? []), ...(schema.anyOf ?? [])]) {
      if (!part.$ref) markInside(part, first(part) ?? around);
    }
    for (const property of Object.values(schema.properties ?? {})) markProperty(property, around);
    if (schema.items && !schema.items.$ref) markInside(schema.items, first(schema.items) ?? around);
    if (typeof schema.additionalProperties === 'object') markInside(schema.additionalProperties, around);
  }

  function markProperty(property: Schema, around: Evidence | undefined): void {
    if (property.$ref) {
      const name = property.$ref.slice(property.$ref.lastIndexOf('/') + 1);
      // What stands by reference stands on the weaker of its surroundings and its target: a documented type does not
      // document the field that uses it.
      const different = (of.get(name) ?? []).filter((evidence) => isWeaker(evidence, around));
      // Keys beside a reference override those of its target, so the target's own words come along.
      if (different.length > 0) property.description = original.get(name) ?? '';
      mark(property, different);
      return;
    }
    const own = evidenceList(property['x-evidence']);
    markInside(property, own[0] ?? around);
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

function first(schema: Schema): Evidence | undefined {
  return evidenceList(schema['x-evidence'])[0];
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
