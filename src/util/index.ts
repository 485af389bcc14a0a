export { matchCopies } from './class-copies.js';
export {
  asObject,
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
export { memoize } from './memoize.js';
export { meant, suggestion } from './nearest.js';
export {
  choice,
  flag,
  must,
  type OptionsOf,
  type OptionTable,
  readOption,
  readOptions,
  text,
  type ValuesOf,
  webAddress,
  whole,
} from './option-table.js';
export { fileIn, packageFile, packageVersion, readJsonFile, readPackageJson } from './package-files.js';
export { loadPeer } from './peers.js';
export { clearRefusals, leavesOutcomeOpen } from './refusals.js';
export { decode, parseJson, readBody, UnusableResponse } from './response-body.js';
export { refuseOldBun, sendOnce } from './send-once.js';
export { readText } from './text-file.js';
export { pause, retryDelay, timeUp, withTimeout } from './timing.js';
export { xml } from './xml.js';
