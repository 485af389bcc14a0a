import { isObject, type JsonObject } from '../../contract/json.js';
import { MASK } from '../exchange.js';
import { fieldYaml, printable } from './discoveries.js';
import type { Ledger } from './ledger.js';
import type { Shape } from './shape.js';

/** An object that the contract has a name for, found in a body. */
export interface SeenRecord {
  /** The component: `Transaction`. */
  readonly name: string;
  readonly value: JsonObject;
}

/** Nothing that the gateway returns is nested deeper; a body that is comes from elsewhere. */
const DEEPEST = 64;
/** Section 2 of the source document: ISO 8601 with microseconds and a trailing Z. */
const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/;

/** Goes through a body beside its schema: what was seen, what the contract does not list, how times are written. */
export function walkBody(
  body: unknown,
  schema: JsonObject,
  {
    shapeOf,
    ledger,
    isSeen,
  }: { shapeOf: (schema: JsonObject) => Shape; ledger: Ledger; isSeen?: ((evidence: string) => boolean) | undefined },
): SeenRecord[] {
  const records: SeenRecord[] = [];
  visit(body, schema, 0);
  return records;

  function visit(value: unknown, node: JsonObject, depth: number): void {
    if (value === MASK || depth > DEEPEST) return;
    const shape = shapeOf(node);
    if (Array.isArray(value)) {
      for (const item of value) if (shape.items) visit(item, shape.items, depth + 1);
    } else if (isObject(value)) visitObject(value, shape, depth);
    else if (typeof value === 'string') visitText(value, shape);
  }

  function visitObject(value: JsonObject, shape: Shape, depth: number): void {
    for (const name of shape.names) records.push({ name, value });
    for (const [name, child] of Object.entries(value)) {
      const field = shape.fields.get(name);
      if (!field) {
        // An object of which the contract lists no field is left open on purpose.
        if (shape.fields.size > 0 && !shape.isMap) discoverField(name, child, shape);
        continue;
      }
      const place = isSeen ? { ...field.place, evidence: field.place.evidence.filter(isSeen) } : field.place;
      if (child === null || child === MASK) ledger.touch(place.evidence);
      else ledger.seen(place);
      if (field.isSensitive && child !== MASK && child !== null) {
        ledger.refute(
          field.place,
          field.place.evidence.slice(0, 1),
          `The response carries ${name}, which is sent and never returned.`,
        );
      }
      visit(child, field.schema, depth + 1);
    }
  }

  function visitText(value: string, { format, vocabulary, place }: Shape): void {
    if (format === 'date-time' && !TIMESTAMP.test(value)) {
      ledger.refute(place, ['documented 2'], `A time ${timeFault(value)}.`);
    }
    if (!vocabulary) return;
    const own = vocabulary.evidence[value];
    // Upper case was seen too, and is an entry of its own.
    if (vocabulary.values.has(value) || vocabulary.values.has(value.toLowerCase()))
      ledger.touch(typeof own === 'string' ? [own] : vocabulary.place.evidence);
    else {
      const name = printable(value);
      ledger.discover({
        kind: 'value',
        place: vocabulary.place.pointer,
        reason: `The value ${name} is not in the list, which is open.`,
        yaml: `x-extensible-enum: [${name}]\nx-enum-evidence:\n  ${name}: observed seen-on-servers`,
      });
    }
  }

  function discoverField(name: string, value: unknown, shape: Shape): void {
    const shown = printable(name);
    ledger.discover({
      kind: 'field',
      place: `${shape.place.pointer}/properties`,
      reason: `The field ${shown} is not listed.`,
      yaml: fieldYaml(shown, value),
    });
  }
}

function timeFault(text: string): string {
  if (/^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?$/.test(text))
    return 'has no zone, where a trailing Z is documented';
  if (/[+-]\d\d:?\d\d$/.test(text)) return 'is not in UTC, where a trailing Z is documented';
  if (/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(text)) return 'has another precision than microseconds';
  return 'is not written as documented, in ISO 8601 with microseconds and a trailing Z';
}
