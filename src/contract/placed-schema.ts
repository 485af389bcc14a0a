import { isObject, type JsonObject, listAt, objectAt } from '../util/index.js';
import { resolve } from './document.js';
import {
  type Evidence,
  evidenceOfPart,
  isWeaker,
  limited,
  type Placed,
  placedElement,
  placedPart,
  placedValues,
  type Surroundings,
} from './evidence.js';

/** A schema at a place of the contract, read when it is asked. */
export interface PlacedSchema extends Placed {
  /** As the place writes it: a `$ref` with what stands next to it, or the schema itself. */
  readonly written: JsonObject;
  readonly target: JsonObject;
  /** How the value comes about, if that has other evidence than its existence. */
  readonly value: Evidence | undefined;
  /** The known values of the schema and its parts. */
  readonly values: () => ReadonlyMap<string, Evidence>;
  /** The schemas of its `allOf`, references followed, and those of theirs. */
  readonly parts: () => readonly JsonObject[];
  /** The fields of the schema and its parts, or of some of these. */
  readonly fields: (select?: (part: JsonObject) => boolean) => ReadonlyMap<string, PlacedField>;
  /** The alternatives of `oneOf` or `anyOf`, also those of its parts. */
  readonly forms: () => readonly PlacedSchema[];
  readonly items: () => PlacedSchema | undefined;
}

export interface PlacedField extends PlacedSchema {
  /** The evidence that the field is required; undefined if it is not. */
  readonly required: Evidence | undefined;
}

/** Reads a schema, such as that of a body, in its surroundings. */
export type PlacedReader = (written: JsonObject, around: Surroundings) => PlacedSchema;

/** A schema or a part of it, and what its fields inherit. */
interface Part {
  readonly target: JsonObject;
  readonly inside: Surroundings;
}

export function createPlacedReader(contract: JsonObject): PlacedReader {
  return read;

  function read(written: JsonObject, around: Surroundings): PlacedSchema {
    const target = resolve(contract, written);
    const placed = placedElement(written, target, around);
    const all = () => partsOf({ target, inside: placed }, []);
    const [value] = evidenceOfPart(target, 'value');
    return {
      ...placed,
      written,
      target,
      value: value && limited(value, placed.limit),
      values: () => new Map(all().flatMap((part) => [...placedValues(part.target, part.inside)])),
      parts: () =>
        all()
          .slice(1)
          .map((part) => part.target),
      fields: (select) => fieldsOf(all(), select),
      forms: () =>
        all().flatMap((part) =>
          [...listAt(part.target, 'oneOf'), ...listAt(part.target, 'anyOf')]
            .filter(isObject)
            .map((form) => read(form, part.inside)),
        ),
      items: () =>
        all()
          .flatMap((part) => (isObject(part.target.items) ? [read(part.target.items, part.inside)] : []))
          .at(-1),
    };
  }

  /** Returns the schema and the parts of its `allOf`, first the schema. A part does not repeat inside itself. */
  function partsOf(part: Part, without: readonly JsonObject[]): Part[] {
    const seen = [...without, part.target];
    const below = listAt(part.target, 'allOf')
      .filter(isObject)
      .flatMap((written) => {
        const target = resolve(contract, written);
        if (seen.includes(target)) return [];
        return partsOf({ target, inside: placedPart(written, target, part.inside) }, seen);
      });
    return [part, ...below];
  }

  /** Returns the fields in the order of the contract: the parts stand before what is added to them. */
  function fieldsOf(parts: readonly Part[], select = (_: JsonObject) => true): Map<string, PlacedField> {
    const fields = new Map<string, PlacedField>();
    const required = requiredBy(parts);
    for (const { target, inside } of [...parts.slice(1), ...parts.slice(0, 1)]) {
      if (!select(target)) continue;
      for (const [name, written] of Object.entries(objectAt(target, 'properties'))) {
        if (!isObject(written)) continue;
        const field = { ...read(written, inside), required: required.get(name) };
        const other = fields.get(name);
        // The last part says most about the field, and any part may show that it exists.
        const evidence = other && isWeaker(field.evidence, other.evidence) ? other : field;
        fields.set(name, { ...field, evidence: evidence.evidence, all: evidence.all });
      }
    }
    return fields;
  }
}

/** Returns the strongest evidence for each required field. */
function requiredBy(parts: readonly Part[]): Map<string, Evidence> {
  const required = new Map<string, Evidence>();
  for (const { target, inside } of parts) {
    const [own = inside.evidence] = evidenceOfPart(target, 'required');
    const evidence = limited(own, inside.limit);
    for (const name of listAt(target, 'required').map(String)) {
      const other = required.get(name);
      if (other === undefined || isWeaker(other, evidence)) required.set(name, evidence);
    }
  }
  return required;
}
