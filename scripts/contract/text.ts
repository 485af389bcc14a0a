import type { Path } from '../../core/src/contract/elements.ts';
import { stringAt } from '../../core/src/util/json.ts';

/** Returns every value inside another one, with its path. */
export function valuesBelow(value: unknown, path: Path = []): { value: unknown; path: Path }[] {
  if (typeof value !== 'object' || value === null) return [];
  const entries = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
  return entries.flatMap(([key, item]) => {
    const at = [...path, key];
    return [{ value: item, path: at }, ...valuesBelow(item, at)];
  });
}

/** Returns the texts in any nesting. */
export function stringsIn(value: unknown): string[] {
  return valuesBelow([value]).flatMap(({ value: text }) => (typeof text === 'string' ? [text] : []));
}

export function isFilledString(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '';
}

/** Returns a text on one line, since where a file breaks its lines means nothing. */
export function oneLine(text: string): string {
  return text.trim().replace(/\s+/g, ' ');
}

/** Returns the unit of an amount of money in words, as every derived text writes it; undefined for other schemas. */
export function unitOf(schema: unknown): string | undefined {
  const unit = stringAt(schema, 'x-unit');
  return isFilledString(unit) ? `in ${unit}` : undefined;
}
