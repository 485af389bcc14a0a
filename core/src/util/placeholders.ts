/** What programs send for a value that they do not have, and what readers copy from documentation: `$TOKEN`, `{{id}}`, `<id>`, `:id`, `YOUR_TOKEN`. */
const placeholder =
  /^(?:undefined|null|none|nil|nan|false|true|\[object .*|\$\{?\w+\}?|\{\{?\w+\}?\}|%\w+%|<.*>|:\w+|your[_-][\w-]+|(?:process|import\.meta)\.env\b.*)$/i;

/** Returns whether a token, or the text of a path parameter, stands for a missing value. */
export const isPlaceholder = (text: string): boolean => placeholder.test(text);
