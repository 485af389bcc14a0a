export { Clocks } from './clocks.js';
export { DURATION_FORM, type Duration, durationOf, LAST_CLOCK_TIME, parseDuration } from './duration.js';
