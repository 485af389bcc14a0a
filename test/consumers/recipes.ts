/**
 * Runs the recipes for test runners, MSW, Playwright and route handlers in a new project with the packed package: `npm run check -- consumers`.
 * It installs jest, MSW and Hono when it runs, so they are not dependencies.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import ts from 'typescript';
import { install, name, type Project, pack } from '../package/packed.ts';
import { programs } from '../programs.ts';

const FETCHED = [
  ...['jest@30', 'ts-jest@29', 'typescript@5.9', '@swc/jest@0.2', '@swc/core@1'],
  ...['babel-jest@30', '@babel/core@7', '@babel/preset-env@7', '@babel/preset-typescript@7', 'msw@2', 'hono@4'],
];

/** A recipe, where it is, the file that runs, its command, and its output if it passes. */
const recipes = [
  { runner: 'the client under MSW', from: 'msw.js', to: 'msw.mjs', command: ['--test', 'msw.mjs'], says: /\bpass 1\n/ },
  {
    runner: 'the sandbox behind MSW',
    from: 'fetch/msw.js',
    to: 'sandbox-msw.mjs',
    command: ['--test', 'sandbox-msw.mjs'],
    says: /\bpass 1\n/,
  },
  {
    runner: 'the sandbox as a route of Hono or Next.js',
    from: 'fetch/hono.js',
    to: 'hono.mjs',
    command: ['--test', 'hono.mjs'],
    says: /\bpass 2\n/,
  },
  {
    runner: "the sandbox behind Playwright's route",
    from: 'fetch/playwright.js',
    to: 'playwright.mjs',
    command: ['--test', 'playwright.mjs'],
    says: /\bpass 1\n/,
    needs: programs.chromium,
  },
  {
    runner: 'node:test',
    from: '../sandbox/recipe/node-test.ts',
    to: 'node.mjs',
    command: ['--test', 'node.mjs'],
    says: /\bpass 1\n/,
  },
  {
    runner: 'vitest',
    from: '../sandbox/recipe/vitest.test.ts',
    to: 'vitest.test.ts',
    command: ['node_modules/vitest/vitest.mjs', 'run', '--no-color', 'vitest.test.ts'],
    says: /Tests {2}3 passed \(3\)/,
  },
  ...['ts-jest', 'babel-jest', '@swc/jest'].map((transform) => ({
    runner: `jest with ${transform}`,
    from: '../sandbox/recipe/jest.ts',
    to: 'jest.spec.ts',
    command: ['node_modules/jest/bin/jest.js', '--config', configOf(transform), 'jest.spec'],
    says: /Tests: +1 passed, 1 total/,
  })),
];

const packed = pack();
try {
  const project = install(packed, 'recipes');
  execFileSync(
    'npm',
    ['install', ...FETCHED, '--no-save', '--prefer-offline', '--ignore-scripts', '--no-audit', '--no-fund'],
    {
      cwd: project.directory,
      stdio: 'ignore',
    },
  );
  project.link('vitest', 'playwright-core');
  writeJestConfigs(project);
  for (const { runner, from, to, command, says, needs } of recipes) {
    if (needs !== undefined && needs.path === undefined) {
      console.log(`The recipe for ${runner}: skipped, ${needs.missing}`);
      continue;
    }
    if (needs !== undefined) process.env.CHROMIUM_PATH = needs.path;
    const recipe = readFileSync(new URL(from, import.meta.url), 'utf8');
    const imported = recipe.replace(/'(?:\.\.\/)+src\/(?:([\w/]+)\/)?index\.ts'/g, (_, folder: string | undefined) =>
      folder === undefined ? `'${name}'` : `'${name}/${folder}'`,
    );
    if (imported === recipe) throw new Error(`${from} imports nothing of the package`);
    project.write(to, to.endsWith('.mjs') ? withoutTypes(imported) : imported);
    const { status, stdout, stderr } = project.node(...command);
    const isWell = status === 0 && says.test(stdout + stderr);
    console.log(`The recipe for ${runner}: ${isWell ? 'passes' : `FAILED\n${stdout}${stderr}`}`);
    if (!isWell) process.exitCode = 1;
  }
} finally {
  packed.remove();
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
