/** The elements of an operation at their places, with their evidence there. The header of a response, the docs and their tests all read it here. */
import { isObject, type JsonObject, listAt, objectAt, once } from '../util/index.js';
import { resolve } from './document.js';
import { distinctEvidence, type Evidence, evidenceList, isWeaker, weaker } from './evidence.js';
import type { EvidenceText, Schema } from './openapi.js';
import type { Body, Operation, Parameter } from './operation.js';
import { type Part, partsOf } from './schema-shape.js';

/** What an element inherits from its surroundings. */
interface Surroundings {
  /** The evidence that the nearest element around it exists. */
  readonly evidence: Evidence;
  /** The strongest evidence that the element can have: that of the nearest place which refers to its schema. */
  readonly limit: Evidence | undefined;
}

/** An element at its place. Its `evidence` is the first of `all`. */
interface Placed extends Surroundings {
  /** The first shows that the element exists. The others name the parts that rest on weaker evidence. */
  readonly all: readonly Evidence[];
}

/** An operation with the evidence of everything that a request sends and a response returns. */
export interface PlacedOperation extends Placed {
  readonly parameters: readonly (Placed & Parameter)[];
  readonly body: PlacedSchema | undefined;
  /** By status code or class: `200`, `5XX`. */
  readonly responses: ReadonlyMap<string, PlacedResponse>;
}

interface PlacedResponse extends Placed, Pick<Body, 'definition'> {
  readonly body: PlacedSchema | undefined;
}

/** A schema at a place of the contract, read when it is asked. */
export interface PlacedSchema extends Placed {
  /** As the place writes it: a `$ref` with the keywords next to it, or the schema itself. */
  readonly written: Schema;
  readonly target: Schema;
  /** How the value comes about, if that has other evidence than its existence. */
  readonly value: Evidence | undefined;
  /** The known values of the schema and its parts. */
  readonly values: () => ReadonlyMap<string, Evidence>;
  /** The schemas of its `allOf`, references followed, and those of theirs. */
  readonly parts: () => readonly Schema[];
  /** The fields of the schema and its parts, or of some of these. */
  readonly fields: (select?: (part: Schema) => boolean) => ReadonlyMap<string, PlacedField>;
  /** The same with the fields of all forms. */
  readonly allFields: () => ReadonlyMap<string, PlacedField>;
  /** The alternatives of `oneOf` or `anyOf`, also those of its parts. */
  readonly forms: () => readonly PlacedSchema[];
  readonly items: () => PlacedSchema | undefined;
}

export interface PlacedField extends PlacedSchema {
  /** The evidence that the field is required; undefined if it is not. */
  readonly required: Evidence | undefined;
}

/** The evidence of an operation that states none. Lint refuses one. */
const UNSTATED: Evidence = { level: 'assumed', reference: 'unstated' };

/** Returns an operation, or a webhook, with the evidence of its elements. Nothing in it has stronger evidence than its method and path. */
export function placeOperation(contract: JsonObject, operation: Operation): PlacedOperation {
  const { definition, uses, parameters, request, responses } = operation;
  const stated = evidenceList(definition['x-evidence']);
  const [evidence = UNSTATED] = stated;
  const placed = { evidence, limit: evidence, all: stated.length > 0 ? stated : [evidence] };
  const at = (written: JsonObject, target: JsonObject, use: string) =>
    placeElement(written, evidenceList(target['x-evidence']), placed, evidenceList(uses[use]));
  const bodyAt = (schema: Schema, { evidence, limit }: Surroundings) =>
    placeSchema(contract, schema, { evidence, limit: limitOfBody(resolve<Schema>(contract, schema), limit) });
  const placedResponses = [...responses].map(([status, { written, definition, schema }]) => {
    const place = at(written, definition, status);
    return [status, { ...place, definition, body: schema && bodyAt(schema, place) }] as const;
  });
  return {
    ...placed,
    parameters: parameters.map((parameter) => ({
      ...parameter,
      ...at(parameter.written, parameter.definition, parameter.name),
    })),
    body: request?.schema && bodyAt(request.schema, at({}, {}, 'requestBody')),
    responses: new Map(placedResponses),
  };
}

/**
 * Returns an element at a place: the weaker of the element and of the place that refers to it.
 * @param written the element as the place writes it: a `$ref`, or the element itself
 * @param own the evidence that the element states
 * @param ofUse the evidence that the place states for this use, such as `x-evidence-of` of a status. It shows that the element exists
 */
export function placeElement(
  written: JsonObject,
  own: readonly Evidence[],
  { evidence, limit }: Surroundings,
  ofUse: readonly Evidence[] = [],
): Placed {
  const isReference = '$ref' in written;
  const [atPlace, ...restAtPlace] = [...ofUse, ...(isReference ? evidenceList(written['x-evidence']) : [])];
  const place = limited(atPlace ?? evidence, limit);
  const inside = isReference ? place : limit;
  const [first = place, ...parts] = own;
  const all = distinctEvidence([
    ...[...ofUse.slice(0, 1), first].map((one) => limited(one, inside)),
    // A part keeps its section: the place shows the element, and the section its format or its values.
    ...[...parts, ...restAtPlace].map((one) => weaker(one, inside)),
  ]);
  return { evidence: all[0] ?? place, limit: inside, all };
}

/** @param own what the place states in place of the schema's own evidence */
function placeSchema(contract: JsonObject, written: Schema, around: Surroundings, own?: EvidenceText): PlacedSchema {
  const target = resolve<Schema>(contract, written);
  const placed = placeElement(written, evidenceList(own ?? target['x-evidence']), around);
  const [value] = evidenceOfPart(target, 'value');
  const all = once(() => partsOf(contract, written, ['allOf'], placed as Surroundings, surroundPart));
  const fields: PlacedSchema['fields'] = (select) => fieldsOf(contract, all(), select);
  const forms = once(() =>
    all().flatMap(({ target: { oneOf = [], anyOf = [] }, around }) =>
      [...oneOf, ...anyOf].map((form) => placeSchema(contract, form, around)),
    ),
  );
  return {
    ...placed,
    written,
    target,
    value: value && limited(value, placed.limit),
    values: once(() => new Map(all().flatMap((part) => [...valuesOf(part)]))),
    parts: () =>
      all()
        .slice(1)
        .map((part) => part.target),
    fields,
    allFields: once(() => mergeForms([fields(), ...forms().map((form) => form.fields())])),
    forms,
    items: once(() => {
      const last = all().findLast((part) => isObject(part.target.items));
      return last?.target.items && placeSchema(contract, last.target.items, last.around);
    }),
  };
}

/** Returns what surrounds the fields of a part of an `allOf`. What composes it states the evidence for the whole, so a part is shown only where it is weaker. */
function surroundPart(
  { written, target }: Pick<Part<unknown>, 'written' | 'target'>,
  around: Surroundings,
): Surroundings {
  const [own] = evidenceList(target['x-evidence']);
  return { evidence: weaker(around.evidence, own), limit: '$ref' in written ? around.evidence : around.limit };
}

/** Returns the fields in the order of the contract: those of the parts first, then the added ones. */
function fieldsOf(
  contract: JsonObject,
  parts: readonly Part<Surroundings>[],
  select = (_: Schema) => true,
): Map<string, PlacedField> {
  const fields = new Map<string, PlacedField>();
  const required = requiredBy(parts);
  for (const { written: place, target, around } of [...parts.slice(1), ...parts.slice(0, 1)]) {
    if (!select(target)) continue;
    for (const [name, written] of Object.entries(target.properties ?? {})) {
      const own = place['x-evidence-of']?.[name];
      const field = { ...placeSchema(contract, written, around, own), required: required.get(name) };
      const other = fields.get(name);
      // The last part describes the field best, and any part may show that it exists.
      const { evidence, all } = other && isWeaker(field.evidence, other.evidence) ? other : field;
      fields.set(name, { ...field, evidence, all });
    }
  }
  return fields;
}

/** Returns the fields that several forms have once: any form may show it, and each has its own known values. */
function mergeForms(forms: readonly ReadonlyMap<string, PlacedField>[]): Map<string, PlacedField> {
  const fields = new Map<string, PlacedField>();
  for (const [name, field] of forms.flatMap((form) => [...form])) {
    const other = fields.get(name) ?? field;
    const stronger = isWeaker(weaker(other.evidence, other.value), weaker(field.evidence, field.value)) ? field : other;
    fields.set(name, { ...stronger, values: once(() => new Map([...other.values(), ...field.values()])) });
  }
  return fields;
}

/** Returns the strongest evidence for each required field. */
function requiredBy(parts: readonly Part<Surroundings>[]): Map<string, Evidence> {
  const required = new Map<string, Evidence>();
  for (const { target, around } of parts) {
    const [own = around.evidence] = evidenceOfPart(target, 'required');
    const evidence = limited(own, around.limit);
    for (const name of target.required ?? []) {
      const other = required.get(name);
      if (other === undefined || isWeaker(other, evidence)) required.set(name, evidence);
    }
  }
  return required;
}

/** Returns the evidence for a part of a schema: that fields are `required`, or how its `value` comes about. */
function evidenceOfPart(schema: Schema, part: 'required' | 'value'): Evidence[] {
  return evidenceList(schema['x-evidence-of']?.[part]);
}

/** Returns the known values of a schema, each with its evidence at the schema's place. */
function valuesOf({ target, around: { evidence, limit } }: Part<Surroundings>): Map<string, Evidence> {
  const stated = objectAt(target, 'x-enum-evidence');
  const values = [...listAt(target, 'x-extensible-enum'), ...listAt(target, 'enum'), target.const];
  const texts = values.filter((value) => typeof value === 'string');
  // Where a value is seen does not change with the place that refers to its vocabulary.
  const [own = evidence] = evidenceList(target['x-evidence']);
  return new Map(texts.map((value) => [value, weaker(evidenceList(stated[value])[0] ?? own, limit)]));
}

/**
 * Returns an evidence, or the limit of its place if that is weaker. The section of a documented place wins, because it lists the element there:
 * a schema that several places share names the section it was written for.
 */
export function limited(evidence: Evidence, limit: Evidence | undefined): Evidence {
  return isDocumented(evidence) && isDocumented(limit) ? limit : weaker(evidence, limit);
}

/** Returns what limits the elements of a body: what surrounds it, or the section that shows the whole record. */
function limitOfBody(target: Schema, limit: Evidence | undefined): Evidence | undefined {
  const [own] = evidenceList(target['x-evidence']);
  return isDocumented(own) && isDocumented(limit) ? own : limit;
}

function isDocumented(evidence: Evidence | undefined): evidence is Evidence {
  return evidence?.level === 'documented';
}
