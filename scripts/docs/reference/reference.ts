import { contractOf } from '../../../core/src/contract/contract.ts';
import { resolve } from '../../../core/src/contract/document.ts';
import {
  distinctEvidence,
  type Evidence,
  evidenceList,
  isSameEvidence,
  isWeaker,
} from '../../../core/src/contract/evidence.ts';
import type { PlacedField, PlacedSchema } from '../../../core/src/contract/evidence-at-place.ts';
import type { OpenApi, Schema } from '../../../core/src/contract/openapi.ts';
import type { Operation } from '../../../core/src/contract/operation.ts';
import { oneLine, unitOf } from '../../contract/text.ts';
import type { Language } from '../language.ts';

/** A body of JSON as the docs describe it. */
export interface RenderedBody {
  /** All evidence of the body itself. Its fields inherit the first. */
  evidence: readonly Evidence[];
  /** The fields of an object, or of each object of a list; for a body with forms, the fields that all forms share. */
  fields: RenderedField[];
  /** The alternatives of `oneOf` or `anyOf`. */
  forms: Form[];
}

export interface RenderedField {
  name: string;
  /** With the unit of money: `integer in centavos`. */
  type: string;
  /** The evidence that the field is required; undefined if it is not. */
  required: Evidence | undefined;
  description: string;
  /** The known values of an open vocabulary, or the values of an enum. */
  values: Value[];
  /** Whether more values may appear. */
  isOpen: boolean;
  /** All evidence of the field at its place. */
  evidence: readonly Evidence[];
  /** How the value comes about, if that has other evidence. */
  value: Evidence | undefined;
  /** The part of all this that a reader does not know from the surroundings. */
  shown: readonly ShownEvidence[];
  inner: RenderedBody | undefined;
}

/** An evidence as a page shows it: for the existence of the element, for the rule of its value, for a part, or that it is required. */
export interface ShownEvidence extends Evidence {
  of: 'existence' | 'value' | 'part' | 'required';
}

interface Value {
  value: string;
  /** Set where it is weaker than that of the field. */
  evidence: Evidence | undefined;
  /** The meaning of the value, if the contract explains it. */
  description: string | undefined;
}

/** One alternative of a body. */
interface Form extends RenderedBody {
  /** The field that chooses the form, and its value here. */
  chosenBy: { field: string; value: string } | undefined;
  description: string;
}

interface Walk {
  contract: OpenApi;
  words: Language['words'];
  /** The schemas around this one. A schema does not repeat inside itself. */
  above: readonly object[];
}

/** Returns the description of a request or response body. */
export function renderBody(contract: OpenApi, schema: PlacedSchema, { words }: Pick<Language, 'words'>): RenderedBody {
  return walk(schema, schema.evidence, { contract, words, above: [] });
}

/** Returns the names of the fields that every form of a body needs. */
export function requiredFields({ fields }: RenderedBody): string[] {
  return fields.filter(({ required }) => required).map(({ name }) => name);
}

/**
 * Returns the evidence that a reader cannot see around the element: whether it exists, unless the surroundings have the same evidence or are
 * documented too, and its parts below `documented`.
 */
export function shownEvidence(
  all: readonly Evidence[],
  around: Evidence | undefined,
  value?: Evidence,
): ShownEvidence[] {
  const [first, ...parts] = all;
  const isKnown = first?.level === 'documented' ? around?.level === 'documented' : isSameEvidence(first, around);
  return [
    ...(first && !isKnown ? [{ ...first, of: 'existence' as const }] : []),
    ...(value ? [{ ...value, of: 'value' as const }] : []),
    ...parts.filter(({ level }) => level !== 'documented').map((part) => ({ ...part, of: 'part' as const })),
  ];
}

/** @param around the evidence of the body as a whole */
function walk(schema: PlacedSchema, around: Evidence, from: Walk): RenderedBody {
  const { all, target } = schema;
  if (from.above.includes(target)) return { evidence: all, fields: [], forms: [] };
  const inside = { ...from, above: [...from.above, target] };
  const own = schema.fields();
  const items = schema.items();
  if (items && own.size === 0) {
    const { evidence, ...body } = walk(items, around, inside);
    return { evidence: distinctEvidence([...all, ...evidence]), ...body };
  }
  const forms = schema.forms();
  const shared = sharedParts(forms);
  return {
    evidence: all,
    fields: [...fieldsOf(own, around, inside), ...fieldsOf(sharedFields(forms, shared), around, inside)],
    forms: forms.map((form) => formOf(target, form, shared, inside)),
  };
}

function formOf({ discriminator }: Schema, form: PlacedSchema, shared: readonly object[], from: Walk): Form {
  const mapping = Object.entries(discriminator?.mapping ?? {});
  const value = mapping.find(([, reference]) => reference === form.written.$ref)?.[0];
  const fields = new Map(form.fields((part) => !shared.includes(part)));
  // The name of the form contains the value.
  if (value !== undefined && discriminator) fields.delete(discriminator.propertyName);
  return {
    chosenBy: value !== undefined && discriminator ? { field: discriminator.propertyName, value } : undefined,
    description: oneLine(form.target.description ?? ''),
    evidence: form.all,
    fields: fieldsOf(fields, form.evidence, from),
    forms: [],
  };
}

/** Returns the parts that all forms have, so that a list can show their fields once. */
function sharedParts(forms: readonly PlacedSchema[]): object[] {
  const [first = [], ...others] = forms.map((form) => form.parts());
  return first.filter((part) => others.every((other) => other.includes(part)));
}

/** Returns the fields of shared parts. The form with the strongest evidence shows that a field exists. */
function sharedFields(forms: readonly PlacedSchema[], shared: readonly object[]): Map<string, PlacedField> {
  const fields = new Map<string, PlacedField>();
  for (const [name, field] of forms.flatMap((form) => [...form.fields((part) => shared.includes(part))])) {
    const other = fields.get(name);
    if (other === undefined || isWeaker(other.evidence, field.evidence)) fields.set(name, field);
  }
  return fields;
}

function fieldsOf(fields: ReadonlyMap<string, PlacedField>, around: Evidence, from: Walk): RenderedField[] {
  const { contract, words } = from;
  return [...fields].map(([name, field]) => {
    const { written, target } = field;
    const inner = walk(field, field.evidence, from);
    return {
      name,
      type: typeOf(contract, target, words),
      required: field.required,
      description: oneLine(written.description ?? target.description ?? ''),
      values: valuesOf(field),
      isOpen: target['x-extensible-enum'] !== undefined,
      evidence: field.all,
      value: field.value,
      shown: [
        ...shownEvidence(field.all, around, field.value),
        ...shownEvidence(field.required ? [field.required] : [], field.evidence).map((one) => ({
          ...one,
          of: 'required' as const,
        })),
      ],
      inner: inner.fields.length + inner.forms.length > 0 ? inner : undefined,
    };
  });
}

function valuesOf(field: PlacedSchema): Value[] {
  const {
    const: only,
    enum: values = [],
    'x-extensible-enum': open,
    'x-enumDescriptions': meanings = {},
  } = field.target;
  if (only !== undefined) return [];
  const known = field.values();
  return (open ?? values).map(String).map((value) => {
    const evidence = known.get(value);
    return {
      value,
      evidence: evidence && isWeaker(evidence, field.evidence) ? evidence : undefined,
      description: meanings[value],
    };
  });
}

function typeOf(contract: OpenApi, schema: Schema, words: Language['words']): string {
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

/** The texts of the page of an operation or webhook. */
interface Reference {
  /** Markdown. */
  description: string;
  /** What the operation itself rests on, its authentication and its rules included. */
  evidence: Evidence[];
  /** The part of `evidence` about its existence that is below `documented`. */
  shown: ShownEvidence[];
  parameters: RenderedField[];
  body: RenderedBody | undefined;
  responses: ResponseReference[];
}

export interface ResponseReference {
  status: string;
  description: string;
  /** All evidence of the response at its place. */
  evidence: readonly Evidence[];
  shown: ShownEvidence[];
  body: RenderedBody | undefined;
}

/** Returns the reference of one operation or webhook. */
export function referenceOf(contract: OpenApi, operation: Operation, language: Pick<Language, 'words'>): Reference {
  const { definition, resource, uses } = operation;
  const placed = contractOf(contract).placedOf(operation);
  const { states = [], evidence: rules } = resource;
  const all = [...placed.all, ...evidenceList(uses.security), ...evidenceList(rules)];
  const stateWords = states.length > 0 && language.words.states(states.map((state) => `\`${state}\``));
  const responses = [...placed.responses].sort(([one], [other]) => one.localeCompare(other));
  return {
    description: [definition.description?.trim(), stateWords].filter(Boolean).join('\n\n'),
    evidence: all.filter((one, index) => all.findIndex((other) => other.reference === one.reference) === index),
    shown: shownEvidence(placed.all.slice(0, 1), undefined).filter(({ level }) => level !== 'documented'),
    parameters: placed.parameters.map(
      ({ name, in: place, isRequired, definition: { schema, description }, evidence, all }) => {
        const type = [schema?.type ?? 'any'].flat().join(language.words.machine.or);
        return {
          name,
          type: `${type} (${place})`,
          // A path has no form without its parameters.
          required: isRequired ? evidence : undefined,
          description: oneLine(description ?? ''),
          values: [],
          isOpen: false,
          evidence: all,
          value: undefined,
          shown: shownEvidence(all, placed.evidence),
          inner: undefined,
        };
      },
    ),
    body: placed.body && renderBody(contract, placed.body, language),
    responses: responses.map(([status, { definition, all, body }]) => ({
      status,
      description: oneLine(definition.description ?? ''),
      evidence: all,
      shown: shownEvidence(all, placed.evidence),
      body: body && renderBody(contract, body, language),
    })),
  };
}
