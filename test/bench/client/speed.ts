import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import createClient from 'openapi-fetch';
import type { paths } from '../../../generated/types.ts';
import type { createGatewayClient as CreateGatewayClient } from '../../../src/index.ts';
import { firstVersion } from './first-version.ts';
import { bundle } from './sizes.ts';
import { here, median, print, root, write } from './workspace.ts';

const body = { payment_method: 'pix', amount: 15990 } as const;
const response = JSON.stringify({ id: 1, status: 'processing', amount: 15990 });

interface Limit {
  readonly of: string;
  readonly against: string;
  readonly times: number;
}

/** A few calls of each contestant in turn, many times: what disturbs the machine disturbs all of them alike. */
async function compare(
  title: string,
  limits: readonly Limit[],
  contestants: Record<string, () => Promise<unknown>>,
  perRound: number,
) {
  const rounds = 300;
  const times = new Map(Object.keys(contestants).map((name): [string, number[]] => [name, []]));
  const order = Object.entries(contestants);
  for (let round = -30; round < rounds; round++) {
    // Another one begins each round: what one leaves for the garbage collector is not always paid by the same next one.
    order.push(...order.splice(0, 1));
    for (const [name, call] of order) {
      const start = performance.now();
      for (let index = 0; index < perRound; index++) await call();
      // The first rounds are for the compiler.
      if (round >= 0) times.get(name)?.push(((performance.now() - start) / perRound) * 1000);
    }
  }
  const [first = ''] = times.keys();
  const ratio = (name: string, base: string) => {
    const others = times.get(base) ?? [];
    return median((times.get(name) ?? []).map((time, round) => time / (others[round] ?? Number.NaN)));
  };
  print(title, [
    ['', 'µs per call', 'best', `times ${first}`],
    ...[...times].map(([name, all]) => [
      name,
      median(all).toFixed(1),
      Math.min(...all).toFixed(1),
      ratio(name, first).toFixed(2),
    ]),
  ]);
  for (const { of, against, times: limit } of limits) {
    const reached = ratio(of, against);
    console.log(
      `${of} ${reached.toFixed(3)} times ${against}, limit ${limit}: ${reached <= limit ? 'kept' : 'EXCEEDED'}`,
    );
  }
}

async function load(name: string, from: string): Promise<typeof CreateGatewayClient> {
  const path = write(`${name}.mjs`, await bundle(['createGatewayClient'], from));
  await import(pathToFileURL(path).href);
  const [createGatewayClient] = (globalThis as unknown as { used: [typeof CreateGatewayClient] }).used;
  return createGatewayClient;
}

export async function speed(): Promise<void> {
  const createGatewayClient = await load('client', join(root, 'src/index.ts'));
  const before = firstVersion();
  if (!before) console.log('0.1.0 is left out: this clone does not have its commit.');
  const createFirstVersion = before ? await load('first-version', before) : undefined;
  const headers = { 'content-type': 'application/json', authorization: 'Bearer token' };
  const init = () => ({ method: 'POST', body: JSON.stringify(body), headers });

  const server = fork(here('serve.ts'), [response]);
  const [port] = await once(server, 'message');
  const baseUrl = `http://127.0.0.1:${port}`;
  const client = createGatewayClient({ baseUrl, accessToken: 'token' });
  const ofFirstVersion = createFirstVersion?.({ baseUrl, accessToken: 'token' });
  const plain = createClient<paths>({ baseUrl, headers: { authorization: 'Bearer token' } });
  const observed = createGatewayClient({ baseUrl, accessToken: 'token' });
  const plainObserved = createClient<paths>({ baseUrl, headers: { authorization: 'Bearer token' } });
  for (const one of [observed, plainObserved]) {
    one.use({ onRequest: ({ request }) => request.headers.set('x-shop', '1'), onResponse: () => undefined });
  }
  await compare(
    'Over a loopback server, one call at a time',
    [
      { of: 'this client', against: 'openapi-fetch', times: 1 },
      ...(ofFirstVersion ? [{ of: 'this client', against: 'this client in 0.1.0', times: 1.05 }] : []),
      { of: 'this client, one middleware', against: 'openapi-fetch, one middleware', times: 1.15 },
    ],
    {
      'bare fetch': async () => (await fetch(`${baseUrl}/v1/transactions`, init())).json(),
      'openapi-fetch': () => plain.POST('/v1/transactions', { body }),
      'this client': () => client.POST('/v1/transactions', { body }),
      ...(ofFirstVersion && { 'this client in 0.1.0': () => ofFirstVersion.POST('/v1/transactions', { body }) }),
      'openapi-fetch, one middleware': () => plainObserved.POST('/v1/transactions', { body }),
      'this client, one middleware': () => observed.POST('/v1/transactions', { body }),
    },
    20,
  );
  server.kill();

  // What the network costs is left out; the request that fetch makes of its arguments is not.
  const stub = async (_: Request) => new Response(response, { headers: { 'content-type': 'application/json' } });
  const stubbed = createGatewayClient({ baseUrl, accessToken: 'token', fetch: stub });
  const plainStubbed = createClient<paths>({ baseUrl, headers: { authorization: 'Bearer token' }, fetch: stub });
  await compare(
    'Over a stubbed network',
    [],
    {
      'bare fetch': async () => (await stub(new Request(`${baseUrl}/v1/transactions`, init()))).json(),
      'openapi-fetch': () => plainStubbed.POST('/v1/transactions', { body }),
      'this client': () => stubbed.POST('/v1/transactions', { body }),
    },
    200,
  );
}
