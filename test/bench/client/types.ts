import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { operations } from '../../../generated/operations.ts';
import { keepFigure } from '../figures.ts';
import { attempt, here, median, print, root, run, write } from './workspace.ts';

/** The maximum number of instantiations, relative to openapi-fetch alone. */
const limit = 0.25;

/** The compiler options. */
const consumer = {
  strict: true,
  skipLibCheck: true,
  target: 'es2022',
  lib: ['es2023', 'dom', 'dom.iterable'],
  module: 'preserve',
  types: [],
};

interface Contract {
  paths: Record<
    string,
    Record<string, { requestBody?: { content: { 'application/json': { examples: Record<string, Example> } } } }>
  >;
  components: { examples: Record<string, Example> };
}
interface Example {
  $ref?: string;
  value?: unknown;
}

const contract = JSON.parse(readFileSync(join(root, 'generated/openapi.json'), 'utf8')) as Contract;

/** Returns the contract's first example of the body, as a literal. */
function bodyOf(method: string, path: string): string | undefined {
  const examples = contract.paths[path]?.[method.toLowerCase()]?.requestBody?.content['application/json'].examples;
  const [example] = Object.values(examples ?? {});
  if (!example) return undefined;
  const named = example.$ref
    ? contract.components.examples[example.$ref.replace('#/components/examples/', '')]
    : example;
  return JSON.stringify(named?.value);
}

type Render = (id: string, method: string, path: string, ids: string | undefined, body: string | undefined) => string;

/** Returns a program that calls all operations and reads their results. */
function program(head: string, render: Render): string {
  const calls = Object.entries(operations).map(([id, { method, path }]) => {
    const names = [...path.matchAll(/{(\w+)}/g)].map(([, name]) => `${name}: 1`);
    return `(${render(id, method, path, names.length ? `{ ${names} }` : undefined, bodyOf(method, path))}).data;`;
  });
  return `${head}\n${calls.join('\n')}\n`;
}

const fields = (all: Record<string, string | undefined>) =>
  Object.entries(all).flatMap(([name, value]) => (value ? [`${name}: ${value}`] : []));
const byPath: Render = (_, method, path, ids, body) => {
  const init = fields({ params: ids && `{ path: ${ids} }`, body });
  return `await client.${method}('${path}'${init.length ? `, { ${init} }` : ''})`;
};
const byId =
  (prefix: string): Render =>
  (id, _, __, path, body) => {
    const init = fields({ path, body });
    return `await ${prefix}${id}(${init.length ? `{ ${init} }` : ''})`;
  };

/** Writes only the declarations, as the package ships them. */
function declareClient(): void {
  const config = {
    extends: join(root, 'src/tsconfig.json'),
    compilerOptions: {
      outDir: 'declared',
      emitDeclarationOnly: true,
      incremental: false,
      tsBuildInfoFile: null,
      rootDir: root,
    },
    files: [join(root, 'src/index.ts')],
    include: [],
  };
  run(here('node_modules/typescript/bin/tsc'), '-p', write('declare.json', JSON.stringify(config)));
}

/**
 * Measures the type check of a program. A peer's types may reject some of the contract's examples, which is printed.
 */
function check(name: string, source: string, isPeer = false): { instantiations: number; seconds: number } {
  const compilerOptions = { ...consumer, noEmit: true };
  write(`${name}.ts`, source);
  const project = write(`${name}.json`, JSON.stringify({ compilerOptions, files: [`${name}.ts`] }));
  const args = [here('node_modules/typescript/bin/tsc'), '-p', project, '--extendedDiagnostics'];
  const outputs = Array.from({ length: 3 }, () => (isPeer ? attempt : run)(...args));
  const refused = outputs[0]?.match(/error TS/g)?.length;
  if (refused) console.log(`${name}: ${refused} of the contract's examples do not compile`);
  const figure = (label: string) => median(outputs.map((text) => Number(text.match(`${label}:\\s+([\\d.]+)`)?.[1])));
  return { instantiations: figure('Instantiations'), seconds: figure('Check time') };
}

export function types(): void {
  declareClient();
  const all = Object.keys(operations);
  const baseline = check(
    'with-openapi-fetch',
    program(
      `import createClient from 'openapi-fetch';\nimport type { paths } from './declared/generated/types.js';\nconst client = createClient<paths>({ baseUrl: 'https://gateway.example' });`,
      byPath,
    ),
  );
  const ours = check(
    'with-this-client',
    program(
      `import { createGatewayClient } from './declared/src/index.js';\nconst client = createGatewayClient({ baseUrl: 'https://gateway.example', accessToken: 'token' });`,
      byPath,
    ),
  );
  const redocly = check('with-redocly', program(`import { client } from './redocly.js';`, byId('client.')), true);
  const hey = check('with-hey', program(`import { ${all} } from './hey/index.js';`, byId('')), true);
  const row = (name: string, { instantiations, seconds }: typeof ours) => [
    name,
    instantiations,
    (instantiations / baseline.instantiations).toFixed(2),
    seconds.toFixed(2),
  ];
  print('Type check of a program that calls all operations', [
    ['', 'instantiations', 'times openapi-fetch', 'seconds'],
    row('openapi-fetch alone', baseline),
    row('this client', ours),
    row('redocly generate-client', redocly),
    row('hey-api', hey),
  ]);
  keepFigure(
    'compiler work to call all operations, over that of openapi-fetch',
    ours.instantiations / baseline.instantiations,
  );
  console.log(`limit ${limit} times: ${ours.instantiations <= limit * baseline.instantiations ? 'kept' : 'EXCEEDED'}`);
}
