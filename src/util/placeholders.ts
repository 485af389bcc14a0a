/** What programs put into an address in place of a value that they do not have. */
const placeholder = /^(undefined|null|none|nil|<nil>|nan|\[object [a-z]+\]|\{[a-z_]+\}|:[a-z_]+)$/i;

/**
 * Returns whether the text of a path parameter stands for a missing value, such as `undefined`. No id has such a text. It has no digit, so
 * a message can quote it: it is no card number.
 */
export const isPlaceholder = (text: string): boolean => placeholder.test(text);
