export { escapeMarkup } from './escape-markup.js';
export { groupBy } from './group-by.js';
export {
  asObject,
  booleanOf,
  isObject,
  type JsonObject,
  jsonOf,
  listAt,
  numberOf,
  objectAt,
  stringAt,
  textOf,
  type Values,
} from './json.js';
export { keysOfPointer, pointerOf } from './json-pointer.js';
export { type JunitCase, type JunitFailure, junitXml } from './junit.js';
export { camelCase, kebabCase, snakeCase } from './letter-case.js';
export { memoize, once } from './memoize.js';
export { isLuhn, mod10 } from './mod10.js';
export { editsBetween, meant, nearest, suggestion } from './nearest.js';
export {
  choice,
  flag,
  flagOf,
  helpOf,
  must,
  type Option,
  type OptionsOf,
  type OptionTable,
  readOption,
  readOptions,
  sizeOf,
  text,
  type ValuesOf,
  webAddress,
  whole,
} from './option-table.js';
export { isPlaceholder } from './placeholders.js';
export { BodyTooLarge, parseJson, readBody } from './response-body.js';
export { clauses, sentence } from './sentences.js';
export {
  commandLine,
  fitted,
  hasColors,
  type Output,
  outputWidth,
  type Style,
  shortened,
  styled,
  type TextColumn,
  table,
  withParts,
  wrapped,
} from './terminal.js';
export { timeUp, withTimeout } from './timing.js';
