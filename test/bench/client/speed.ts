import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import createClient from 'openapi-fetch';
import type { paths } from '../../../generated/types.ts';
import type { createGatewayClient as CreateGatewayClient } from '../../../src/index.ts';
import { keepFigure } from '../figures.ts';
import { bundle } from './sizes.ts';
import { here, median, print, root, write } from './workspace.ts';

const RUNS = 5;
const body = { payment_method: 'pix', amount: 15990 } as const;
const headers = { 'content-type': 'application/json', authorization: 'Bearer token' };
const init = () => ({ method: 'POST', body: JSON.stringify(body), headers });
const small = JSON.stringify({ id: 1, status: 'processing', amount: 15990 });
/** The contract's list of transactions, repeated to about 100 kB. */
const large = JSON.stringify({ data: Array.from({ length: 35 }, () => exampleList().data).flat() });

function exampleList(): { readonly data: readonly object[] } {
  const contract = JSON.parse(readFileSync(join(root, 'generated/openapi.json'), 'utf8'));
  return contract.components.examples['listTransactions.first_page.response'].value;
}

interface Limit {
  readonly of: string;
  readonly against: string;
  readonly times: number;
}
type Contestants = Readonly<Record<string, () => Promise<unknown>>>;

/** Calls each contestant a few times in turn, for many rounds, so that other load affects all alike. */
async function measure(contestants: Contestants, perRound: number): Promise<Map<string, number[]>> {
  const rounds = 150;
  const times = new Map(Object.keys(contestants).map((name): [string, number[]] => [name, []]));
  const order = Object.entries(contestants);
  for (let round = -30; round < rounds; round++) {
    // Each round starts with another contestant. Otherwise the same one would always pay for the garbage of the one
    // before it.
    order.push(...order.splice(0, 1));
    for (const [name, call] of order) {
      const start = performance.now();
      for (let index = 0; index < perRound; index++) await call();
      // The first rounds warm up the compiler.
      if (round >= 0) times.get(name)?.push(((performance.now() - start) / perRound) * 1000);
    }
  }
  return times;
}

/** Prints the median of several runs. */
async function compare(title: string, limits: readonly Limit[], contestants: Contestants, perRound: number) {
  const runs: Map<string, number[]>[] = [];
  for (let run = 0; run < RUNS; run++) runs.push(await measure(contestants, perRound));
  const [first = ''] = Object.keys(contestants);
  const ratios = (name: string, base: string) =>
    runs.map((times) => {
      const others = times.get(base) ?? [];
      return median((times.get(name) ?? []).map((time, round) => time / (others[round] ?? Number.NaN)));
    });
  print(`${title}, median of ${RUNS} runs`, [
    ['', 'µs per call', `times ${first}`],
    ...Object.keys(contestants).map((name) => [
      name,
      median(runs.map((times) => median(times.get(name) ?? []))).toFixed(1),
      median(ratios(name, first)).toFixed(2),
    ]),
  ]);
  for (const { of, against, times: limit } of limits) {
    const all = ratios(of, against);
    const reached = median(all);
    keepFigure(`${title}: ${of}, times ${against}`, reached);
    const range = `${Math.min(...all).toFixed(2)} to ${Math.max(...all).toFixed(2)}`;
    const verdict = reached <= limit ? 'kept' : 'EXCEEDED';
    console.log(`${of}: ${reached.toFixed(2)} times ${against} (${range}), limit ${limit}: ${verdict}`);
  }
}

async function load(): Promise<typeof CreateGatewayClient> {
  const path = write('client.mjs', await bundle(['createGatewayClient'], join(root, 'src/index.ts')));
  await import(pathToFileURL(path).href);
  const [createGatewayClient] = (globalThis as unknown as { used: [typeof CreateGatewayClient] }).used;
  return createGatewayClient;
}

export async function speed(): Promise<void> {
  const createGatewayClient = await load();
  const both = (options: { baseUrl: string; fetch?: (request: Request) => Promise<Response> }) => ({
    ours: createGatewayClient({ ...options, accessToken: 'token' }),
    plain: createClient<paths>({ ...options, headers: { authorization: 'Bearer token' } }),
  });

  for (const { title, response, limit, perRound } of [
    { title: 'Over a loopback server, one call at a time', response: small, limit: 1.2, perRound: 20 },
    { title: 'Over a loopback server, a list of 100 kB', response: large, limit: 1.5, perRound: 5 },
  ]) {
    const server = fork(here('serve.ts'), [response]);
    const [port] = await once(server, 'message');
    const baseUrl = `http://127.0.0.1:${port}`;
    const { ours, plain } = both({ baseUrl });
    const observed = both({ baseUrl });
    for (const one of [observed.ours, observed.plain]) {
      one.use({ onRequest: ({ request }) => request.headers.set('x-shop', '1'), onResponse: () => undefined });
    }
    await compare(
      title,
      [
        { of: 'this client', against: 'openapi-fetch', times: limit },
        ...(response === small
          ? [{ of: 'this client, one middleware', against: 'openapi-fetch, one middleware', times: 1.3 }]
          : []),
      ],
      {
        'bare fetch': async () => (await fetch(`${baseUrl}/v1/transactions`, init())).json(),
        'openapi-fetch': () => plain.POST('/v1/transactions', { body }),
        'this client': () => ours.POST('/v1/transactions', { body }),
        ...(response === small && {
          'openapi-fetch, one middleware': () => observed.plain.POST('/v1/transactions', { body }),
          'this client, one middleware': () => observed.ours.POST('/v1/transactions', { body }),
        }),
      },
      perRound,
    );
    server.kill();
  }

  // Without the network, but including the construction of the request.
  const stub = async (_: Request) => new Response(small, { headers: { 'content-type': 'application/json' } });
  const { ours, plain } = both({ baseUrl: 'http://127.0.0.1', fetch: stub });
  await compare(
    'Over a stubbed network',
    [],
    {
      'bare fetch': async () => (await stub(new Request('http://127.0.0.1/v1/transactions', init()))).json(),
      'openapi-fetch': () => plain.POST('/v1/transactions', { body }),
      'this client': () => ours.POST('/v1/transactions', { body }),
    },
    100,
  );
}
