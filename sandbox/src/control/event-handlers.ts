/** The operations of events, their deliveries, and the receivers without a registration. */

import { readOption } from 'payment-gateway-contract/internal/util';
import type { WebhookEventName } from 'payment-gateway-contract/webhooks';
import type { Engine } from '../engine.js';
import type { StartReceiver } from '../events/index.js';
import { objectOf } from '../objects.js';
import { SANDBOX_OPTIONS } from '../options.js';
import { Refusal, type StoredEvent } from '../state/index.js';
import { eventBody } from '../variants/event-bodies.js';
import type { Handlers, Success } from './call.js';
import { listEvents, shownEvent, withoutSecrets } from './console-lists.js';

/** A receiver without a registration, with an id to remove it by. */
export interface AddedReceiver extends StartReceiver {
  readonly id: number;
}

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
  /** The list that the engine reads. The handlers change it in place. */
  readonly receivers: AddedReceiver[];
  readonly allowRemoteWebhooks: boolean;
  readonly perToken: boolean;
}

export function createReceiverHandlers({ receivers, allowRemoteWebhooks, perToken }: ReceiverHandlersOptions) {
  let lastReceiver = receivers.length;
  return {
    async addReceiver({ named, body: { url } }) {
      readOption('url', SANDBOX_OPTIONS.webhook, url, { allowRemoteWebhooks });
      const account = perToken ? named : undefined;
      const known = receivers.find((one) => one.url === url && one.account === account);
      const receiver = known ?? { id: ++lastReceiver, url, account };
      if (known === undefined) receivers.push(receiver);
      return shownReceiver(receiver);
    },
    listReceivers: async () => ({ receivers: receivers.map(shownReceiver) }),
    async removeReceiver({ params: { id } }) {
      const index = receivers.findIndex((one) => one.id === Number(id));
      if (index < 0) throw new Refusal(404, [`There is no receiver ${id}`]);
      receivers.splice(index, 1);
      return undefined;
    },
  } satisfies Partial<Handlers>;
}

function shownReceiver({ id, url }: AddedReceiver): Success<'addReceiver'> {
  return { id, url: withoutSecrets(url) };
}
