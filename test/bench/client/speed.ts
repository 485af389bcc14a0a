import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import createClient from 'openapi-fetch';
import type { paths } from '../../../generated/types.ts';
import type { createGatewayClient as CreateGatewayClient } from '../../../src/index.ts';
import { atMost, keepFigure, median, table, timed } from '../report.ts';
import { bundle } from './sizes.ts';
import { here, root, write } from './workspace.ts';

const ROUNDS = 750;
const body = { payment_method: 'pix', amount: 15990 } as const;
const headers = { 'content-type': 'application/json', authorization: 'Bearer token' };
const init = () => ({ method: 'POST', body: JSON.stringify(body), headers });
const small = JSON.stringify({ id: 1, status: 'processing', amount: 15990 });
const contract = JSON.parse(readFileSync(join(root, 'generated/openapi.json'), 'utf8'));
const { data } = contract.components.examples['listTransactions.first_page.response'].value;
const copies = Math.ceil(100_000 / JSON.stringify(data).length);
/** The contract's list of transactions, repeated to about 100 kB. */
const large = JSON.stringify({ data: Array.from({ length: copies }, () => data).flat() });

type Contestants = Readonly<Record<string, () => Promise<unknown>>>;
type Limit = readonly [of: string, against: string, times: number];

/** Calls each contestant a few times in turn, for many rounds, so that other load affects all alike. Prints the medians. */
async function compare(title: string, contestants: Contestants, perRound: number, limits: readonly Limit[] = []) {
  const order = Object.entries(contestants);
  const times = new Map(order.map(([name]): [string, number[]] => [name, []]));
  for (let round = -30; round < ROUNDS; round++) {
    // Each round starts with another contestant. Otherwise the same one would always pay for the garbage of the one
    // before it.
    order.push(...order.splice(0, 1));
    for (const [name, call] of order) {
      const taken = await timed(async () => {
        for (let index = 0; index < perRound; index++) await call();
      });
      // The first rounds warm up the compiler.
      if (round >= 0) times.get(name)?.push((taken / perRound) * 1000);
    }
  }
  const ratio = (name: string, base: string) => {
    const others = times.get(base) ?? [];
    return median((times.get(name) ?? []).map((time, round) => time / (others[round] ?? Number.NaN)));
  };
  const [first = ''] = Object.keys(contestants);
  table(title, [
    ['', 'µs per call', `times ${first}`],
    ...Object.keys(contestants).map((name) => [
      name,
      median(times.get(name) ?? []).toFixed(1),
      ratio(name, first).toFixed(2),
    ]),
  ]);
  for (const [of, against, limit] of limits) {
    keepFigure(`${title}: ${of}, times ${against}`, ratio(of, against));
    atMost(`${of}, times ${against}`, ratio(of, against), limit);
  }
}

export async function speed(): Promise<void> {
  const path = write('client.mjs', (await bundle(['createGatewayClient'], join(root, 'src/index.ts'))).code);
  await import(pathToFileURL(path).href);
  const [createGatewayClient] = (globalThis as unknown as { used: [typeof CreateGatewayClient] }).used;
  const both = (baseUrl: string) => ({
    ours: createGatewayClient({ baseUrl, accessToken: 'token' }),
    plain: createClient<paths>({ baseUrl, headers: { authorization: 'Bearer token' } }),
  });
  const callsOf = ({ ours, plain }: ReturnType<typeof both>, suffix = '', isList = false): Contestants => ({
    [`openapi-fetch${suffix}`]: () =>
      isList ? plain.GET('/v1/transactions') : plain.POST('/v1/transactions', { body }),
    [`this client${suffix}`]: () => (isList ? ours.GET('/v1/transactions') : ours.POST('/v1/transactions', { body })),
  });

  for (const { title, response, limit, perRound } of [
    { title: 'Over a loopback server, one call at a time', response: small, limit: 1.3, perRound: 20 },
    { title: 'Over a loopback server, a list of 100 kB', response: large, limit: 1.6, perRound: 5 },
  ]) {
    const isList = response === large;
    const server = fork(here('serve.ts'), [response]);
    const [port] = await once(server, 'message');
    const baseUrl = `http://127.0.0.1:${port}`;
    const observed = both(baseUrl);
    for (const one of [observed.ours, observed.plain]) {
      one.use({ onRequest: ({ request }) => request.headers.set('x-shop', '1'), onResponse: () => undefined });
    }
    const contestants = {
      'bare fetch': async () => (await fetch(`${baseUrl}/v1/transactions`, isList ? { headers } : init())).json(),
      ...callsOf(both(baseUrl), '', isList),
      ...callsOf(observed, ', one middleware', isList),
    };
    const limits: Limit[] = [['this client', 'openapi-fetch', limit]];
    if (!isList) limits.push(['this client, one middleware', 'openapi-fetch, one middleware', 1.3]);
    await compare(title, contestants, perRound, limits);
    server.kill();
  }
}
