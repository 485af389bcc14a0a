/** The operations of receivers that hold a connection. */
import { webhookExamples } from 'payment-gateway-contract/webhooks';
import type { Engine } from '../engine/index.js';
import type { Result } from '../events/index.js';
import type { Handlers } from './call.js';
import { createEventStream, eventOf } from './event-stream.js';

/** The most deliveries that a listener has in hand. */
const MOST_IN_HAND = 16;

export function createListenHandlers(engine: Engine) {
  const { listeners } = engine;
  return {
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
        deliveries: due.map(({ event, by, delivery, copies, name, body }) => ({
          event,
          lease: by,
          delivery,
          copies,
          name,
          body,
        })),
      };
    },
  } satisfies Partial<Handlers>;
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
