/** Builds an application with each supported Next.js, and sends payments from its routes and pages. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { install, type Packed } from '../../scripts/test/packages/packed.ts';
import { fetchPackages, type Part, programOf, run } from './row.ts';

/** Exact versions, because each caches `fetch` in another way. */
const VERSIONS = [
  ['next@14.2.35', 'react@18.3.1', 'react-dom@18.3.1'],
  ['next@15.5.4', 'react@19.2.0', 'react-dom@19.2.0'],
  ['next@16.4.6', 'react@19.2.0', 'react-dom@19.2.0'],
];

const LAYOUT = `import { createElement } from 'react';
export default ({ children }) => createElement('html', null, createElement('body', null, children));`;
const NEXT = ['node_modules/next/dist/bin/next'];

export const frameworks: Part = async (packed) => ({
  rows: VERSIONS.map((specs) => ({ title: `${specs[0]}`, run: () => tryNext(packed, specs) })),
});

/** Returns the problem, or undefined if each payment arrives once and tokens stay apart. */
async function tryNext(packed: Packed, specs: readonly string[]): Promise<string | undefined> {
  const project = install(packed, `${specs[0]}`);
  const { directory, write } = project;
  await fetchPackages(project, specs);
  mkdirSync(`${directory}/app/pay`, { recursive: true });
  write('app/layout.js', LAYOUT);
  write('app/next-client.js', programOf('programs/next-client.js'));
  write('app/page.js', sourceOf('next-page.js'));
  write('app/pay/route.js', sourceOf('next-route.js').replace("'./", "'../"));
  const gateway = await startGateway();
  try {
    const env = { NEXT_TELEMETRY_DISABLED: '1', PAYMENT_GATEWAY_URL: gateway.url };
    const built = await run(directory, ['node', ...NEXT, 'build'], env);
    if (!built.isWell) return built.output;
    const app = await startApp(directory, env);
    try {
      return await useApp(app.url, gateway);
    } finally {
      await app.close();
    }
  } finally {
    gateway.close();
  }
}

function sourceOf(file: string): string {
  return readFileSync(new URL(`programs/${file}`, import.meta.url), 'utf8');
}

async function useApp(url: string, gateway: Awaited<ReturnType<typeof startGateway>>): Promise<string | undefined> {
  const get = async (path: string) => (await fetch(url + path)).text();
  const post = async () => (await fetch(`${url}/pay`, { method: 'POST' })).text();
  const paid = [await post(), await post()];
  const shown = [await get('/'), await get('/')].map((html) => /payment (?:<!-- -->)?\d+/.exec(html)?.[0]);
  const owners = [];
  for (const query of ['', '&revalidate=60'])
    for (const token of ['a', 'b', 'a']) owners.push(JSON.parse(await get(`/pay?token=${token}${query}`)).owner);
  const got = JSON.stringify({ paid, shown, payments: gateway.payments(), owners });
  const expected = JSON.stringify({
    paid: ['{"id":1}', '{"id":2}'],
    shown: ['payment 3', 'payment 4'],
    payments: 4,
    owners: ['a', 'b', 'a', 'a', 'b', 'a'],
  });
  return got === expected ? undefined : `got      ${got}\nexpected ${expected}`;
}

/** Starts a server that counts payments, and returns the token of a GET. */
async function startGateway() {
  let payments = 0;
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      const owner = request.headers.authorization?.replace('Bearer ', '');
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify(request.method === 'POST' ? { id: ++payments } : { owner }));
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    payments: () => payments,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Starts the built application on a free port. */
async function startApp(directory: string, variables: NodeJS.ProcessEnv) {
  const args = [...NEXT, 'start', '--port', '0', '--hostname', '127.0.0.1'];
  const env = { ...process.env, ...variables };
  const app = spawn(process.execPath, args, { cwd: directory, env, stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(app, 'exit');
  let output = '';
  const url = await new Promise<string>((resolve, reject) => {
    ended.then(() => reject(new Error(`next start ended\n${output}`)));
    app.stdout.on('data', (chunk) => {
      output += chunk;
      const [, found] = /(http:\/\/127\.0\.0\.1:\d+)/.exec(output) ?? [];
      if (found && /Ready/.test(output)) resolve(found);
    });
  });
  return {
    url,
    async close() {
      app.kill();
      await ended;
    },
  };
}
