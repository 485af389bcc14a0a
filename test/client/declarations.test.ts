import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { built } from '../built/built.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const folder = temporaryFolder('declarations');

beforeAll(() => built('compiled'));

/** A module of a shop with `declaration`: the compiler has to name every type that it infers. */
const program = `
  import { createGatewayClient, gatewayFetch, paginate, type PathsWithEvidence, unwrap } from 'payment-gateway-contract';
  import { startMockServer } from 'payment-gateway-contract/mock';
  import { asOpenapiFetch } from 'payment-gateway-contract/openapi-fetch';
  import { buildWebhookEvent, confirmWebhookEvent, parseWebhookEvent } from 'payment-gateway-contract/webhooks';

  const params = { path: { id: 1 } };
  export const client = createGatewayClient({ baseUrl: 'https://gateway.example', accessToken: 'token' });
  export const { GET, POST, PUT, DELETE, use, eject } = client;
  export const documented = createGatewayClient<PathsWithEvidence<'documented'>>({ baseUrl: '', accessToken: '' }).GET;
  export const result = client.GET('/v1/customers/{id}', { params });
  export const get = () => unwrap(client.GET('/v1/customers/{id}', { params }));
  export const customers = paginate(client, '/v1/customers', {});

  export const api = asOpenapiFetch(client);
  export const { GET: apiGet, POST: apiPost, request, use: apiUse } = api;
  export const found = api.GET('/v1/customers/{id}', { params });

  export const event = parseWebhookEvent('');
  export const confirm = () => (event.known ? confirmWebhookEvent(client, event) : undefined);
  export const built = buildWebhookEvent('link.paid');
  export const plain = gatewayFetch({ accessToken: 'token' });
  export const mock = startMockServer({ port: 0 });
  export const { url, close } = await mock;
`;

/** Installs the package as pnpm does: the project cannot resolve the dependencies of the package. */
function installLikePnpm(): void {
  const placeOf = (name: string) => join(folder, `node_modules/.pnpm/${name}@1/node_modules/${name}`);
  const link = (from: string, name: string) => {
    mkdirSync(dirname(from), { recursive: true });
    symlinkSync(placeOf(name), from, 'junction');
  };
  const beside = (owner: string, name: string) => link(join(dirname(placeOf(owner)), name), name);
  for (const name of ['openapi-fetch', 'openapi-typescript-helpers'])
    cpSync(resolve('node_modules', name), placeOf(name), { recursive: true });
  const own = placeOf('payment-gateway-contract');
  for (const path of ['package.json', 'dist/src', 'dist/generated']) cpSync(path, join(own, path), { recursive: true });
  link(join(folder, 'node_modules/payment-gateway-contract'), 'payment-gateway-contract');
  beside('payment-gateway-contract', 'openapi-fetch');
  beside('openapi-fetch', 'openapi-typescript-helpers');
}

test('a program with `declaration` can export clients, their methods and results, also with pnpm', async () => {
  installLikePnpm();
  const compilerOptions = {
    ...{ module: 'nodenext', target: 'es2022', lib: ['es2023', 'dom', 'dom.iterable'], strict: true },
    ...{ declaration: true, outDir: 'out', types: [] },
  };
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['shop.ts'] }));
  writeFileSync(join(folder, 'shop.ts'), program);
  const compiler = resolve('node_modules/typescript-native/bin/tsc');
  const output = await new Promise<string>((done) => {
    execFile(process.execPath, [compiler], { cwd: folder }, (_, stdout) => done(stdout));
  });
  expect(output).toBe('');
  expect(readFileSync(join(folder, 'out/shop.d.ts'), 'utf8')).toContain(
    'GatewayMethod<import("payment-gateway-contract").paths, "get">',
  );
});
