export { Clocks } from './clocks.js';
export { type Duration, durationOf, parseDuration } from './duration.js';
