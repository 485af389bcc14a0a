import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { listen } from '../../../test/listen.ts';
import { some } from '../../../test/property-runs.ts';
import { type Assumed, createSandboxFetch } from '../../src/index.ts';
import { send } from '../entrances.ts';
import { OBSERVATIONS, type Observed } from './observations.ts';

const ROWS = Object.entries(OBSERVATIONS).flatMap(([entry, variants]) =>
  Object.entries(variants).map(([name, observation]) => ({ entry, name, observation })),
);

describe('each variant', () => {
  // biome-ignore lint/suspicious/noExplicitAny: tests read any field
  const events: any[] = [];
  let status = 204;
  const receiver = createServer(async (request, response) => {
    events.push(JSON.parse(await text(request)));
    response.writeHead(status).end();
  });
  let webhook = '';
  beforeAll(async () => {
    webhook = `${await listen(receiver, () => {})}/hooks`;
  });
  afterAll(() => receiver.close());
  beforeEach(() => {
    events.length = 0;
    status = 204;
  });

  async function observe(assume: Assumed, look: (observed: Observed) => Promise<unknown>): Promise<unknown> {
    await using sandbox = createSandboxFetch({ clock: '2026-11-20T12:00:00Z', webhook, assume });
    return await look({
      sandbox,
      events,
      respondWith: (next) => {
        status = next;
      },
      async send(method, path, body) {
        const told = await send({ url: 'http://gateway.example', fetch: sandbox }, method, path, body);
        return { status: told.status, body: told.body, type: told.headers.get('content-type') };
      },
    });
  }

  test.each(some(ROWS))('$entry=$name changes what a shop observes', async ({ entry, name, observation }) => {
    expect(await observe({}, observation.observe)).toEqual(observation.assumed);
    events.length = 0;
    status = 204;
    expect(await observe({ [entry]: name }, observation.observe)).toEqual(observation.varied);
  });
});
