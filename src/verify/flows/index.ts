import { cards } from './cards.js';
import { configuration } from './configuration.js';
import { customers } from './customers.js';
import type { Flow } from './flow.js';
import { links } from './links.js';
import { lookups } from './lookups.js';
import { plans } from './plans.js';
import { receivers } from './receivers.js';
import { refunds } from './refunds.js';
import { resources } from './resources.js';
import { subscriptions } from './subscriptions.js';
import { unpaid } from './unpaid.js';
import { webhooks } from './webhooks.js';

/** Every flow in the order of a run: reads first, then writes. Card payments come last, because some end early and keep a charge. */
export const FLOWS: readonly Flow[] = [
  ...[resources, lookups, customers, links, plans, webhooks, unpaid],
  ...[refunds, subscriptions, receivers, configuration, cards],
].flat();
