/** The operations of events, their deliveries, and the receivers without a registration. */

import type { WebhookEventName } from 'payment-gateway-contract/webhooks';
import { readOption } from 'payment-gateway-core/util';
import type { Engine } from '../engine/index.js';
import { type AccountReceiver, addReceiver, receiversOf, removeReceiver } from '../events/index.js';
import { SANDBOX_OPTIONS } from '../options/index.js';
import { objectOf } from '../rules/index.js';
import { Refusal, type StoredEvent } from '../state/index.js';
import { eventBody } from '../variants/index.js';
import type { Handlers, Success } from './call.js';
import { listEvents, shownEvent, withoutSecrets } from './console-lists.js';

export function createEventHandlers(engine: Engine) {
  const { run, events } = engine;
  const found = (account: string, event: StoredEvent | undefined, id: string): Success<'retrieveEvent'> => {
    if (event === undefined) throw new Refusal(404, [`There is no event ${id}`]);
    return { ...shownEvent(account, event), body: eventBody(event, event.payload) };
  };

  return {
    async listEvents({ account, query }) {
      const { id } = query;
      const object = id === undefined ? undefined : await run(account(), (work) => objectOf(work, Number(id)));
      const { items, total } = await listEvents(run, account(), object, query);
      return { data: items.map((event) => shownEvent(account(), event)), total };
    },
    async waitForEvent({ account, body: { name, ...filter } }) {
      // The engine checks the name.
      return shownEvent(account(), await events.waitFor(account(), name as WebhookEventName, filter));
    },
    async waitUntilSettled({ account, body }) {
      await events.settled(account(), body);
      return undefined;
    },
    retrieveEvent: async ({ account, params: { id } }) =>
      found(account(), await run(account(), ({ state }) => state.event(Number(id))), id),
    redeliverEvent: async ({ account, params: { id }, query }) =>
      found(account(), await events.redeliver(account(), Number(id), query.receiver), id),
    async releaseEvents({ account }) {
      await events.release(account());
      return undefined;
    },
    async disturbDeliveries({ account, body }) {
      await engine.disturb(account(), body);
      return undefined;
    },
  } satisfies Partial<Handlers>;
}

export interface ReceiverHandlersOptions {
  readonly engine: Engine;
  readonly allowRemoteWebhooks: boolean;
}

export function createReceiverHandlers({ engine, allowRemoteWebhooks }: ReceiverHandlersOptions) {
  const { run, receivers } = engine;
  return {
    async addReceiver({ account, body: { url } }) {
      readOption('url', SANDBOX_OPTIONS.webhook, url, { allowRemoteWebhooks });
      return shownReceiver(await run(account(), (unit) => addReceiver(unit, url)));
    },
    async listReceivers({ account }) {
      return { receivers: (await run(account(), (unit) => receiversOf(unit, receivers))).map(shownReceiver) };
    },
    async removeReceiver({ account, params: { id } }) {
      await run(account(), (unit) => removeReceiver(unit, receivers, Number(id)));
      return undefined;
    },
  } satisfies Partial<Handlers>;
}

function shownReceiver({ id, url }: AccountReceiver): Success<'addReceiver'> {
  return { id, url: withoutSecrets(url) };
}
