/**
 * Explores the checkout of a public WooCommerce plugin: `npm run check -- plugin`. It must show the double charges that it showed when this check was
 * written. The plugin is fetched at one commit, from GitHub or from the repository in the first argument. Without a network, the check is skipped.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { programPath, programs } from '../../programs.ts';
import { fetchPaths, skip } from '../repository.ts';

const COMMIT = '7c44ecd';
const REPOSITORY = 'https://github.com/Brasil-Cash/plugin-woocommerce.git';

const LOST = ['reset after commit', '503 after commit', 'truncate', '409 after commit', 'carried out late'];
const CLICKS = ['createTransaction #1: second click during', 'createTransaction #1: second click before'];
/** The plans that charge an order twice, by payment method. The buyer pays only the code that the shop shows. */
const CHARGED_TWICE: Readonly<Record<string, readonly string[]>> = {
  credit_card: [...LOST.map((fault) => `createTransaction #1: ${fault}`), ...CLICKS],
  pix: CLICKS,
  boleto: CLICKS,
};

const folder = mkdtempSync(join(tmpdir(), 'plugin-'));
try {
  process.exitCode = check(process.argv[2] ?? REPOSITORY);
} finally {
  rmSync(folder, { recursive: true });
}

/** Returns the exit code. */
function check(repository: string): number {
  if (programs.php.path === undefined) return skip(programs.php.missing);
  const plugin = join(folder, 'plugin');
  const problem = fetchPaths(repository, COMMIT, plugin, ['src']);
  if (problem !== undefined) return skip(problem);
  const missing = Object.entries(CHARGED_TWICE).flatMap(([method, plans]) => {
    const found = chargedTwice(plugin, method);
    console.log(`${method}: charged twice in ${found.length} plans\n  ${found.join('\n  ')}`);
    return plans.filter((plan) => !found.includes(plan)).map((plan) => `${method}: ${plan}`);
  });
  if (missing.length === 0) return 0;
  console.error(`No double charge any more:\n  ${missing.join('\n  ')}`);
  return 1;
}

/** Explores the checkout with a payment method. Returns the plans that charge twice. */
function chargedTwice(plugin: string, method: string): string[] {
  const json = join(folder, `${method}.json`);
  const shop = fileURLToPath(new URL('shop.php', import.meta.url));
  const main = fileURLToPath(new URL('../../../sandbox/dist/src/cli/main.js', import.meta.url));
  const args = ['explore', '--jobs', '4', '--json', json, '--', programPath('php'), shop, method];
  const env = { ...process.env, PLUGIN: plugin, FOLDER: folder };
  const { status, stdout } = spawnSync(process.execPath, [main, ...args], { env, encoding: 'utf8' });
  if (status !== 1) throw new Error(`explore exited with ${status}: ${stdout}`);
  const { failures } = JSON.parse(readFileSync(json, 'utf8')) as { failures: { plan: string; problem: string }[] };
  return failures.filter(({ problem }) => problem.includes('charged twice')).map(({ plan }) => plan);
}
