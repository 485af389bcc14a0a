/** Control characters except the tab, invisible marks that change the direction of writing, byte order marks and lone surrogates. */
const UNPRINTABLE = /(?!\t)[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}\ufeff]/gu;

/**
 * Returns a text that is safe to print to a terminal or a log. Control characters except the tab, invisible marks that change the
 * direction of writing, byte order marks and lone surrogates become `\u{1b}`, so that foreign text neither runs nor forges a line.
 */
export const printable = (text: string): string =>
  text.replace(UNPRINTABLE, (char) => `\\u{${char.codePointAt(0)?.toString(16)}}`);

/** Escapes the same characters except line ends as `\u001b`. Parsed JSON, and YAML in double quotes, has the same value as before. */
export const printableSource = (text: string): string =>
  text.replace(UNPRINTABLE, (char) =>
    char === '\n' ? char : `\\u${(char.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`,
  );
