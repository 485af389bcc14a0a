import { isObject } from '../../../contract/json.js';
import type { Shape } from '../../../contract/schema-shape.js';
import type { PathPart, Plan } from './places.js';

/** Warns about the value at `path`. Copy the path to keep it: the walk changes it. */
export type WarnAtScalar = (path: readonly PathPart[], says: string) => void;

/**
 * Returns the request body with each scalar in the type that the contract has for it, if that loses nothing: `external_id: 0`
 * becomes the string "0", and 1998.9999999999998 centavos become 1999. Public clients send such values, so the gateway most
 * likely takes them. The validator refuses all others. The body itself is not changed.
 */
export function withScalarsRead(plan: Plan<unknown>, value: unknown, path: PathPart[], warn: WarnAtScalar): unknown {
  if (typeof value !== 'object' || value === null) {
    const taken = asTyped(plan.shape, value);
    if (taken === undefined) return value;
    if (typeof value === 'number' && typeof taken === 'number') warn(path, 'is not an integer, and was rounded to one');
    else warn(path, `is a ${typeof taken} in the contract, and a ${typeof value} was sent`);
    return taken;
  }
  // A list and an object are copied when the first of their values changes.
  let copy: unknown[] | Record<string, unknown> = value as typeof copy;
  const read = (key: PathPart, child: Plan<unknown>, sent: unknown): void => {
    path.push(key);
    const taken = withScalarsRead(child, sent, path, warn);
    path.pop();
    if (taken === sent) return;
    if (copy === value) copy = Array.isArray(value) ? [...value] : { ...value };
    (copy as Record<PathPart, unknown>)[key] = taken;
  };
  if (isObject(value)) {
    const chosen = plan.formOf(value);
    for (const field in value) {
      const child = chosen.field(field);
      if (child !== undefined) read(field, child, value[field]);
    }
  } else if (Array.isArray(value)) {
    const items = plan.items();
    if (items !== undefined) for (let index = 0; index < value.length; index++) read(index, items, value[index]);
  }
  return copy;
}

/** Returns the value in a type that the contract allows. Returns undefined if it has such a type, or cannot be converted. */
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

/** Values this close to an integer are rounded: far more than the error of multiplying reais by 100, far less than a centavo. */
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
