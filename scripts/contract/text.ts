import { stringAt } from '../../core/src/util/json.ts';

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
