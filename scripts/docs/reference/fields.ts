import { oneLine, unitOf } from '../../contract/elements.js';
import { evidenceList, LEVELS } from '../../contract/evidence.js';
import { resolve } from '../../contract/places.ts';
import { type Shape, shapeOf, sharedBy } from '../../contract/shape.js';
import type { Contract, Evidence, Level, Schema } from '../../contract/types.ts';
import type { Language } from '../language.ts';

/** A body of JSON as the docs describe it. */
export interface Body {
  /** The fields of an object, or of each object of a list; for a body with forms, the fields that all forms share. */
  fields: Field[];
  /** The alternatives of `oneOf`. */
  forms: Form[];
}

export interface Field {
  name: string;
  /** With the unit of money: `integer in centavos`. */
  type: string;
  required: boolean;
  description: string;
  /** The known values of an open vocabulary, or the values of an enum. */
  values: Value[];
  /** Whether more values may appear. */
  isOpen: boolean;
  /** All evidence of the field itself. */
  evidence: Evidence[];
  /** The evidence to show: below `documented`, and different from that of the surrounding schema. */
  doubts: Evidence[];
  inner: Body | undefined;
}

export interface Value {
  value: string;
  /** Set where it is below `documented` and differs from that of the vocabulary. */
  level: Level | undefined;
  /** The meaning of the value, if the contract explains it. */
  description: string | undefined;
}

/** One alternative of `oneOf`. */
export interface Form extends Body {
  /** The field that chooses the form, and its value here. */
  chosenBy: { field: string; value: string } | undefined;
  description: string;
}

interface Walk {
  contract: Contract;
  words: Language['words'];
  /** The schemas around this one. A schema does not repeat inside itself. */
  above: readonly Schema[];
  /** The evidence that fields inherit. */
  around: Evidence | undefined;
}

/** Returns the description of a request or response body. */
export function bodyOf(contract: Contract, schema: Schema, { words }: Pick<Language, 'words'>): Body {
  return walk(schema, { contract, words, above: [], around: undefined });
}

/** Returns the names of the fields that every form of a request needs. */
export function requiredFields(contract: Contract, schema: Schema): string[] {
  const shape = shapeOf(contract, schema);
  return [...shape.required, ...sharedBy(contract, shape.forms).required];
}

function walk(schema: Schema, from: Walk): Body {
  const { contract } = from;
  const target = resolve<Schema>(contract, schema);
  if (from.above.includes(target)) return { fields: [], forms: [] };
  const around = evidenceList(target['x-evidence'])[0] ?? from.around;
  const inside = { ...from, above: [...from.above, target], around };
  const shape = shapeOf(contract, target);
  if (shape.items && shape.properties.size === 0) return walk(shape.items, inside);
  const { parts, ...shared } = sharedBy(contract, shape.forms);
  return {
    fields: [...fieldsOf(shape, inside), ...(shape.forms.length > 0 ? fieldsOf(shared, inside) : [])],
    forms: shape.forms.map((form) => formOf(target, form, parts, inside)),
  };
}

function formOf({ discriminator }: Schema, form: Schema, parts: Schema[], from: Walk): Form {
  const { contract } = from;
  const mapping = Object.entries(discriminator?.mapping ?? {});
  const value = mapping.find(([, reference]) => reference === form.$ref)?.[0];
  const own = shapeOf(contract, form, parts);
  const target = resolve<Schema>(contract, form);
  // The form's own name says the value.
  if (value !== undefined && discriminator) own.properties.delete(discriminator.propertyName);
  return {
    chosenBy: value !== undefined && discriminator ? { field: discriminator.propertyName, value } : undefined,
    description: oneLine(target.description ?? ''),
    fields: fieldsOf(own, { ...from, around: evidenceList(target['x-evidence'])[0] ?? from.around }),
    forms: [],
  };
}

function fieldsOf({ properties, required }: Shape<Schema>, from: Walk): Field[] {
  const { contract, words, around } = from;
  return [...properties].map(([name, property]) => {
    const target = resolve<Schema>(contract, property);
    const evidence = evidenceList(property['x-evidence'] ?? target['x-evidence']);
    // A reference has the weaker evidence of its surroundings and its target.
    const doubts = evidence.filter(
      (one) => one.level !== 'documented' && (property.$ref ? isWeaker(one, around) : !isSame(one, around)),
    );
    const inner = walk(target, from);
    return {
      name,
      type: typeOf(contract, target, words),
      required: required.has(name),
      description: oneLine(property.description ?? target.description ?? ''),
      values: valuesOf(target),
      isOpen: target['x-extensible-enum'] !== undefined,
      evidence,
      doubts,
      inner: inner.fields.length + inner.forms.length > 0 ? inner : undefined,
    };
  });
}

function valuesOf(schema: Schema): Value[] {
  const own = evidenceList(schema['x-evidence'])[0]?.level;
  return (schema['x-extensible-enum'] ?? schema.enum ?? []).map((value) => {
    const level = evidenceList(schema['x-enum-evidence']?.[String(value)])[0]?.level;
    return {
      value: String(value),
      level: level === own || level === 'documented' ? undefined : level,
      description: schema['x-enumDescriptions']?.[String(value)],
    };
  });
}

function typeOf(contract: Contract, schema: Schema, words: Language['words']): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  const { or, list } = words.machine;
  const untyped = schema.properties || schema.allOf || schema.oneOf ? 'object' : 'any';
  const types = [schema.type ?? untyped].flat().map((type) => {
    if (type !== 'array' || !schema.items) return type;
    return list(typeOf(contract, resolve<Schema>(contract, schema.items), words));
  });
  const unit = unitOf(schema) && schema['x-unit'] && words.unit(schema['x-unit']);
  return [types.join(or), unit].filter(Boolean).join(' ');
}

function isWeaker(evidence: Evidence, around: Evidence | undefined): boolean {
  return around === undefined || LEVELS.indexOf(evidence.level) > LEVELS.indexOf(around.level);
}

function isSame(evidence: Evidence, around: Evidence | undefined): boolean {
  return evidence.level === around?.level && evidence.reference === around.reference;
}
