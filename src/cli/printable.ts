/**
 * `text` as it may go to a terminal or a log: control characters except the tab, marks that turn the direction of writing and halves of
 * surrogate pairs stand as `\u{1b}`, so that nothing of another's text is carried out or forges a line.
 */
export const printable = (text: string): string =>
  text.replace(
    /(?!\t)[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu,
    (char) => `\\u{${char.codePointAt(0)?.toString(16)}}`,
  );
