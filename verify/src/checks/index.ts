import type { CreateCheck } from './check.js';
import { createdPaymentCheck } from './created-payments.js';
import { cardCheck, customerCheck } from './customers-and-cards.js';
import { eventCheck, topicCheck } from './delivered-events.js';
import { echoCheck } from './echoes.js';
import { errorCheck, statusCheck } from './error-bodies.js';
import { listCheck } from './lists.js';
import { pathCheck, tokenCheck } from './paths.js';
import { paymentCheck } from './payments.js';
import { refundCheck } from './refunds.js';
import { removalCheck } from './removals.js';
import { acquirerCheck, movedStatusCheck, sequenceCheck } from './sequences.js';
import { simulationCheck } from './simulation.js';

export { type Check, type Intent, Resources, resourceOf, type Seen } from './check.js';
export { isDelivery, RECEIVER_ORIGIN } from './delivered-events.js';

/** The checks in the order of their findings. */
export const CHECKS: readonly CreateCheck[] = [
  ...[pathCheck, statusCheck, tokenCheck, errorCheck, echoCheck, listCheck, paymentCheck, createdPaymentCheck],
  ...[cardCheck, refundCheck, simulationCheck, customerCheck, removalCheck, acquirerCheck, movedStatusCheck],
  ...[sequenceCheck, eventCheck, topicCheck],
];
