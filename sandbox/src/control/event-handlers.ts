/** The operations of events and their deliveries, of the receivers without a registration, and of those that hold a connection. */
import { type WebhookEventName, webhookExamples } from 'payment-gateway-contract/webhooks';
import { readOption } from 'payment-gateway-core/util';
import { type AccountReceiver, addReceiver, type Result, receiversOf, removeReceiver } from '../events/index.js';
import { SANDBOX_OPTIONS } from '../options/index.js';
import { objectOf } from '../rules/index.js';
import { Refusal, type StoredEvent } from '../state/index.js';
import { eventBody } from '../variants/index.js';
import type { ControlOptions, Handlers, Success } from './call.js';
import { listEvents, shownEvent, withoutSecrets } from './console-lists.js';
import { createEventStream, eventOf } from './event-stream.js';

/** The most deliveries that a listener has in hand. */
const MOST_IN_HAND = 16;

export function createEventHandlers({ engine, allowRemoteWebhooks }: ControlOptions) {
  const { run, events, receivers, listeners } = engine;
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
    waitUntilSettled: ({ account, body }) => events.settled(account(), body),
    retrieveEvent: async ({ account, params: { id } }) =>
      found(account(), await run(account(), ({ state }) => state.event(Number(id))), id),
    redeliverEvent: async ({ account, params: { id }, query }) =>
      found(account(), await events.redeliver(account(), Number(id), query.receiver), id),
    releaseEvents: ({ account }) => events.release(account()),
    disturbDeliveries: ({ account, body }) => engine.disturb(account(), body),

    async addReceiver({ account, body: { url } }) {
      readOption('url', SANDBOX_OPTIONS.webhook, url, { allowRemoteWebhooks });
      return shownReceiver(await run(account(), (unit) => addReceiver(unit, url)));
    },
    async listReceivers({ account }) {
      return { receivers: (await run(account(), (unit) => receiversOf(unit, receivers))).map(shownReceiver) };
    },
    removeReceiver: ({ account, params: { id } }) =>
      run(account(), (unit) => removeReceiver(unit, receivers, Number(id))),

    async listenForEvents({ account, query: { key, name, events, since, of } }) {
      const { listener, ...beginning } = await listeners.open(account(), {
        // The contract requires both.
        key: String(key),
        name: String(name),
        ...(events !== undefined && { events: namesIn(events) }),
        last: since === undefined || of === undefined ? undefined : { since: Number(since), of },
      });
      const look = async () => ((await listeners.isDue(account(), listener)) ? eventOf('due', {}) : undefined);
      return createEventStream(engine, account(), look, {
        first: eventOf('ready', beginning),
        isTimed: true,
        onEnd: () => listeners.close(account(), listener),
      });
    },
    async exchangeDeliveries({ account, params: { key }, body: { results = [], limit = MOST_IN_HAND } }) {
      const read = results.map(
        ({ attempts, ...result }): Result => ({
          ...result,
          attempts: attempts.map(({ at, ...attempt }) => ({ ...attempt, at: Date.parse(at) || 0 })),
        }),
      );
      const due = await listeners.exchange(account(), key, read, limit);
      return {
        deliveries: due.map(({ by: lease, event, delivery, copies, name, body }) => {
          return { lease, event, delivery, copies, name, body };
        }),
      };
    },
  } satisfies Partial<Handlers>;
}

function shownReceiver({ id, url }: AccountReceiver): Success<'addReceiver'> {
  return { id, url: withoutSecrets(url) };
}

/** Reads names separated by commas. Throws a `RangeError` for an unknown one. */
function namesIn(events: string): string[] {
  const names = events.split(',');
  const known = Object.keys(webhookExamples);
  if (names.some((name) => !known.includes(name))) {
    throw new RangeError(`events: must be names of events, separated by commas: ${known.join(', ')}`);
  }
  return names;
}
