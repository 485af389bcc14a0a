// @ts-check
/** @import { Contract, Described, Evidence, Operation, Schema } from './types.ts' */
import { evidenceList, evidenceOfUses, LEVELS } from '../contract/evidence.js';

import { badge, evidenceMark } from './evidence.js';
import { describeExtensions } from './extensions.js';
import { operationsOf, webhooksOf } from './places.js';

/**
 * Shows the evidence of every operation, webhook, parameter, answer and property where it stands. Changes the contract.
 *
 * @param {Contract} contract
 */
export function markEvidence(contract) {
  // Before anything is marked, since a reference takes the words of its target along.
  describeExtensions(contract);
  const { schemas, parameters, responses } = contract.components;
  // The marks of a component depend on its own evidence, which a decorated reference must still be able to read.
  const of = new Map(Object.entries(schemas).map(([name, schema]) => [name, evidenceList(schema['x-evidence'])]));
  const original = new Map(Object.entries(schemas).map(([name, schema]) => [name, schema.description]));

  for (const { operation } of [...operationsOf(contract), ...webhooksOf(contract)]) {
    const evidences = evidenceList(operation['x-evidence']);
    const [first] = evidences;
    if (first) operation['x-badges'] = [badge(first.level)];
    const security = evidenceList(evidenceOfUses(contract, operation).security).filter(
      (evidence) => !has(evidences, evidence),
    );
    append(operation, statesOf(operation));
    const rules = evidenceList(operation['x-resource']?.evidence).filter(
      (evidence) => evidence.level !== 'documented' && !has([...evidences, ...security], evidence),
    );
    append(operation, evidenceMark(contract, [...evidences, ...security, ...rules]));
  }
  for (const parameter of Object.values(parameters)) mark(contract, parameter, evidenceList(parameter['x-evidence']));
  for (const response of Object.values(responses)) {
    append(response, evidenceMark(contract, evidenceList(response['x-evidence'])));
  }
  for (const [name, schema] of Object.entries(schemas)) {
    const own = of.get(name) ?? [];
    markInside(schema, own[0]);
    // A form stands under its own heading on the page, which shows its description but no badge.
    append(schema, evidenceMark(contract, own.slice(1)));
  }

  /**
   * @param {Schema} schema
   * @param {Evidence | undefined} around
   */
  function markInside(schema, around) {
    for (const part of [...(schema.allOf ?? []), ...(schema.oneOf ?? []), ...(schema.anyOf ?? [])]) {
      if (!part.$ref) markInside(part, first(part) ?? around);
    }
    for (const property of Object.values(schema.properties ?? {})) markProperty(property, around);
    if (schema.items && !schema.items.$ref) markInside(schema.items, first(schema.items) ?? around);
    if (typeof schema.additionalProperties === 'object') markInside(schema.additionalProperties, around);
  }

  /**
   * @param {Schema} property
   * @param {Evidence | undefined} around
   */
  function markProperty(property, around) {
    if (property.$ref) {
      const name = property.$ref.slice(property.$ref.lastIndexOf('/') + 1);
      // What stands by reference stands on the weaker of its surroundings and its target: a documented type does not
      // document the field that uses it.
      const different = (of.get(name) ?? []).filter((evidence) => isWeaker(evidence, around));
      // Keys beside a reference override those of its target, so the target's own words come along.
      if (different.length > 0) property.description = original.get(name) ?? '';
      mark(contract, property, different);
      return;
    }
    const own = evidenceList(property['x-evidence']);
    markInside(property, own[0] ?? around);
    mark(
      contract,
      property,
      own.filter((evidence) => !same(evidence, around)),
    );
  }
}

/**
 * In which states the operation takes its resource, in words.
 *
 * @param {Operation} operation
 * @returns {string}
 */
function statesOf({ 'x-resource': resource }) {
  const states = (resource?.states ?? []).map((state) => `\`${state}\``);
  return states.length > 0 ? `\n\nThe resource has to be ${states.join(', ').replace(/, ([^,]*)$/, ' or $1')}.` : '';
}

/**
 * @param {Contract} contract
 * @param {Described} target
 * @param {Evidence[]} evidences
 */
function mark(contract, target, evidences) {
  if (evidences.length === 0) return;
  target['x-badges'] = [...new Set(evidences.map(({ level }) => level))].map(badge);
  append(target, evidenceMark(contract, evidences));
}

/**
 * @param {Described} target
 * @param {string} text
 */
function append(target, text) {
  if (text) target.description = `${(target.description ?? '').trimEnd()}${text}`;
}

/**
 * @param {Schema} schema
 * @returns {Evidence | undefined}
 */
function first(schema) {
  return evidenceList(schema['x-evidence'])[0];
}

/**
 * @param {Evidence} evidence
 * @param {Evidence | undefined} around
 * @returns {boolean}
 */
function isWeaker(evidence, around) {
  return around === undefined || LEVELS.indexOf(evidence.level) > LEVELS.indexOf(around.level);
}

/**
 * @param {Evidence} a
 * @param {Evidence | undefined} b
 * @returns {boolean}
 */
function same(a, b) {
  return a.level === b?.level && a.reference === b.reference;
}

/**
 * @param {Evidence[]} list
 * @param {Evidence} evidence
 * @returns {boolean}
 */
function has(list, evidence) {
  return list.some((other) => same(evidence, other));
}
