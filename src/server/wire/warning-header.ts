/** Says what is odd about a request: one header for each finding. */
export const WARNING_HEADER = 'x-mock-warning';

/** Clients give up on headers that are larger than 16 KiB together. */
const LARGEST = 6_000;

/**
 * Sentences as values of headers. Percent-encoded is what no header can hold, and the comma, at which clients join headers
 * of one name: split at `, ` and decode each part with `decodeURIComponent`.
 */
export function warningHeaders(sentences: readonly string[]): string[] {
  const values: string[] = [];
  let size = 0;
  for (const [index, sentence] of sentences.entries()) {
    const value = encoded(sentence);
    size += value.length;
    if (size > LARGEST) return [...values, `request: has ${sentences.length - index} warnings more`];
    values.push(value);
  }
  return values;
}

function encoded(text: string): string {
  return text.replace(/[^\x20-\x7e]+|[%,]/gu, (part) =>
    encodeURIComponent(part.replaceAll(/\p{Surrogate}/gu, '\ufffd')),
  );
}
