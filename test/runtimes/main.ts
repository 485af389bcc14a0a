/**
 * Runs the packed package on every engine that it supports: `npm run check -- runtimes`. The engines are npm packages with install
 * scripts, and so not among the dependencies.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { rolldown } from 'rolldown';
import { type FaultServer, refusingAddress, startFaultServer } from '../client/fault-server.ts';
import { install, name, type Project, pack } from '../package/packed.ts';
import { programPath } from '../programs.ts';
import type { Setting } from './check.js';

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

/** Runs the checks in a process of the engine, and returns its output. */
async function runEngine(project: Project, command: readonly string[], given: Setting): Promise<string> {
  const [npm, ...first] = npmCommand();
  const child = spawn(npm, [...first, 'exec', '--yes', ...command, 'run.mjs', JSON.stringify(given)], {
    cwd: project.directory,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  let errors = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  child.stderr.on('data', (chunk) => (errors += chunk));
  const [code] = await once(child, 'close');
  return code === 0 ? output.trim() : `exit code ${code}: ${output}${errors}`;
}

function npmCommand(): [string, ...string[]] {
  const script = process.env.npm_execpath;
  return script?.endsWith('.js') ? [process.execPath, script] : ['npm'];
}

/** Runs the bundled checks in a page of the fault server's own origin, and returns their output. */
async function runBrowser(project: Project, given: Setting): Promise<string> {
  const build = await rolldown({ input: join(project.directory, 'check.js'), platform: 'browser', logLevel: 'silent' });
  const { output } = await build.generate({ format: 'esm', minify: true });
  const browser = await chromium.launch({ executablePath: programPath('chromium'), args: ['--no-sandbox'] });
  try {
    const page = await browser.newPage();
    const { origin } = new URL(given.addresses.none);
    await page.route(`${origin}/check.js`, (route) =>
      route.fulfill({ contentType: 'text/javascript', body: output[0].code }),
    );
    await page.route(`${origin}/`, (route) =>
      route.fulfill({ contentType: 'text/html', body: '<title>check</title>' }),
    );
    await page.goto(`${origin}/`);
    const wrong = await page.evaluate(async (passed) => {
      const url = '/check.js';
      const { check } = (await import(url)) as typeof import('./check.js');
      return check(passed);
    }, given);
    return wrong.length ? wrong.join('\n') : `ok on Chromium ${browser.version()}`;
  } finally {
    await browser.close();
  }
}

const packed = pack();
const server = await startFaultServer();
let failed = false;
try {
  const project = install(packed, 'runtimes');
  const check = readFileSync(new URL('check.js', import.meta.url), 'utf8');
  project.write(
    'check.js',
    check.replace('../../src/index.js', name).replace('../../src/webhooks/index.js', `${name}/webhooks`),
  );
  project.write(
    'run.mjs',
    `import { check } from './check.js';
const wrong = await check(JSON.parse((globalThis.Deno ? Deno.args : process.argv.slice(2))[0]));
const { node, bun, deno } = globalThis.Deno ? Deno.version : process.versions;
console.log(wrong.length ? wrong.join('\\n') : \`ok on \${deno ? \`Deno \${deno}\` : bun ? \`Bun \${bun}\` : \`Node \${node}\`}\`);`,
  );
  const connection = 'GatewayConnectionError';
  const unknown = 'GatewayOutcomeUnknownError';
  const engines: [string, () => Promise<string>][] = [
    ...['20', '22', '24', '26'].map((version): [string, () => Promise<string>] => [
      `Node ${version}`,
      async () => runEngine(project, ['--package', `node@${version}`, '--', 'node'], await setting(server, connection)),
    ]),
    [
      'Deno',
      async () => runEngine(project, ['--package', 'deno', '--', 'deno', 'run', '-A'], await setting(server, unknown)),
    ],
    ['Bun', async () => runEngine(project, ['--package', 'bun', '--', 'bun'], await setting(server, connection))],
    // A browser says no more than that it failed, so that the outcome of a POST is unknown.
    ['Chromium', async () => runBrowser(project, await setting(server, unknown))],
  ];
  for (const [engine, run] of engines) {
    const said = await run();
    const ok = said.startsWith('ok on ');
    failed ||= !ok;
    console.log(ok ? said : `${engine} FAILED\n${said}`);
  }
} finally {
  await server.close();
  packed.remove();
}
process.exitCode = failed ? 1 : 0;
