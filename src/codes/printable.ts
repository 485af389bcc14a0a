/**
 * Returns a text that is safe to print to a terminal or a log. Control characters except the tab, invisible marks that change the
 * direction of writing, byte order marks and lone surrogates become `\u{1b}`, so that foreign text neither runs nor forges a line.
 */
export const printable = (text: string): string =>
  text.replace(
    /(?!\t)[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}\ufeff]/gu,
    (char) => `\\u{${char.codePointAt(0)?.toString(16)}}`,
  );
