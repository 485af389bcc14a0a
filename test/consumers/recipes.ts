/** Runs the recipes for test runners, MSW, Playwright and route handlers in a new project. */
import { readFileSync } from 'node:fs';
import ts from 'typescript';
import { exploreExample } from '../../sandbox/test/recipe/explore-example.ts';
import { install, type Packed, type Project } from '../../scripts/test/packages/packed.ts';
import { programs } from '../programs.ts';
import { failureOf, fetchPackages, type Part, programOf, type Row, run } from './row.ts';

const FETCHED = [
  ...['jest@30', 'ts-jest@29', 'typescript@5.9', '@swc/jest@0.2', '@swc/core@1'],
  ...['babel-jest@30', '@babel/core@7', '@babel/preset-env@7', '@babel/preset-typescript@7', 'msw@2', 'hono@4'],
  ...['nock@14', '@sentry/node@11'],
];

interface Recipe {
  readonly title: string;
  readonly from: string;
  /** The file that runs. */
  readonly to: string;
  /** The arguments of node. Default: its test runner. */
  readonly command?: readonly string[];
  /** The output if the recipe passes. */
  readonly says?: RegExp;
}

const RECIPES: readonly Recipe[] = [
  { title: 'the client under MSW', from: 'programs/msw.js', to: 'msw.mjs' },
  { title: 'the client under nock', from: 'programs/nock.js', to: 'nock.mjs' },
  { title: 'the client with Sentry', from: 'programs/sentry.js', to: 'sentry.mjs' },
  { title: 'the sandbox behind MSW', from: 'programs/sandbox-msw.js', to: 'sandbox-msw.mjs' },
  {
    title: 'the sandbox as a route of Hono or Next.js',
    from: 'programs/hono.js',
    to: 'hono.mjs',
    says: /\bpass 2\n/,
  },
  { title: "the sandbox behind Playwright's route", from: 'programs/playwright.js', to: 'playwright.mjs' },
  { title: 'node:test', from: '../../sandbox/test/recipe/node-test.ts', to: 'node.mjs' },
  {
    title: 'vitest',
    from: '../../sandbox/test/recipe/vitest.test.ts',
    to: 'vitest.test.ts',
    command: ['node_modules/vitest/vitest.mjs', 'run', '--no-color', 'vitest.test.ts'],
    says: /Tests {2}3 passed \(3\)/,
  },
  ...['ts-jest', 'babel-jest', '@swc/jest'].map((transform) => ({
    title: `jest with ${transform}`,
    from: '../../sandbox/test/recipe/jest.ts',
    to: 'jest.spec.ts',
    command: ['node_modules/jest/bin/jest.js', '--config', configOf(transform), 'jest.spec'],
    says: /Tests: +1 passed, 1 total/,
  })),
];

export const recipes: Part = async (packed) => {
  const project = install(packed, 'recipes');
  await fetchPackages(project, FETCHED);
  project.link('vitest', 'playwright-core');
  writeJestConfigs(project);
  process.env.CHROMIUM_PATH ??= programs.chromium.path ?? '';
  const rows = RECIPES.map(({ title, from, to, command = ['--test', to], says = /\bpass 1\n/ }) => ({
    title: `the recipe for ${title}`,
    run: () => {
      const program = programOf(from);
      project.write(to, to.endsWith('.mjs') ? withoutTypes(program) : program);
      return failureOf(project.directory, ['node', ...command], says);
    },
  }));
  const exploreInJest: Row = {
    title: 'explore in jest, as the guide shows it',
    async run() {
      const { test, ...modules } = exploreExample('jest');
      for (const [name, code] of [...Object.entries(modules), ['explore.spec', test] as const]) {
        // The modules of jest are CommonJS.
        project.write(`${name}.ts`, code.replaceAll(/(from '\.\/[\w-]+)\.js'/g, "$1'"));
      }
      const command = ['node_modules/jest/bin/jest.js', '--config', configOf('ts-jest'), 'explore.spec'];
      return failureOf(project.directory, ['node', ...command], /Tests: +1 passed, 1 total/);
    },
  };
  return { rows: [...rows, exploreInJest, ...happyDom(packed)] };
};

/** The guide says that happy-dom replaces `fetch`, and which comment helps. Both are tried with the vitest of a user. */
function happyDom(packed: Packed): Row[] {
  const comment = '// @vitest-environment node';
  const command = ['node', 'node_modules/vitest/vitest.mjs', 'run', '--no-color', '--environment', 'happy-dom'];
  return [
    { title: 'happy-dom with the comment of the guide', begins: comment, says: /Tests {2}1 passed \(1\)/ },
    { title: 'happy-dom without it fails', begins: '', says: /Cross-Origin Request Blocked/ },
  ].map(({ title, begins, says }) => ({
    title,
    run: async () => {
      const guide = readFileSync(new URL('../../scripts/docs/guide/en/client.md', import.meta.url), 'utf8');
      if (!guide.includes(comment)) return `The guide does not have ${comment}`;
      const project = install(packed, title.replaceAll(' ', '-'));
      await fetchPackages(project, ['vitest@4', 'happy-dom@20']);
      project.write('client.test.js', `${begins}\n${programOf('programs/happy-dom.js')}`);
      const { output } = await run(project.directory, command);
      return says.test(output) ? undefined : output;
    },
  }));
}

/** Writes the configuration of the guide for each transform, and what its table says is needed too. */
function writeJestConfigs({ write }: Project): void {
  const guide = readFileSync(new URL('../../scripts/docs/guide/en/testing.md', import.meta.url), 'utf8');
  const [, config = ''] = /```js\n(\/\/ jest\.config\.js\n[\s\S]*?)```/.exec(guide) ?? [];
  const values = [...guide.matchAll(/^\| [\w-]+ \| `'([^']+)'` \|/gm)].map(([, value = '']) => value);
  for (const value of values) write(configOf(value), config.replace("'ts-jest'", `'${value}'`));
  const compilerOptions = { module: 'commonjs', moduleResolution: 'node10', target: 'es2022', allowJs: true };
  write('tsconfig.json', JSON.stringify({ compilerOptions: { ...compilerOptions, strict: true } }));
  const presets = [['@babel/preset-env', { targets: { node: 'current' } }], '@babel/preset-typescript'];
  write('babel.config.cjs', `module.exports = ${JSON.stringify({ presets })};`);
}

function configOf(transform: string): string {
  return `${transform.replace('/', '-')}.config.cjs`;
}

function withoutTypes(source: string): string {
  const compilerOptions = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 };
  return ts.transpileModule(source, { compilerOptions }).outputText;
}
