/** The response header for warnings about a request, repeated for each warning. */
export const WARNING_HEADER = 'x-mock-warning';

/** The most characters of all warnings together. Clients refuse headers of more than 16 KiB in total. */
const LARGEST = 6_000;

/**
 * Returns sentences as header values. It percent-encodes commas and characters that headers cannot hold. Clients join
 * headers of the same name with commas, so split the value at `, ` and decode each part with `decodeURIComponent`.
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
