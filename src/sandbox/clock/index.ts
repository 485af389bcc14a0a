export { Clocks } from './clocks.js';
export { type Duration, durationOf, monthsAfter, parseDuration } from './duration.js';
