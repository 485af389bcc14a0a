/**
 * Compiles programs that use every field of every response, with stock openapi-fetch and the libraries built on it, and runs those
 * libraries with the client.
 */
import { type Client, programFor } from '../client/response-field-programs.ts';
import { CONTRACT, install } from '../package/packed.ts';
import { failureOf, fetchPackages, type Part, programOf } from './row.ts';

const FETCHED = [
  ...['openapi-fetch@0.17.0', 'typescript@5.9'],
  ...['openapi-react-query@0.5', '@tanstack/react-query@5', 'swr-openapi@5', 'swr@2'],
  ...['react@19', 'react-test-renderer@19', '@types/react@19'],
];

const stock = `import createFetchClient from 'openapi-fetch';
import type { paths } from '${CONTRACT}/types';
const stock = createFetchClient<paths>({ baseUrl: 'https://gateway.example' });`;
const ours = `import { createGatewayClient } from '${CONTRACT}';
const gateway = createGatewayClient({ baseUrl: 'https://gateway.example', accessToken: 'token' });`;
const wrapped = `import { asOpenapiFetch } from '${CONTRACT}/openapi-fetch';
${ours}
const stock = asOpenapiFetch(gateway);`;

const fetchWith = (client: string): Client['call'] => {
  return (method, path, init) => `const { data, error } = await ${client}.${method.toUpperCase()}('${path}', ${init});`;
};
const reactQuery = (head: string): Client => ({
  head: `import createQueryApi from 'openapi-react-query';\n${head}\nconst api = createQueryApi(stock);`,
  call: (method, path, init) =>
    method === 'get'
      ? `const { data, error } = api.useQuery('get', '${path}', ${init});`
      : `const { data, error } = api.useMutation('${method}', '${path}');`,
});
const swr = (head: string): Client => ({
  head: `import { createQueryHook } from 'swr-openapi';\n${head}\nconst useQuery = createQueryHook(stock, 'gateway');`,
  // It only has queries.
  call: (method, path, init) =>
    method === 'get' ? `const { data, error } = useQuery('${path}', ${init});` : undefined,
});

const clients: Readonly<Record<string, Client>> = {
  'openapi-fetch': { head: stock, call: fetchWith('stock') },
  asOpenapiFetch: { head: wrapped, call: fetchWith('stock') },
  'this-client': { head: ours, call: fetchWith('gateway') },
  'openapi-react-query': reactQuery(stock),
  'openapi-react-query-on-this-client': reactQuery(wrapped),
  'swr-openapi': swr(stock),
  'swr-openapi-on-this-client': swr(wrapped),
};

export const adapters: Part = async (packed) => {
  const project = install(packed, 'adapters', [CONTRACT]);
  await fetchPackages(project, FETCHED);
  const compilerOptions = {
    ...{ module: 'nodenext', target: 'es2022', lib: ['es2022', 'dom', 'dom.iterable'], types: [] },
    ...{ strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true, skipLibCheck: true },
    noEmit: true,
  };
  const compiled = Object.entries(clients).map(([called, client]) => ({
    title: `every field of every response with ${called}`,
    run: () => {
      project.write(`${called}.ts`, programFor(client));
      project.write('tsconfig.json', JSON.stringify({ compilerOptions, files: [`${called}.ts`] }));
      return failureOf(project.directory, ['node', 'node_modules/typescript/bin/tsc', '-p', '.']);
    },
  }));
  project.write('adapters.mjs', programOf('programs/adapters.js'));
  const calls = () => failureOf(project.directory, ['node', '--test', 'adapters.mjs']);
  return { rows: [...compiled, { title: 'calls through openapi-react-query and swr-openapi', run: calls }] };
};
