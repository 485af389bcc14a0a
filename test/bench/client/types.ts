import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { operations } from '../../../core/generated/operations.ts';
import { atMost, keepFigure, median, table } from '../report.ts';
import { here, root, run, write } from './workspace.ts';

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

/** Returns a program that calls all operations and reads their results. */
function program(head: string): string {
  const calls = Object.values(operations).map(({ method, path }) => {
    const ids = [...path.matchAll(/{(\w+)}/g)].map(([, name]) => `${name}: 1`);
    const body = bodyOf(method, path);
    const init = [...(ids.length ? [`params: { path: { ${ids} } }`] : []), ...(body ? [`body: ${body}`] : [])];
    return `(await client.${method}('${path}'${init.length ? `, { ${init} }` : ''})).data;`;
  });
  return `${head}\n${calls.join('\n')}\n`;
}

/** Writes only the declarations, as the package ships them. */
function declareClient(): void {
  const config = {
    extends: join(root, 'src/tsconfig.build.json'),
    compilerOptions: {
      outDir: 'declared',
      emitDeclarationOnly: true,
      composite: false,
      incremental: false,
      tsBuildInfoFile: null,
      rootDir: root,
    },
    files: [join(root, 'src/index.ts')],
    include: [],
  };
  run(here('node_modules/typescript/bin/tsc'), '-p', write('declare.json', JSON.stringify(config)));
}

interface Checked {
  readonly name: string;
  readonly instantiations: number;
  readonly seconds: number;
}

/** Measures the type check of a program. */
function check(called: string, source: string): Checked {
  const name = `with-${called}`;
  const compilerOptions = { ...consumer, noEmit: true };
  write(`${name}.ts`, source);
  const project = write(`${name}.json`, JSON.stringify({ compilerOptions, files: [`${name}.ts`] }));
  const args = [here('node_modules/typescript/bin/tsc'), '-p', project, '--extendedDiagnostics'];
  const outputs = Array.from({ length: 3 }, () => run(...args));
  const figure = (label: string) => median(outputs.map((text) => Number(text.match(`${label}:\\s+([\\d.]+)`)?.[1])));
  return { name: called, instantiations: figure('Instantiations'), seconds: figure('Check time') };
}

export function types(): void {
  declareClient();
  const fetching = `import createClient from 'openapi-fetch';
import type { paths } from './declared/generated/types.js';
const client = createClient<paths>({ baseUrl: 'https://gateway.example' });`;
  const creating = `import { createGatewayClient } from './declared/src/index.js';
const client = createGatewayClient({ baseUrl: 'https://gateway.example', accessToken: 'token' });`;
  const [baseline, ours] = [check('openapi-fetch', program(fetching)), check('this-client', program(creating))];
  const times = (one: Checked) => one.instantiations / baseline.instantiations;
  table('Type check of a program that calls all operations', [
    ['', 'instantiations', 'times openapi-fetch', 'seconds'],
    ...[baseline, ours].map((one) => [one.name, one.instantiations, times(one).toFixed(2), one.seconds.toFixed(2)]),
  ]);
  keepFigure('compiler work to call all operations, over that of openapi-fetch', times(ours));
  atMost('compiler work to call all operations, over that of openapi-fetch', times(ours), 1.5);
}
