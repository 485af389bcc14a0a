export { type Clocks, createClocks } from './clocks.js';
export { type Duration, durationOf, LAST_CLOCK_TIME, parseDuration } from './duration.js';
