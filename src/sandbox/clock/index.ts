export { CLOCK, type Clock, clockOf, readClock } from './clock.js';
export { Clocks } from './clocks.js';
export { type Duration, monthsAfter, parseDuration } from './duration.js';
