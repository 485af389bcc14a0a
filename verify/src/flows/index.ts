import { customers } from './customers.js';
import type { Flow } from './flow.js';
import { links, plans } from './links-and-plans.js';
import { lookups } from './lookups.js';
import { cards, refunds, unpaid } from './payments.js';
import { configuration, receivers } from './receivers.js';
import { resources } from './resources.js';
import { storedCards } from './stored-cards.js';
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
