/** Runs the packed package on every engine that it supports, and compiled as old engines need it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { rolldown } from 'rolldown';
import { CONTRACT, install, type Packed, type Project } from '../../scripts/test/packages/packed.ts';
import { startCountingServer } from '../client/counting-server.ts';
import { type FaultServer, refusingAddress, startFaultServer } from '../client/fault-server.ts';
import { programPath } from '../programs.ts';
import type { Setting } from './programs/runtime-check.js';
import { fetchPackages, npx, type Part, programOf, run } from './row.ts';

const CONNECTION = 'GatewayConnectionError';
const UNKNOWN = 'GatewayOutcomeUnknownError';

/** The package of each engine, its command, and the outcome of a refused POST. */
const ENGINES: readonly (readonly [spec: string, command: readonly string[], refused: string])[] = [
  // In Node 24.15, a streamed body breaks the retry after a 401.
  ...['20', '22', '24.15', '24', '26'].map((version) => [`node@${version}`, ['node'], CONNECTION] as const),
  ['deno', ['deno', 'run', '-A'], UNKNOWN],
  ['bun', ['bun'], CONNECTION],
];

const SEND = `import { send } from './sent-once.js';
await send(JSON.parse((globalThis.Deno ? Deno.args : process.argv.slice(2))[0]));
process.exit();`;

const RUN = `import { check } from './check.js';
const wrong = await check(JSON.parse((globalThis.Deno ? Deno.args : process.argv.slice(2))[0]));
console.log(wrong.join('\\n'));
process.exitCode = wrong.length && 1;`;

/** Other compilers of the package, how they start, and what they print if all checks pass. Babel without targets compiles classes to functions. */
const COMPILED = [
  {
    title: 'jest with preset-env without targets',
    packages: ['jest@30', 'babel-jest@30', '@babel/core@7', '@babel/preset-env@7'],
    files: {
      'babel.config.cjs': `module.exports = { presets: ['@babel/preset-env'] };`,
      'jest.config.cjs': `module.exports = { transform: { '[.]js$': 'babel-jest' }, transformIgnorePatterns: [] };`,
      'check.test.js': `import { check } from './check.js';
test('all checks', async () => expect(await check(JSON.parse(process.env.SETTING))).toEqual([]), 60_000);`,
    },
    commands: [['node', 'node_modules/jest/bin/jest.js']],
    says: /Tests: +1 passed, 1 total/,
  },
  {
    title: "Metro with React Native's preset, in Node",
    packages: [
      ...['metro@0.83', '@react-native/metro-babel-transformer@0.83', '@react-native/babel-preset@0.83'],
      ...['@babel/core@7', '@babel/runtime@7'],
    ],
    files: {
      'babel.config.cjs': `module.exports = { presets: ['@react-native/babel-preset'] };`,
      'build.cjs': readFileSync(new URL('programs/metro-build.cjs', import.meta.url), 'utf8'),
      'index.js': `import { check } from './check.js';
check(JSON.parse(process.env.SETTING)).then((wrong) => console.log(wrong.join('\\n') || 'all checks pass'));`,
      'run-bundle.cjs': `require('node:vm').runInThisContext(require('node:fs').readFileSync('bundle.js', 'utf8'));`,
    },
    commands: [
      ['node', 'build.cjs'],
      ['node', 'run-bundle.cjs'],
    ],
    says: /^all checks pass$/m,
  },
];

export const runtimes: Part = async (packed) => {
  const server = await startFaultServer();
  const project = install(packed, 'runtimes', [CONTRACT]);
  project.write('check.js', programOf('programs/runtime-check.js'));
  project.write('run.mjs', `import process from 'node:process';\n${RUN}`);
  project.write('sent-once.js', programOf('programs/sent-once.js'));
  project.write('send.mjs', `import process from 'node:process';\n${SEND}`);
  const engines = ENGINES.map(([spec, command, refused]) => ({
    title: spec,
    run: async () => {
      const given = JSON.stringify(await setting(server, refused));
      const { isWell, output } = await run(project.directory, npx(spec, ...command, 'run.mjs', given));
      return isWell ? undefined : output;
    },
  }));
  const sentOnce = ENGINES.map(([spec, command]) => ({
    title: `${spec} sends each POST once [S73]`,
    run: () => countSent(project, npx(spec, ...command, 'send.mjs')),
  }));
  const compiled = COMPILED.map((row) => ({
    title: row.title,
    run: async () => runCompiled(packed, row, await setting(server, CONNECTION)),
  }));
  // A browser says no more than that it failed, so that the outcome of a POST is unknown.
  const browser = { title: 'chromium', run: async () => runBrowser(project, await setting(server, UNKNOWN)) };
  return { rows: [...engines, ...sentOnce, ...compiled, browser], close: () => server.close() };
};

/** Compiles the checks in another project, and runs them. */
async function runCompiled(
  packed: Packed,
  row: (typeof COMPILED)[number],
  given: Setting,
): Promise<string | undefined> {
  const project = install(packed, row.title.replace(/\W+/g, '-'), [CONTRACT]);
  await fetchPackages(project, row.packages);
  project.write('check.js', programOf('programs/runtime-check.js'));
  for (const [name, text] of Object.entries(row.files)) project.write(name, text);
  let output = '';
  for (const command of row.commands) {
    const ended = await run(project.directory, command, { SETTING: JSON.stringify(given) });
    output = ended.output;
    if (!ended.isWell) return output;
  }
  return row.says.test(output) ? undefined : output;
}

/**
 * Sends a POST to a server of each status, and four on one connection that loses the last response. Returns what arrived too often. A 401 is
 * answered with another token.
 */
async function countSent(project: Project, command: readonly string[]): Promise<string | undefined> {
  const server = await startCountingServer();
  // Node sends a request again after a 421, which the other engines do not.
  const statuses = Array.from({ length: 500 }, (_, index) => 100 + index).filter((status) => status !== 421);
  const places = [true, false].flatMap((hasBody) => [
    ...statuses.map((status) => ({ ...server.at(status), status, hasBody, calls: 1, times: status === 401 ? 2 : 1 })),
    { ...server.at(200, 3), status: 200, hasBody, calls: 4, times: 4 },
  ]);
  const given = places.map(({ baseUrl, hasBody, calls }) => ({ baseUrl, hasBody, calls }));
  const { isWell, output } = await run(project.directory, [...command, JSON.stringify(given)]);
  const wrong = places.flatMap(({ status, hasBody, times, count }) =>
    count() === times ? [] : `${status}, body ${hasBody}: ${count()} requests, expected ${times}`,
  );
  await server.close();
  if (!isWell) return output;
  return wrong.length > 0 ? wrong.join('\n') : undefined;
}

async function setting(server: FaultServer, refused: string): Promise<Setting> {
  const addresses = {
    none: server.at('none').baseUrl,
    unavailable: server.at('503 empty').baseUrl,
    stall: server.at('stall before the headers').baseUrl,
    cut: server.at('JSON cut off').baseUrl,
    expired: server.at('401, then 200').baseUrl,
    refused: await refusingAddress(),
  };
  return { addresses, refused };
}

/** Runs the bundled checks in a page of the fault server's own origin. */
async function runBrowser(project: Project, given: Setting): Promise<string | undefined> {
  const build = await rolldown({ input: join(project.directory, 'check.js'), platform: 'browser', logLevel: 'silent' });
  const { output } = await build.generate({ format: 'esm', minify: true });
  const browser = await chromium.launch({ executablePath: programPath('chromium'), args: ['--no-sandbox'] });
  try {
    const page = await browser.newPage();
    const { origin } = new URL(given.addresses.none);
    const script = { contentType: 'text/javascript', body: output[0].code };
    await page.route(`${origin}/check.js`, (route) => route.fulfill(script));
    await page.route(`${origin}/`, (route) =>
      route.fulfill({ contentType: 'text/html', body: '<title>check</title>' }),
    );
    await page.goto(`${origin}/`);
    const wrong = await page.evaluate(async (passed) => {
      const url = '/check.js';
      const { check } = (await import(url)) as typeof import('./programs/runtime-check.js');
      return check(passed);
    }, given);
    return wrong.length > 0 ? wrong.join('\n') : undefined;
  } finally {
    await browser.close();
  }
}
