/**
 * Compiles programs that use every field of every response with the libraries built on openapi-fetch, and runs those libraries with the client.
 * test/client/response-fields.long.test.ts has openapi-fetch and the client alone.
 */

import { CONTRACT, install } from '../../scripts/test/packages/packed.ts';
import { type Client, programFor } from '../client/response-field-programs.ts';
import { failureOf, fetchPackages, type Part, programOf } from './row.ts';

const FETCHED = [
  ...['openapi-fetch@0.17.0', 'typescript@5.9'],
  ...['openapi-react-query@0.5', '@tanstack/react-query@5', 'swr-openapi@5', 'swr@2'],
  ...['react@19', 'react-test-renderer@19', '@types/react@19'],
];

const head = `import { createGatewayClient } from '${CONTRACT}';
import { asOpenapiFetch } from '${CONTRACT}/openapi-fetch';
const client = asOpenapiFetch(createGatewayClient({ baseUrl: 'https://gateway.example', accessToken: 'token' }));`;

const clients: Readonly<Record<string, Client>> = {
  'openapi-react-query': {
    head: `import createQueryApi from 'openapi-react-query';\n${head}\nconst api = createQueryApi(client);`,
    call: (method, path, init) =>
      method === 'get'
        ? `const { data, error } = api.useQuery('get', '${path}', ${init});`
        : `const { data, error } = api.useMutation('${method}', '${path}');`,
  },
  'swr-openapi': {
    head: `import { createQueryHook } from 'swr-openapi';\n${head}\nconst useQuery = createQueryHook(client, 'gateway');`,
    // It only has queries.
    call: (method, path, init) =>
      method === 'get' ? `const { data, error } = useQuery('${path}', ${init});` : undefined,
  },
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
