import { isObject } from 'payment-gateway-core/util';
import { string } from '../input.js';
import { unprocessable } from '../refusals.js';
import type { Work } from '../work.js';
import type { Transaction } from './transaction.js';

/** A limit of the sandbox in characters. Without it, many partial refunds could make a transaction grow without limit. */
const LONGEST = 1_000_000;

/**
 * Returns the metadata of a transaction after a capture or a refund with metadata. Joins the members of both JSON objects; the new member wins.
 * Replaces metadata that is not a JSON object. Fails with 422 if the result is too long.
 */
export function withMetadata(work: Work, { value }: Transaction, sent: unknown): { metadata?: string } {
  const added = string(sent);
  if (added === undefined) return {};
  work.use('metadata-kept');
  const metadata = joined(string(value.metadata) ?? '', added);
  if (metadata.length <= LONGEST) return { metadata };
  throw unprocessable(`metadata: the sandbox keeps at most ${LONGEST} characters with transaction ${value.id}`);
}

function joined(known: string, added: string): string {
  try {
    const [before, after]: unknown[] = [JSON.parse(known), JSON.parse(added)];
    if (!isObject(before) || !isObject(after)) return added;
    if (Object.keys(before).some((name) => Object.hasOwn(after, name))) return JSON.stringify({ ...before, ...after });
    // Joins the texts, because parsing and printing would round long numbers.
    const members = [known, added].map((text) => text.trim().slice(1, -1).trim());
    return `{${members.filter((text) => text !== '').join(',')}}`;
  } catch {
    return added; // Not JSON, or too deep to print again.
  }
}
