import { isObject, type JsonObject } from '../../../contract/json.js';
import { string } from '../input.js';
import { unprocessable } from '../refusals.js';
import { rule } from '../work.js';
import type { Transaction } from './transaction.js';

/** A limit of the sandbox in characters. Without it, many partial refunds could make a transaction grow without limit. */
const LONGEST = 1_000_000;

/**
 * Returns the metadata of a transaction after a capture or a refund with metadata. Joins the members of both JSON objects; the new member wins.
 * Replaces metadata that is not a JSON object. Fails with 422 if the result is too long.
 */
export const withMetadata = rule('metadata-kept', ({ value }: Transaction, sent: unknown): { metadata?: string } => {
  const added = string(sent);
  if (added === undefined) return {};
  const metadata = joined(string(value.metadata), added);
  if (metadata.length <= LONGEST) return { metadata };
  throw unprocessable(`metadata: the sandbox keeps at most ${LONGEST} characters with transaction ${value.id}`);
});

function joined(known: string | undefined, added: string): string {
  const [before, after] = [objectIn(known), objectIn(added)];
  if (known === undefined || before === undefined || after === undefined) return added;
  const names = Object.keys(before);
  if (names.length === 0) return added;
  if (Object.keys(after).length === 0) return known;
  // Joins the texts, because parsing and printing would round long numbers.
  if (!names.some((name) => Object.hasOwn(after, name))) {
    return `${known.trim().slice(0, -1).trimEnd()},${added.trim().slice(1).trimStart()}`;
  }
  try {
    return JSON.stringify({ ...before, ...after });
  } catch {
    return added; // too deep to print again
  }
}

function objectIn(text: string | undefined): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text ?? '');
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
