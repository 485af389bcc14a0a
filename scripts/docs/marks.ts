import { type Contract, type Described, operationsOf, type Schema, webhooksOf } from './contract.ts';
import { badge, type Evidence, evidenceMark, levels, parseEvidence } from './evidence.ts';

/** Shows the evidence of every operation, webhook, parameter, answer and property where it stands. Changes the contract. */
export function markEvidence(contract: Contract): void {
  const { schemas, parameters, responses } = contract.components;
  // The marks of a component depend on its own evidence, which a decorated reference must still be able to read.
  const of = new Map(Object.entries(schemas).map(([name, schema]) => [name, parseEvidence(schema['x-evidence'])]));
  const original = new Map(Object.entries(schemas).map(([name, schema]) => [name, schema.description]));

  for (const { operation } of [...operationsOf(contract), ...webhooksOf(contract)]) {
    const evidences = parseEvidence(operation['x-evidence']);
    const [first] = evidences;
    if (first) operation['x-badges'] = [badge(first.level)];
    const security = parseEvidence(operation['x-evidence-of']?.security).filter(
      (evidence) => !has(evidences, evidence),
    );
    append(operation, evidenceMark(contract, [...evidences, ...security]));
  }
  for (const parameter of Object.values(parameters)) mark(contract, parameter, parseEvidence(parameter['x-evidence']));
  for (const response of Object.values(responses)) {
    append(response, evidenceMark(contract, parseEvidence(response['x-evidence'])));
  }
  for (const [name, schema] of Object.entries(schemas)) {
    const own = of.get(name) ?? [];
    markInside(schema, own[0]);
    // A form stands under its own heading on the page, which shows its description but no badge.
    append(schema, evidenceMark(contract, own.slice(1)));
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
      mark(contract, property, different);
      return;
    }
    const own = parseEvidence(property['x-evidence']);
    markInside(property, own[0] ?? around);
    mark(
      contract,
      property,
      own.filter((evidence) => !same(evidence, around)),
    );
  }
}

function mark(contract: Contract, target: Described, evidences: Evidence[]): void {
  if (evidences.length === 0) return;
  target['x-badges'] = [...new Set(evidences.map(({ level }) => level))].map(badge);
  append(target, evidenceMark(contract, evidences));
}

function append(target: Described, text: string): void {
  if (text) target.description = `${(target.description ?? '').trimEnd()}${text}`;
}

function first(schema: Schema): Evidence | undefined {
  return parseEvidence(schema['x-evidence'])[0];
}

function isWeaker(evidence: Evidence, around: Evidence | undefined): boolean {
  return around === undefined || levels.indexOf(evidence.level) > levels.indexOf(around.level);
}

function same(a: Evidence, b: Evidence | undefined): boolean {
  return a.level === b?.level && a.reference === b.reference;
}

function has(list: Evidence[], evidence: Evidence): boolean {
  return list.some((other) => same(evidence, other));
}
