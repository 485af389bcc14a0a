/** The switched entries of an account, and of the options. */
import { isObject, type JsonObject, memoize, suggestion, textOf } from 'payment-gateway-core/util';
import { type Assumed, type VariantEntry, variants } from 'payment-gateway-core/values';

/** The account document with the entries that were switched since the start. `null` is an entry that was switched back. */
export const ASSUMED = 'assumed';

const table: Readonly<Record<string, readonly string[]>> = variants;

/** Characters of an unknown name in an error. */
const SHOWN = 60;

/**
 * Reads switched entries: an object, or texts such as `refund-rules=keeps-paid-amount`, also several with commas.
 *
 * @throws RangeError with one sentence that lists the known names
 */
export function readAssumed(given: unknown): Assumed {
  const pairs = typeof given === 'string' || Array.isArray(given) ? [given].flat().flatMap(pairsOf) : entriesOf(given);
  for (const [entry, variant] of pairs) requireKnown(entry, variant);
  return Object.fromEntries(pairs.map(([entry, variant]) => [entry, variant ?? undefined]));
}

function entriesOf(given: unknown): [string, unknown][] {
  if (isObject(given)) return Object.entries(given);
  throw new RangeError("must be an object such as { 'refund-rules': 'keeps-paid-amount' }");
}

function pairsOf(given: unknown): [string, string][] {
  const parts = textOf(given).split(',');
  return parts.map((part) => {
    const [entry = '', variant = '', ...others] = part.trim().split('=');
    if (variant !== '' && others.length === 0) return [entry, variant];
    const shown = part.trim().slice(0, SHOWN) || 'nothing';
    throw new RangeError(`must be entry=variant, such as refund-rules=keeps-paid-amount, not ${shown}`);
  });
}

function requireKnown(entry: string, variant: unknown): void {
  if (!Object.hasOwn(table, entry)) {
    const shown = entry.slice(0, SHOWN);
    throw new RangeError(`${shown} has no variants${hint(shown, Object.keys(table))}`);
  }
  const known = table[entry] ?? [];
  if (variant === undefined || variant === null || known.some((name) => name === variant)) return;
  const name = typeof variant === 'string' ? variant.slice(0, SHOWN) : `a ${typeof variant}`;
  throw new RangeError(`${entry} has no variant ${name}${hint(name, known)}`);
}

const hint = (name: string, known: readonly string[]): string =>
  `; known are ${known.join(', ')}${suggestion(name, known)}`;

const effective = memoize((start: Assumed) =>
  memoize((switched: JsonObject): Assumed => {
    const all = Object.entries({ ...start, ...switched });
    return Object.fromEntries(all.filter(([entry, variant]) => table[entry]?.some((name) => name === variant)));
  }),
);

/**
 * Returns the assumptions of an account: the entries switched from the start, then those switched later. Ignores names from
 * another version of the package. Returns the same object until the account switches an entry.
 */
export const assumedWith = (start: Assumed, switched: JsonObject | undefined): Assumed =>
  switched === undefined ? start : effective(start)(switched);

/** Returns every entry with its variant, for a snapshot: `null` is the assumed behavior. */
export const wholeOf = (assumed: Assumed): JsonObject =>
  Object.fromEntries(Object.keys(table).map((entry) => [entry, assumed[entry as VariantEntry] ?? null]));

/** JSON has no undefined. */
export const nulls = (assumed: Assumed): JsonObject =>
  Object.fromEntries(Object.entries(assumed).map(([entry, variant]) => [entry, variant ?? null]));
