/**
 * Runs a public PHP client of the gateway, with the HTTP client that it names, against the sandbox: once directly and once through the proxy.
 * `npm run check -- php-client`. Both must return the same. The repositories are fetched at one commit each, from GitHub or from the address in the
 * first argument. Without a network, the check is skipped.
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { programPath, programs } from '../../programs.ts';
import { fetchPaths, skip } from '../repository.ts';

const REPOSITORIES: Readonly<Record<string, string>> = {
  'Brasil-Cash/bcpag-php': '29d4810',
  'guzzle/guzzle': 'b985c98',
  'guzzle/psr7': '337e3ad',
  'guzzle/promises': '67ab6e1',
  'php-fig/http-message': 'f6561bf',
  'php-fig/http-client': '2dfb5f6',
};
const TOKEN = ['token', 'of', 'the', 'merchant'].join('-');

const folder = mkdtempSync(join(tmpdir(), 'php-client-'));
const children: ReturnType<typeof spawn>[] = [];
try {
  process.exitCode = await check(process.argv[2] ?? 'https://github.com');
} finally {
  for (const child of children) child.kill('SIGKILL');
  rmSync(folder, { recursive: true });
}

/** Resolves to the exit code. */
async function check(base: string): Promise<number> {
  if (programs.php.path === undefined) return skip(programs.php.missing);
  for (const [name, commit] of Object.entries(REPOSITORIES)) {
    const problem = fetchPaths(`${base}/${name}.git`, commit, join(folder, name), ['src']);
    if (problem !== undefined) return skip(problem);
  }
  const direct = runClient((await startSandbox()).url);
  const exchanges = join(folder, 'exchanges.jsonl');
  const sandbox = await startSandbox();
  const proxy = await start('verify', 'proxy', '--target', sandbox.url, '--port', '0', '--out', exchanges);
  const proxied = runClient(proxy.url);
  proxy.child.kill('SIGINT');
  await once(proxy.child, 'close');
  const recorded = readFileSync(exchanges, 'utf8');
  const count = recorded.split('\n').length - 1;
  const calls = direct.split('\n').length - 1;
  console.log(`${calls} calls, ${count} exchanges recorded\n${proxied}`);
  const problems = [
    proxied !== direct && `the client returns something else directly:\n${direct}`,
    count !== calls && 'an exchange is missing in the recording',
    recorded.includes(TOKEN) && 'the recording has the token',
  ].filter((problem) => problem !== false);
  for (const problem of problems) console.error(problem);
  return problems.length > 0 ? 1 : 0;
}

/** Starts a sandbox whose clock makes all runs equal. */
function startSandbox() {
  return start('sandbox', 'start', '--port', '0', '--log', 'silent', '--clock', '2026-11-20T12:00:00Z');
}

/** Starts a command of a built package, and waits until it prints its address. */
async function start(name: string, ...args: string[]) {
  const main = fileURLToPath(new URL(`../../../${name}/dist/src/cli/main.js`, import.meta.url));
  const child = spawn(process.execPath, [main, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(child);
  let printed = '';
  for await (const text of child.stdout.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
    printed += text;
    const [url] = /http:\/\/127\.0\.0\.1:\d+/.exec(printed) ?? [];
    if (url === undefined) continue;
    child.stdout.resume();
    return { child, url };
  }
  throw new Error(`${name} ended without an address: ${printed}`);
}

/** Returns a line for each call of the client. */
function runClient(url: string): string {
  const env = { ...process.env, FOLDER: folder, PAYMENT_GATEWAY_URL: url, PAYMENT_GATEWAY_TOKEN: TOKEN };
  const shop = fileURLToPath(new URL('shop.php', import.meta.url));
  const printed = execFileSync(programPath('php'), [shop], { env, encoding: 'utf8' });
  // The page of a buyer has an address that depends on the port, and a key.
  return printed.replaceAll(/http:\/\/127\.0\.0\.1:\d+\/[^"]*/g, 'http://…');
}
