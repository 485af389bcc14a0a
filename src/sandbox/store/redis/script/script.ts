import { createHash } from 'node:crypto';
import { EVENTS } from './events.js';
import { LISTS } from './lists.js';
import { OBJECTS } from './objects.js';
import { OPERATIONS } from './operations.js';

/**
 * The store's operations, run by the server: each happens whole, or not at all. A script rather than a function of the server, because functions are
 * named outside every prefix; rather than WATCH and MULTI, because it takes one trip instead of three and never has to be tried again.
 */
export const SCRIPT = [LISTS, OBJECTS, EVENTS, OPERATIONS].join('\n');
export const DIGEST = createHash('sha1').update(SCRIPT).digest('hex');
