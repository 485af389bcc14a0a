import { isObject, type JsonObject } from 'payment-gateway-core/util';

/** Fields with data of the merchant, which return as they were sent. */
const FREE = new Set(['metadata', 'session', 'pix_additional_fields']);

/** Returns a copy whose ids are strings. */
export function stringIds(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(stringIds);
  if (!isObject(value)) return value;
  const changed: JsonObject = {};
  for (const [name, one] of Object.entries(value)) {
    if (FREE.has(name)) changed[name] = one;
    else changed[name] = typeof one === 'number' && /^id$|_id$/.test(name) ? String(one) : stringIds(one);
  }
  return changed;
}
