export { type Clocks, createClocks } from './clocks.js';
export { type Duration, durationOf, parseDuration } from './duration.js';
