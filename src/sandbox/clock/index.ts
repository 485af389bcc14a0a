export { CLOCK, type Clock, clockOf, readClock } from './clock.js';
export { Clocks } from './clocks.js';
export { type Duration, durationOf, monthsAfter, parseDuration } from './duration.js';
