/** The ends of sentences, also within quotes and parentheses. JSON that ends with a sentence does not count. */
const end = /[.!?…]["'”’»)]*$/;

/** Returns a text without the spaces, commas, semicolons and colons at its end. */
function trimmed(text: string): string {
  let length = text.length;
  while (length > 0 && ' \t\r\n,;:'.includes(text.charAt(length - 1))) length--;
  return text.slice(0, length);
}

/**
 * Returns a text as a sentence: adds a period, unless the text already ends with a mark. A server, a shop or an engine ends its texts in any
 * way.
 */
export function sentence(text: string): string {
  const said = trimmed(text);
  return end.test(said) ? said : `${said}.`;
}

/** Joins texts to one sentence. Each loses the period at its end, except for the last. */
export function clauses(texts: readonly string[], separator = '; '): string {
  const last = texts.length - 1;
  return texts.map((text, index) => (index < last ? trimmed(text).replace(/(?<!\.)\.$/, '') : text)).join(separator);
}
