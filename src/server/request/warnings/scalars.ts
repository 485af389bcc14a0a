import { isObject, type JsonObject } from '../../../contract/json.js';
import type { Shape, ShapeReader } from '../../../contract/schema-shape.js';
import { formOf, type PathPart } from './places.js';

/** Warns about the value at `path`. Copy the path to keep it: the walk changes it. */
export type WarnAtScalar = (path: readonly PathPart[], says: string) => void;

/**
 * Returns the request body with each scalar in the type that the contract has for it, if that loses nothing: `external_id: 0`
 * becomes the string "0", and 1998.9999999999998 centavos become 1999. Public clients send such values, so the gateway most
 * likely takes them. The validator refuses all others. The body itself is not changed.
 */
export function withScalarsRead(shapeOf: ShapeReader, schema: JsonObject, sent: unknown, warn: WarnAtScalar): unknown {
  const path: PathPart[] = [];
  return read(schema, sent);

  function read(schema: JsonObject, value: unknown): unknown {
    const shape = formOf(shapeOf, shapeOf(schema), value);
    if (Array.isArray(value)) {
      const { items } = shape;
      return items ? changed(value, value.length, (index) => at(index, items, value[index])) : value;
    }
    if (isObject(value)) {
      let copy = value;
      for (const field in value) {
        const child = shape.fields.get(field);
        if (!child) continue;
        const taken = at(field, child, value[field]);
        if (taken === value[field]) continue;
        if (copy === value) copy = { ...value };
        copy[field] = taken;
      }
      return copy;
    }
    const taken = asTyped(shape, value);
    if (taken === undefined) return value;
    if (typeof value === 'number' && typeof taken === 'number') warn(path, 'is not an integer, and was rounded to one');
    else warn(path, `is ${withArticle(typeof taken)} in the contract, and ${withArticle(typeof value)} was sent`);
    return taken;
  }

  function at(key: PathPart, schema: JsonObject, value: unknown): unknown {
    path.push(key);
    const taken = read(schema, value);
    path.pop();
    return taken;
  }
}

/** Returns a copy of the list if an element changed, else the list itself. */
function changed(list: unknown[], length: number, read: (index: number) => unknown): unknown[] {
  let copy = list;
  for (let index = 0; index < length; index++) {
    const taken = read(index);
    if (taken === list[index]) continue;
    if (copy === list) copy = [...list];
    copy[index] = taken;
  }
  return copy;
}

/** The value in a type that the contract allows; undefined when it has one already, or has no such reading. */
function asTyped({ types }: Shape, value: unknown): unknown {
  switch (typeof value) {
    case 'number':
      if (types.size === 0 || types.has('number')) return undefined;
      if (types.has('integer')) return nearestInteger(value);
      if (types.has('string')) return String(value);
      return types.has('boolean') ? asBoolean(value) : undefined;
    case 'boolean':
      return types.size > 0 && !types.has('boolean') && types.has('string') ? String(value) : undefined;
    case 'string':
      if (types.size === 0 || types.has('string')) return undefined;
      if (types.has('integer') || types.has('number')) return asNumber(value, types.has('number'));
      return types.has('boolean') ? asBoolean(value) : undefined;
    default:
      return undefined;
  }
}

/** The largest distance to an integer that is rounded: far above the error of multiplying reais by 100, far below a centavo. */
const ROUNDING = 0.001;

function nearestInteger(value: number): number | undefined {
  const nearest = Math.round(value);
  // `|| 0` makes 0 of -0, which JSON does not have.
  return nearest !== value && Math.abs(value - nearest) <= ROUNDING ? nearest || 0 : undefined;
}

/** Reads up to 15 digits, which a number holds without loss. */
function asNumber(text: string, mayHaveDecimals: boolean): number | undefined {
  const isNumber = mayHaveDecimals ? /^-?\d{1,12}(?:\.\d{1,3})?$/.test(text) : /^-?\d{1,15}$/.test(text);
  return isNumber ? Number(text) : undefined;
}

function asBoolean(value: number | string): boolean | undefined {
  if (value === 1 || value === '1' || value === 'true') return true;
  return value === 0 || value === '0' || value === 'false' ? false : undefined;
}

function withArticle(type: string): string {
  return `a ${type}`;
}
