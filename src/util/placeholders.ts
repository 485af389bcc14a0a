/** What programs send for a value that they do not have, and what readers copy from documentation: `$TOKEN`, `{{id}}`, `<id>`, `:id`. */
const placeholder =
  /^(?:undefined|null|none|nil|nan|false|true|\[object .*|\$\{?\w+\}?|\{\{?\w+\}?\}|%\w+%|<.*>|:\w+)$/i;

/** Returns whether a token, or the text of a path parameter, stands for a missing value. */
export const isPlaceholder = (text: string): boolean => placeholder.test(text);
