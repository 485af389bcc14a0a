/**
 * Compiles programs that use every field of every response against the packed package, with stock openapi-fetch and the libraries built on it,
 * and runs those libraries with the client: `npm run check -- consumers`. It installs them when it runs, so they are not dependencies.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { type Client, programFor } from '../client/response-fields/programs.ts';
import { install, name, pack } from '../package/packed.ts';

const FETCHED = [
  ...['openapi-fetch@0.17.0', 'typescript@5.9'],
  ...['openapi-react-query@0.5', '@tanstack/react-query@5', 'swr-openapi@5', 'swr@2'],
  ...['react@19', 'react-test-renderer@19', '@types/react@19'],
];

const stock = `import createFetchClient from 'openapi-fetch';
import type { paths } from '${name}/types';
const stock = createFetchClient<paths>({ baseUrl: 'https://gateway.example' });`;
const ours = `import { createGatewayClient } from '${name}';
const gateway = createGatewayClient({ baseUrl: 'https://gateway.example', accessToken: 'token' });`;
const wrapped = `import { asOpenapiFetch } from '${name}/openapi-fetch';
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

const packed = pack();
try {
  const project = install(packed, 'adapters');
  const options = ['--no-save', '--prefer-offline', '--ignore-scripts', '--no-audit', '--no-fund'];
  execFileSync('npm', ['install', ...FETCHED, ...options], { cwd: project.directory, stdio: 'ignore' });
  const compilerOptions = {
    ...{ module: 'nodenext', target: 'es2022', lib: ['es2022', 'dom', 'dom.iterable'], types: [] },
    ...{ strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true, skipLibCheck: true },
    noEmit: true,
  };
  for (const [called, client] of Object.entries(clients)) {
    project.write(`${called}.ts`, programFor(client));
    project.write('tsconfig.json', JSON.stringify({ compilerOptions, files: [`${called}.ts`] }));
    const { status, stdout } = project.node('node_modules/typescript/bin/tsc', '-p', '.');
    report(`Every field of every response with ${called}`, status === 0, stdout);
  }
  const uses = readFileSync(new URL('adapters.js', import.meta.url), 'utf8');
  project.write(
    'adapters.mjs',
    uses.replaceAll(
      /'\.\.\/\.\.\/src\/(?:index|([\w-]+))\.ts'/g,
      (_, entry) => `'${[name, entry].filter(Boolean).join('/')}'`,
    ),
  );
  const { status, stdout, stderr } = project.node('--test', 'adapters.mjs');
  report('Calls through openapi-react-query and swr-openapi', status === 0, stdout + stderr);
} finally {
  packed.remove();
}

function report(what: string, isWell: boolean, output: string): void {
  console.log(`${what}: ${isWell ? 'ok' : `FAILED\n${output.slice(0, 4000)}`}`);
  if (!isWell) process.exitCode = 1;
}
