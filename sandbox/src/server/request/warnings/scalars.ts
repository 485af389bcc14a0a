import type { Shape, ShapeReader } from 'payment-gateway-core/contract';
import { booleanOf, type JsonObject } from 'payment-gateway-core/util';
import { parameters } from 'payment-gateway-core/values';
import { eachChild, formOf, type PathPart } from './places.js';

/**
 * Returns the request body with each scalar in the type that the contract has for it, if that loses nothing: `external_id: 0`
 * becomes the string "0", and 1998.9999999999998 centavos become 1999. Public clients send such values, so the gateway most
 * likely takes them. The validator refuses all others. The body itself is not changed.
 *
 * @param path the path of the value during a call of `warn`
 */
export function withScalarsRead(
  shapeOf: ShapeReader,
  schema: JsonObject,
  value: unknown,
  path: PathPart[],
  warn: (says: string) => void,
): unknown {
  const shape = shapeOf(schema);
  if (typeof value !== 'object' || value === null) {
    const taken = asTyped(shape, value);
    if (taken === undefined) return value;
    if (typeof value === 'number' && typeof taken === 'number') warn('is not an integer, and was rounded to one');
    else warn(`is a ${typeof taken} in the contract, and a ${typeof value} was sent`);
    return taken;
  }
  // A list or an object is copied when the first of its values changes.
  let copy = value as Record<PathPart, unknown>;
  eachChild(formOf(shapeOf, shape, value), value, path, (child, sent, key) => {
    const taken = withScalarsRead(shapeOf, child, sent, path, warn);
    if (taken === sent) return;
    if (copy === value) copy = (Array.isArray(value) ? [...value] : { ...value }) as typeof copy;
    copy[key] = taken;
  });
  return copy;
}

/** Returns the value in a type that the contract allows. Returns undefined if it has such a type, or cannot be converted. */
function asTyped({ types }: Shape, value: unknown): unknown {
  switch (typeof value) {
    case 'number':
      if (types.size === 0 || types.has('number')) return undefined;
      if (types.has('integer')) return nearestInteger(value);
      if (types.has('string')) return String(value);
      return types.has('boolean') ? booleanOf(value) : undefined;
    case 'boolean':
      return types.size > 0 && !types.has('boolean') && types.has('string') ? String(value) : undefined;
    case 'string':
      if (types.size === 0 || types.has('string')) return undefined;
      if (types.has('integer') || types.has('number')) return asNumber(value, types.has('number'));
      return types.has('boolean') ? booleanOf(value) : undefined;
    default:
      return undefined;
  }
}

/** Values this close to an integer are rounded: far more than the error of multiplying reais by 100, far less than a centavo. */
const ROUNDING = parameters['scalar-types'].difference;

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
