import type { Flow } from './flow.js';
import { customers, links, plans } from './objects.js';
import { cards, refunds, storedCards, unpaid } from './payments.js';
import { lookups, resources } from './reads.js';
import { configuration, receivers } from './receivers.js';
import { webhooks } from './webhooks.js';

/** Every flow in the order of a run: reads first, then the least risky writes. Flows that may end early with a charge come last. */
export const FLOWS: readonly Flow[] = [
  ...[resources, lookups, customers, links, plans, webhooks, unpaid],
  ...[cards, refunds, receivers, configuration, storedCards],
].flat();
export {
  type Flow,
  MissingValue,
  NO_CARD,
  type RunCard,
  type SendStep,
  type StepRequest,
  SUBSCRIBER,
} from './flow.js';
