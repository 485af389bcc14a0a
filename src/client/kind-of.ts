/** What a value is, in words that quote nothing of it. */
export const kindOf = (value: unknown): string =>
  value === null ? 'null' : `a${typeof value === 'object' ? 'n' : ''} ${typeof value}`;
